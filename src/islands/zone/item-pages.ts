import { atom, type ReadableAtom } from 'nanostores'
import { PAGING, pagesOf } from '#contract/limits.ts'
import type { ZoneItem } from '#rules/zone-overview.ts'

/** One page of a zone's items. `loading`: the page that was asked for is on its way, the items are those of the page before. */
export interface ItemPage {
  state: 'ready' | 'loading' | 'failed'
  page: number
  pages: number
  count: number
  items: readonly ZoneItem[]
  /** True where this page is the snapshot's because it could not be renewed. */
  away: boolean
}
/** Reads one page; page numbers start at 1. */
export type ReadPage = (page: number, signal: AbortSignal) => Promise<{ count: number; items: ZoneItem[] }>

export interface ItemPages {
  $page: ReadableAtom<ItemPage>
  /** What an overview says of its items: all of them (a snapshot's), or the first page of `count`. */
  offer(items: readonly ZoneItem[], count: number): void
  turn(page: number): void
  stop(): void
}

/**
 * Spec §2 "Items: paged items of the zone", without React. A page that the snapshot knows is there at once and is then renewed; with the API away
 * the snapshot's stays. An answer that comes after another page was asked for is dropped.
 */
export function createItemPages(read: ReadPage): ItemPages {
  const $page = atom<ItemPage>({ state: 'ready', page: 1, pages: 1, count: 0, items: [], away: false })
  let whole: readonly ZoneItem[] = []
  let asked = new AbortController()

  const known = (page: number) => whole.slice((page - 1) * PAGING.tabs, page * PAGING.tabs)
  const show = (page: number, count: number, items: readonly ZoneItem[]) =>
    $page.set({ state: 'ready', page, pages: pagesOf(count, PAGING.tabs), count, items, away: false })

  function offer(items: readonly ZoneItem[], count: number): void {
    if (items.length === count) whole = items
    const { page, state } = $page.get()
    // Whoever has turned the page is not turned back.
    if (page > 1 || state !== 'ready') return $page.set({ ...$page.get(), pages: pagesOf(count, PAGING.tabs), count })
    show(1, count, items.slice(0, PAGING.tabs))
  }

  async function load(page: number, { signal }: AbortController): Promise<void> {
    try {
      const { count, items } = await read(page, signal)
      if (signal.aborted) return
      // Items were taken back meanwhile, and this page with them.
      if (page > pagesOf(count, PAGING.tabs)) return turn(pagesOf(count, PAGING.tabs))
      show(page, count, items)
    } catch {
      if (signal.aborted) return
      $page.set({ ...$page.get(), ...(known(page).length === 0 ? { state: 'failed' } : { away: true }) })
    }
  }

  function turn(page: number): void {
    asked.abort()
    asked = new AbortController()
    const now = $page.get()
    const kept = known(page)
    if (kept.length > 0) show(page, now.count, kept)
    else $page.set({ ...now, state: 'loading', page })
    void load(page, asked)
  }

  return { $page, offer, turn, stop: () => asked.abort() }
}
