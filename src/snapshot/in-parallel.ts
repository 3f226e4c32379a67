/** Runs `work` on every value, at most `limit` at a time; results in the order of the values. The first failure stops the rest. */
export async function inParallel<In, Out>(
  values: readonly In[],
  limit: number,
  work: (value: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(values.length)
  let next = 0
  let failed = false
  const worker = async () => {
    while (!failed && next < values.length) {
      const index = next++
      try {
        results[index] = await work(values[index]!)
      } catch (problem) {
        failed = true
        throw problem
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, worker))
  return results
}
