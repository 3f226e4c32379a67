import { ApiError } from '#client/errors.ts'
import type { WhyLost } from '#stores/map/map-stores.ts'
import type { Later } from '#stores/shared/parts.ts'
import { orMeanwhile } from '#stores/shared/waits.ts'

/** An item as it comes in: from the archive, or as its page of the last build has it because the archive does not answer (soon enough). */
export type WatchedItem<Item, Built> =
  { state: 'loading' } | { state: 'ready'; item: Item } | { state: 'as-built'; built: Built }

export interface WatchOptions<Item, Built> {
  /** Asks the archive. */
  load(signal: AbortSignal): Promise<Item>
  /** Reads the item's page of the last build; null where there is none. */
  readBuilt(signal: AbortSignal): Promise<Built | null>
  /** An archive that is known not to answer is not waited for. */
  isAway: boolean
  later: Later
  show(item: WatchedItem<Item, Built>): void
  /** Called when nobody can show it; what was taken back is not shown as it was. */
  lose(why: WhyLost): void
}

/** Shows an item (spec §2 "Item overview popup loads one item"). The function that it returns ends that: what comes late is dropped. */
export function watchItem<Item, Built>(options: WatchOptions<Item, Built>): () => void {
  const { load, readBuilt, isAway, later, show, lose } = options
  const stop = new AbortController()
  const { signal } = stop
  let reading: Promise<Built | null> | undefined
  let answered = false
  let standing = false

  /** Whoever reads it goes on reading: it stays when the archive answers after all. */
  async function showBuilt(): Promise<void> {
    const built = await (reading ??= readBuilt(signal).catch(() => null))
    if (signal.aborted || answered || standing || built === null) return
    standing = true
    show({ state: 'as-built', built })
  }

  async function watch(): Promise<void> {
    show({ state: 'loading' })
    try {
      if (isAway) throw new Error('The archive is away.')
      const item = await orMeanwhile(later, load(signal), () => void showBuilt())
      if (signal.aborted || standing) return
      answered = true
      show({ state: 'ready', item })
    } catch (problem) {
      if (signal.aborted) return
      const missing = problem instanceof ApiError && problem.status === 404
      if (missing) answered = true
      else await showBuilt()
      if (!signal.aborted && (missing || !standing)) lose(missing ? 'missing' : 'unreachable')
    }
  }

  void watch()
  return () => stop.abort()
}
