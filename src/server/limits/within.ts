/** The result of `work`, or `late` if it takes longer than that. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: NoInfer<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, milliseconds, late)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
