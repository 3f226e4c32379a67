export interface LatestRequest {
  /** Aborted when a newer request begins. */
  signal: AbortSignal
  isCurrent(): boolean
}

/** Makes only the newest of several requests count, whichever answer arrives first. */
export function latestOnly() {
  let current: AbortController | undefined
  const end = () => {
    current?.abort()
    current = undefined
  }
  return {
    next(): LatestRequest {
      end()
      const own = (current = new AbortController())
      return { signal: own.signal, isCurrent: () => current === own }
    },
    /** Aborts the current request; no answer counts any more. */
    end,
  }
}
