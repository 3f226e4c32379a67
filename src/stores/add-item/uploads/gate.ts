import { ApiError, UnreachableError } from '#client/errors.ts'
import type { Schedule } from '#stores/shared/deps.ts'

/** Milliseconds until the next attempt: doubling, up to the longest. */
const BACKOFF = { first: 1_000, longest: 30_000 } as const
export const backoff = (attempt: number): number => Math.min(BACKOFF.longest, BACKOFF.first * 2 ** attempt)

interface Options {
  /** See UploadDeps. */
  verifySession(): Promise<unknown>
  schedule: Schedule
  whenOnline(work: () => void): () => void
  /** Uploads may go on. */
  onOpen(): void
  onOffline(isOffline: boolean): void
  /** The user did not log in. */
  onGivenUp(): void
}

/** Holds uploads back while the connection or the session is checked, and while the server asked to wait. */
export function createGate({ verifySession, schedule, whenOnline, onOpen, onOffline, onGivenUp }: Options) {
  let isRecovering = false
  let isHeld = false
  let cancelHold = () => {}
  /** Counts resets: what began before one no longer counts. */
  let round = 0

  /** Small calls find out whether the server can be reached, not images. */
  async function recover(why: 'connection' | 'session') {
    const begun = round
    isRecovering = true
    if (why === 'connection') onOffline(true)
    for (let attempt = 0; round === begun; attempt += 1) {
      try {
        await verifySession()
        break
      } catch (problem) {
        if (round !== begun) break
        if (!isPassing(problem)) {
          onGivenUp()
          break
        }
        onOffline(true)
        await connectionOr(backoff(attempt))
      }
    }
    if (round !== begun) return
    isRecovering = false
    onOffline(false)
    onOpen()
  }

  /** Resolves after so many milliseconds, or when the browser comes online; it also says so when it is not, hence the limit. */
  const connectionOr = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        cancel()
        stopListening()
        resolve()
      }
      const cancel = schedule(milliseconds, done)
      const stopListening = whenOnline(done)
    })

  return {
    isOpen: () => !isRecovering && !isHeld,
    /** Waits until the server answers and the session is valid. */
    recover(why: 'connection' | 'session') {
      if (!isRecovering) void recover(why)
    },
    holdFor(seconds: number) {
      isHeld = true
      cancelHold()
      cancelHold = schedule(seconds * 1000, () => {
        isHeld = false
        onOpen()
      })
    },
    reset() {
      round += 1
      isRecovering = false
      isHeld = false
      cancelHold()
    },
  }
}

/** True when waiting helps: no answer, a busy server, or one that fails. */
export const isPassing = (problem: unknown): boolean =>
  problem instanceof UnreachableError ||
  (problem instanceof ApiError && (problem.status === 429 || problem.status >= 500))
