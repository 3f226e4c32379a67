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
