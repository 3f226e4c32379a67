import { IMAGE_UPLOAD } from '#contract/picture-messages.ts'

/** How an attempt to send an image ended. `broken`: no answer; `aborted`: paused or stopped. */
export type SendResult = { kind: 'answered'; answer: Answer } | { kind: 'broken' } | { kind: 'aborted' }

export interface Answer {
  status: number
  /** Parsed JSON; undefined for anything else, and `isPage` where that was an HTML page. */
  body: unknown
  isPage: boolean
  /** Seconds, as Retry-After says; null without it. */
  retryAfter: number | null
}

/**
 * What to do next with an image. `recover`: check connection and session, then send it again. `wait`: the server asked every sender to wait.
 * `retry`: send it again after a while.
 */
type NextStep =
  | { step: 'sent'; scan: number }
  | { step: 'fail'; text: string; isFinal: boolean }
  | { step: 'recover'; why: 'connection' | 'session' }
  | { step: 'wait'; seconds: number }
  | { step: 'retry' }

/** Attempts of one image that ended in vain, by what they showed. */
export interface Failures {
  /** The connection broke, although the server could be reached afterwards. */
  broken: number
  /** 500, or something that no archive answers. */
  errors: number
  /** 401 or 403, although the session was valid afterwards. */
  unauthorized: number
}

/** Attempts before an image counts as failed. A proxy that refuses large files may break the connection instead of answering. */
const MOST: Failures = { broken: 5, errors: 4, unauthorized: 2 }

const DEFAULT_WAIT = 5
const LONGEST_WAIT = 10 * 60

const fail = (text: string, isFinal = false): NextStep => ({ step: 'fail', text, isFinal })

/** Decides what follows from an answer and counts failures. `size` of the file in bytes. */
export function nextStep(result: Exclude<SendResult, { kind: 'aborted' }>, failures: Failures, size: number): NextStep {
  if (result.kind === 'broken') {
    failures.broken += 1
    if (failures.broken >= MOST.broken) return fail(IMAGE_UPLOAD.broken)
    return { step: 'recover', why: 'connection' }
  }
  const { answer } = result
  switch (answer.status) {
    case 400:
    case 415:
    case 422:
      return refusal(answer)
    case 401:
    case 403:
      failures.unauthorized += 1
      return failures.unauthorized > MOST.unauthorized
        ? fail(IMAGE_UPLOAD.forbidden)
        : { step: 'recover', why: 'session' }
    case 413:
      return fail(IMAGE_UPLOAD.tooLarge(size), true)
    case 429:
    case 503:
      return { step: 'wait', seconds: Math.min(LONGEST_WAIT, Math.max(1, answer.retryAfter ?? DEFAULT_WAIT)) }
    // A proxy whose server is away: it may be starting again.
    case 502:
    case 504:
      return { step: 'recover', why: 'connection' }
    default:
  }
  if (answer.status >= 200 && answer.status < 300 && !answer.isPage) return { step: 'sent', scan: scanOf(answer.body) }
  if (answer.status >= 400 && answer.status < 500) return fail(IMAGE_UPLOAD.failed)
  failures.errors += 1
  return failures.errors >= MOST.errors ? fail(IMAGE_UPLOAD.failed) : { step: 'retry' }
}

/** A refusal that names a field is about this file or its fields: sending them again is in vain. */
function refusal({ body, status }: Answer): NextStep {
  const { detail: _, ...fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const reason = Object.values(fields)
    .flat()
    .find((each) => typeof each === 'string')
  if (reason !== undefined) return fail(IMAGE_UPLOAD.refused(reason), true)
  return status === 415 ? fail(IMAGE_UPLOAD.kind, true) : fail(IMAGE_UPLOAD.failed)
}

/** Spec §7: what the call returns is "not shown", so the id may be missing. */
function scanOf(body: unknown): number {
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : 0
}
