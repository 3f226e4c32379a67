/** Calls `load` once and shares its promise. A failure is forgotten, so the next call tries again. */
export function memoizeAsync<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    loaded ??= load().catch((problem: unknown) => {
      loaded = undefined
      throw problem
    })
    return loaded
  }
}
