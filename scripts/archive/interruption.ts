import { UserError } from './open-archive.ts'
import { showProgress } from './progress.ts'

/** Runs work with a progress bar until it ends or Ctrl+C interrupts it, which `onProgress` throws. */
export async function withInterruptibleProgress<T>(
  label: string,
  unit: string,
  scale: number,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const interruption = watchInterruption(() => false)
  const bar = showProgress(label, unit, scale)
  try {
    return await work((done, total) => {
      interruption.check()
      bar.update(done, total)
    })
  } finally {
    bar.end()
    interruption.stop()
  }
}

/** Exit code of a program that Ctrl+C ended. */
const INTERRUPTED = 130
const SENTENCE = 'Interrupted. The archive is unchanged.'

/** Lets running work undo what it wrote after Ctrl+C; a second Ctrl+C ends it at once. `mayEnd`: nothing has been written yet. */
export function watchInterruption(mayEnd: () => boolean) {
  let interrupted = false
  const end = new AbortController()
  const signals = ['SIGINT', 'SIGTERM'] as const
  const onSignal = () => {
    stop()
    process.exitCode = INTERRUPTED
    interrupted = true
    end.abort(new UserError(SENTENCE))
    if (!mayEnd()) return console.error('\nUndoing what was begun …')
    console.error(`\n${SENTENCE}`)
    process.exit()
  }
  const stop = () => signals.forEach((signal) => process.off(signal, onSignal))
  for (const signal of signals) process.on(signal, onSignal)
  return {
    /** To be called between steps. @throws {UserError} after Ctrl+C. */
    check() {
      if (interrupted) throw new UserError(SENTENCE)
    },
    /** For work that can be aborted in the middle of a step. */
    signal: end.signal,
    stop,
  }
}
