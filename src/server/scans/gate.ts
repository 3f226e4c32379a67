/** Lets at most `width` tasks run at once; the others wait their turn. */
export function createGate(width: number): <T>(task: () => Promise<T>) => Promise<T> {
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

/** Runs a task for each of a stream of values, at most `width` at once; the first error ends it after the running ones. */
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
