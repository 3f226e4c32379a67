import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { ApiError, UnreachableError } from '#client/errors.ts'
import type { RecordingCallName } from '#contract/endpoints.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import type { DeskRecord } from '#contract/record.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { backoff } from '../add-item/uploads/gate.ts'
import type { Schedule } from '../shared/deps.ts'
import { action } from '../shared/resource.ts'
import { createScanChanges, type ScanDeps } from './scans.ts'
import { refusalOf } from './send-step.ts'

export interface RecordingDeps extends Pick<ScanDeps, 'withSession' | 'newId' | 'onSaved'> {
  /** A part may take a while. */
  recordingClient: Client<RecordingCallName>
  schedule: Schedule
}

/** Whether the same may succeed later. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof UnreachableError ||
  (problem instanceof ApiError &&
    ([429, 500, 502, 503, 504].includes(problem.status) || problem.text === RECORDING.damagedPart))

/** Empty without https, where browsers do not count it. */
async function sha256Of(part: Blob): Promise<string> {
  const hash = await globalThis.crypto.subtle?.digest('SHA-256', await part.arrayBuffer())
  return Array.from(new Uint8Array(hash ?? []), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Changes of an item's recordings, and how one is added. */
export const createRecordings = (deps: ScanDeps & RecordingDeps) => ({
  ...createScanChanges({ ...deps, kind: 'files' }),
  upload: createRecordingUpload(deps),
})

/** Sends a recording in parts. After a cut it goes on by itself; after a reload, when the same file is chosen again. */
export function createRecordingUpload({
  recordingClient: client,
  withSession,
  schedule,
  newId,
  onSaved,
}: RecordingDeps) {
  /** `isWaiting`: for the connection, or because the archive asked to. */
  const $sending = atom<{ name: string; sent: number; bytes: number; isWaiting: boolean } | null>(null)
  const uploads = action(refusalOf)
  let stopped = new AbortController()

  async function sendAll({ key }: DeskRecord, file: File, { signal }: AbortController): Promise<void> {
    const { name, size: bytes, lastModified: modified } = file
    const run = newId()
    let failures = 0
    for (let [at, isDone] = [0, false]; !isDone;) {
      $sending.set({ name, bytes, sent: at, isWaiting: failures > 0 })
      // All of it is there, and the archive could not keep it yet: any part asks again.
      const part = file.slice(at < bytes ? at : 0).slice(0, RECORDING_UPLOAD.part)
      const body = new FormData()
      const fields = { item: key, file_name: name, bytes, modified, at, sha256: await sha256Of(part) }
      for (const [field, value] of Object.entries(fields)) if (value !== '') body.append(field, String(value))
      body.append('image', part, 'part')
      const headers = { 'Idempotency-Key': `${run}-${at}` }
      try {
        const { received, id } = await withSession(() => client.call('sendRecording', { body, headers, signal }))
        ;[at, isDone, failures] = [received, id !== undefined, 0]
      } catch (problem) {
        signal.throwIfAborted()
        if (!isPassing(problem)) throw problem
        $sending.set({ name, bytes, sent: at, isWaiting: true })
        const seconds = problem instanceof ApiError ? problem.retryAfter : null
        await new Promise<void>((resolve) => {
          schedule(seconds ? seconds * 1000 : backoff((failures += 1)), resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        signal.throwIfAborted()
      }
    }
  }

  return {
    $sending,
    $refusal: uploads.$refusal,
    async send(item: DeskRecord, file: File): Promise<void> {
      if ($sending.get()) return
      const own = (stopped = new AbortController())
      const isSent = await uploads.run(() => sendAll(item, file, own))
      $sending.set(null)
      if (own.signal.aborted) uploads.clear()
      else if (isSent) await onSaved(item)
    },
    /** What was sent stays for some days. */
    stop: () => stopped.abort(),
  }
}
