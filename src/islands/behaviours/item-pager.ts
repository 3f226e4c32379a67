import { atom } from 'nanostores'
import { PAGING, pagesOf } from '#contract/limits.ts'
import type { ItemSummary } from '#views/item-lists.ts'

/** One page of items. `loading`: `items` are still those of the previous page. */
export interface ItemPage {
  state: 'ready' | 'loading' | 'failed'
  page: number
  pages: number
  count: number
  items: readonly ItemSummary[]
  /** True when this page is from the last build, because the API did not answer. */
  away: boolean
}
/** Reads one page; pages count from 1. */
export type ReadPage = (page: number, signal: AbortSignal) => Promise<{ count: number; items: ItemSummary[] }>

/**
 * Spec §2 "Items: paged items of the zone", without React. A page of the last build shows at once and is then renewed from the API; without an answer
 * it stays. Late answers for another page are dropped.
 */
export function createItemPager(read: ReadPage) {
  const $page = atom<ItemPage>({ state: 'ready', page: 1, pages: 1, count: 0, items: [], away: false })
  let whole: readonly ItemSummary[] = []
  let asked = new AbortController()

  const known = (page: number) => whole.slice((page - 1) * PAGING.tabs, page * PAGING.tabs)
  const show = (page: number, count: number, items: readonly ItemSummary[]) =>
    $page.set({ state: 'ready', page, pages: pagesOf(count, PAGING.tabs), count, items, away: false })

  function offer(items: readonly ItemSummary[], count: number): void {
    if (items.length === count || items.length > PAGING.tabs) whole = items
    const { page, state } = $page.get()
    // Keep a page that the visitor has gone to.
    if (page > 1 || state !== 'ready') return $page.set({ ...$page.get(), pages: pagesOf(count, PAGING.tabs), count })
    show(1, count, items.slice(0, PAGING.tabs))
  }

  async function load(page: number, { signal }: AbortController): Promise<void> {
    try {
      const { count, items } = await read(page, signal)
      if (signal.aborted) return
      // Items were unpublished meanwhile, and this page with them.
      if (page > pagesOf(count, PAGING.tabs)) return goToPage(pagesOf(count, PAGING.tabs))
      show(page, count, items)
    } catch {
      if (signal.aborted) return
      $page.set({ ...$page.get(), ...(known(page).length === 0 ? { state: 'failed' } : { away: true }) })
    }
  }

  function goToPage(page: number): void {
    asked.abort()
    asked = new AbortController()
    const now = $page.get()
    const built = known(page)
    if (built.length > 0) show(page, now.count, built)
    else $page.set({ ...now, state: 'loading', page })
    void load(page, asked)
  }

  return { $page, offer, goToPage, stop: () => asked.abort() }
}
