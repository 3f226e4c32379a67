/** Milliseconds after which the index of the last build is searched instead. */
const TIMEOUT = 2500

/** Reads JSON of the API. */
export const readJson = async (address: string): Promise<unknown> =>
  (await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) })).json()

/** Characters of a search that is corrected: a longer one would not fit into an address. */
const LONGEST = 200

/** A search that finds nothing, in better spelling; empty where the API at `base` knows none, or has no such call. */
export async function readCorrection(base: string, search: string, read = readJson): Promise<string> {
  if (search.length > LONGEST) return ''
  try {
    const address = `${base}/api/search/correction/?${new URLSearchParams({ search })}`
    const { correction } = (await read(address)) as { correction?: unknown }
    return typeof correction === 'string' ? correction : ''
  } catch {
    return ''
  }
}
