import { UserError } from './open-archive.ts'

/** What a shell answers for a program that Ctrl+C ended. */
const INTERRUPTED = 130
const SENTENCE = 'Interrupted. The archive is as it was.'

/**
 * Lets work that has begun to write take back what it wrote when somebody presses Ctrl+C; a second Ctrl+C ends it at once.
 * @param mayEnd true while nothing has been written.
 */
export function watchInterruption(mayEnd: () => boolean) {
  let interrupted = false
  const end = new AbortController()
  const signals = ['SIGINT', 'SIGTERM'] as const
  const onSignal = () => {
    stop()
    process.exitCode = INTERRUPTED
    interrupted = true
    end.abort(new UserError(SENTENCE))
    if (!mayEnd()) return console.error('\nTaking back what was begun …')
    console.error(`\n${SENTENCE}`)
    process.exit()
  }
  const stop = () => signals.forEach((signal) => process.off(signal, onSignal))
  for (const signal of signals) process.on(signal, onSignal)
  return {
    /** To be called between two steps. @throws {UserError} after Ctrl+C. */
    check() {
      if (interrupted) throw new UserError(SENTENCE)
    },
    /** For work that can be ended in the middle of a step. */
    signal: end.signal,
    stop,
  }
}
