import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { RecordingCallName } from '#contract/endpoints.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { backoff, isPassing } from '../add-item/uploads/gate.ts'
import { refusalOf } from '../review/send-step.ts'
import type { Schedule, SessionDeps } from './deps.ts'
import { action } from './resource.ts'
import { sleep } from './sleep.ts'

export interface RecordingDeps extends Pick<SessionDeps, 'withSession'> {
  /** A part may take a while. */
  recordingClient: Client<RecordingCallName>
  schedule: Schedule
  newId(): string
}

/** Empty without https, where browsers do not count it. */
async function sha256Of(part: Blob): Promise<string> {
  const hash = await globalThis.crypto.subtle?.digest('SHA-256', await part.arrayBuffer())
  return Array.from(new Uint8Array(hash ?? []), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `isWaiting`: for the connection, or because the archive asked to. */
export type SendingRecording = { name: string; sent: number; bytes: number; isWaiting: boolean }

/** Sends a recording in parts. After a cut it goes on by itself; after a reload, when the same file is chosen again. */
export function createRecordingUpload({ recordingClient: client, withSession, schedule, newId }: RecordingDeps) {
  const $sending = atom<SendingRecording | null>(null)
  const uploads = action(refusalOf)
  let stopped = new AbortController()

  async function sendAll(item: number, file: File, { signal }: AbortController): Promise<number> {
    const { name, size: bytes, lastModified: modified } = file
    const run = newId()
    let failures = 0
    for (let at = 0; ;) {
      $sending.set({ name, bytes, sent: at, isWaiting: failures > 0 })
      // All of it is there, and the archive could not keep it yet: any part asks again.
      const part = file.slice(at < bytes ? at : 0).slice(0, RECORDING_UPLOAD.part)
      const body = new FormData()
      const fields = { item, file_name: name, bytes, modified, at, sha256: await sha256Of(part) }
      for (const [field, value] of Object.entries(fields)) if (value !== '') body.append(field, String(value))
      body.append('image', part, 'part')
      const headers = { 'Idempotency-Key': `${run}-${at}` }
      try {
        const { received, id } = await withSession(() => client.call('sendRecording', { body, headers, signal }))
        if (id !== undefined) return id
        ;[at, failures] = [received, 0]
      } catch (problem) {
        signal.throwIfAborted()
        const isDamaged = problem instanceof ApiError && problem.text === RECORDING.damagedPart
        if (!isDamaged && !isPassing(problem)) throw problem
        $sending.set({ name, bytes, sent: at, isWaiting: true })
        const seconds = problem instanceof ApiError ? problem.retryAfter : null
        await sleep(schedule, seconds ? seconds * 1000 : backoff((failures += 1)), signal)
        signal.throwIfAborted()
      }
    }
  }

  return {
    $sending,
    $refusal: uploads.$refusal,
    /** The id of the item's new file; undefined if it was refused or stopped. */
    async send(item: number, file: File): Promise<number | undefined> {
      if ($sending.get()) return undefined
      const own = (stopped = new AbortController())
      let sent: number | undefined
      await uploads.run(async () => (sent = await sendAll(item, file, own)))
      $sending.set(null)
      if (own.signal.aborted) uploads.clear()
      return sent
    },
    /** What was sent stays for some days. */
    stop: () => stopped.abort(),
  }
}
