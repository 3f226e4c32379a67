import { ApiError } from '#client/errors.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { backoff, isPassing } from '../add-item/uploads/gate.ts'
import type { Schedule } from './deps.ts'
import { sleep } from './sleep.ts'

export interface PartsDeps {
  schedule: Schedule
  newId(): string
}

interface Part {
  body: FormData
  headers: { 'Idempotency-Key': string }
  signal: AbortSignal
}

interface Sending<Answer> {
  file: File
  /** Beside each part. */
  fields: Record<string, string | number>
  send: (part: Part) => Promise<Answer>
  isDone: (answer: Answer) => boolean
  /** How many bytes are there; `isWaiting`: for the connection, or because the archive asked to. */
  onProgress: (sent: number, isWaiting: boolean) => void
  signal: AbortSignal
}

/** Empty without https, where browsers do not count it. */
async function sha256Of(part: Blob): Promise<string> {
  const hash = await globalThis.crypto.subtle?.digest('SHA-256', await part.arrayBuffer())
  return Array.from(new Uint8Array(hash ?? []), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends a file in parts, and goes on by itself after a cut; what the archive has already is not sent again. Rejects with what refused it, or when it
 * is aborted.
 */
export async function sendInParts<Answer extends { received: number }>(
  { file, fields, send, isDone, onProgress, signal }: Sending<Answer>,
  { schedule, newId }: PartsDeps,
): Promise<Answer> {
  const { size: bytes, lastModified: modified } = file
  const run = newId()
  let failures = 0
  for (let at = 0; ;) {
    onProgress(at, failures > 0)
    // All of it is there, and the archive could not keep it yet: any part asks again.
    const part = file.slice(at < bytes ? at : 0).slice(0, RECORDING_UPLOAD.part)
    const body = new FormData()
    const all = { ...fields, bytes, modified, at, sha256: await sha256Of(part) }
    for (const [field, value] of Object.entries(all)) if (value !== '') body.append(field, String(value))
    body.append('image', part, 'part')
    try {
      const answer = await send({ body, headers: { 'Idempotency-Key': `${run}-${at}` }, signal })
      if (isDone(answer)) return answer
      ;[at, failures] = [answer.received, 0]
    } catch (problem) {
      signal.throwIfAborted()
      const isDamaged = problem instanceof ApiError && problem.text === RECORDING.damagedPart
      if (!isDamaged && !isPassing(problem)) throw problem
      onProgress(at, true)
      const seconds = problem instanceof ApiError ? problem.retryAfter : null
      await sleep(schedule, seconds ? seconds * 1000 : backoff((failures += 1)), signal)
      signal.throwIfAborted()
    }
  }
}
