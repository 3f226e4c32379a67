import { setImmediate } from 'node:timers/promises'

/** Milliseconds for which work of many steps holds the thread. */
const HELD = 10
let answeredAt = 0
/** Lets other requests be answered, if that is due: to be called between the steps of long work. */
export async function letOthersRun(): Promise<void> {
  if (performance.now() - answeredAt < HELD) return
  await setImmediate()
  answeredAt = performance.now()
}

/** Runs at most `width` tasks at once; the others wait. */
export function createLimiter(width: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Calls with a key whose work is running share its promise instead of starting it again ("single flight"). */
export function createSingleFlight<T>() {
  const running = new Map<string, Promise<T>>()
  const once = (key: string, work: () => Promise<T>): Promise<T> => {
    let promise = running.get(key)
    if (!promise) {
      promise = work().finally(() => running.delete(key))
      running.set(key, promise)
    }
    return promise
  }
  return Object.assign(once, { isRunning: (key: string) => running.has(key) })
}

/** Runs a task for each value, at most `width` at once. After the first error no more start, and it is thrown when the running ones are done. */
export async function inParallel<T>(
  values: Iterable<T> | AsyncIterable<T>,
  width: number,
  task: (value: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  for await (const value of values) {
    if (failure) break
    const one: Promise<void> = task(value)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => running.delete(one))
    running.add(one)
    if (running.size >= width) await Promise.race(running)
  }
  await Promise.all(running)
  if (failure) throw failure.error
}

/** The result of `work`, or `late` if it takes longer than that. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: NoInfer<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, milliseconds, late)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** The result of `work`. @throws the reason of the signal as soon as it aborts, while work that can't be stopped goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}
