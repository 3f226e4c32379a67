import { loadErrorOf, type LoadError } from '#client/errors.ts'
import type { Schedule } from '#stores/shared/deps.ts'
import { withSlowFallback } from '#stores/shared/debounce.ts'

/** What the popup shows: the item from the API, or from its page of the last build if the API is slow or away. */
export type WatchedItem<Item, Built> =
  | { state: 'loading' }
  | { state: 'ready'; item: Item }
  | { state: 'as-built'; built: Built }

export interface WatchOptions<Item, Built> {
  /** Loads it from the API. */
  load(signal: AbortSignal): Promise<Item>
  /** Reads its page of the last build; null if there is none. */
  readBuilt(signal: AbortSignal): Promise<Built | null>
  /** True if the archive is known to be unreachable: then it is not asked. */
  isAway: boolean
  later: Schedule
  show(item: WatchedItem<Item, Built>): void
  /** Called when neither has it, or the API says that it was withdrawn. */
  lose(why: LoadError): void
}

/** Shows an item (spec §2 "Item overview popup loads one item"). Returns a function that stops it. */
export function watchItem<Item, Built>(options: WatchOptions<Item, Built>): () => void {
  const { load, readBuilt, isAway, later, show, lose } = options
  const stop = new AbortController()
  const { signal } = stop
  let reading: Promise<Built | null> | undefined
  let answered = false
  let isBuiltShown = false

  /** Once shown it stays, so that nothing changes under a reader when the API answers late. */
  async function showBuilt(): Promise<void> {
    const built = await (reading ??= readBuilt(signal).catch(() => null))
    if (signal.aborted || answered || isBuiltShown || built === null) return
    isBuiltShown = true
    show({ state: 'as-built', built })
  }

  async function watch(): Promise<void> {
    show({ state: 'loading' })
    try {
      if (isAway) throw new Error('The archive is away.')
      const item = await withSlowFallback(later, load(signal), showBuilt)
      if (signal.aborted || isBuiltShown) return
      answered = true
      show({ state: 'ready', item })
    } catch (problem) {
      if (signal.aborted) return
      const why = loadErrorOf(problem)
      if (why === 'missing') answered = true
      else await showBuilt()
      if (!signal.aborted && (answered || !isBuiltShown)) lose(why)
    }
  }

  void watch()
  return () => stop.abort()
}
