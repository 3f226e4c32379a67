/** Files at once: most of the time of one is waiting. */
const AT_ONCE = 16

/** Does the work for all, some at a time. After an error no more is begun. */
export async function inParallel<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  let failed = false
  const worker = async () => {
    for (const each of waiting) {
      if (failed) return
      await work(each).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
