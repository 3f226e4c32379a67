import { atom } from 'nanostores'
import * as v from 'valibot'
import { item } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { resultCard, type ResultCard } from '#rules/result-card.ts'
import { listPage, rowsOf } from '../shared/rows.ts'
import { createTurns, type Turn } from '../shared/turns.ts'
import { orMeanwhile } from '../shared/waits.ts'
import type { Filters, Results } from './collection-stores.ts'
import { filterQuery, pageQuery } from './filters.ts'
import type { CollectionParts } from './parts.ts'
import { asTold, saysAway, saysNoSuchCall, type Reach } from './reach.ts'

/** Which page of which items; pages count from 1. */
export interface Wish {
  filters: Filters
  page: number
}

const ready = (page: number, count: number, items: readonly ResultCard[], source: Results['source']): Results => ({
  state: 'ready',
  page,
  pages: pagesOf(count, PAGING.collection),
  count,
  items,
  source,
})

type Around = Pick<CollectionParts, 'client' | 'snapshot' | 'apiBase' | 'thisYear' | 'later'> & {
  reach: Reach
  /** Called with each answer that is shown. */
  shown(wish: Wish, results: Results): void
}

/** The list of results, a page at a time: through the API, or by the last build while that is away. */
export function createResults({ client, snapshot, apiBase, thisYear, later, reach, shown }: Around) {
  const $results = atom<Results>({ state: 'loading', page: 1, pages: 1, count: null, items: [], source: 'api' })
  const turns = createTurns()

  /** The last page where there are fewer than wished. */
  async function published({ filters, page }: Wish, signal: AbortSignal): Promise<Results> {
    const query = { ...filterQuery(filters, thisYear), ...pageQuery(page) }
    const read = v.safeParse(listPage, await asTold(later, signal, () => client.read('items', { query, signal })))
    if (!read.success) throw new NoList()
    const { count, results } = read.output
    const pages = pagesOf(count, PAGING.collection)
    if (page > pages) return published({ filters, page: pages }, signal)
    const items = rowsOf(item, results).filter(({ visibility }) => visibility === 'published')
    return ready(
      page,
      count,
      items.map((each) => resultCard(each, apiBase)),
      'api',
    )
  }
  async function built({ filters, page }: Wish): Promise<Results> {
    const { count, items } = await snapshot.list(filters, page)
    const pages = pagesOf(count, PAGING.collection)
    return page > pages ? built({ filters, page: pages }) : ready(page, count, items, 'snapshot')
  }
  const orFailed = (answers: Promise<Results>, page: number) =>
    answers.catch((): Results => ({ state: 'failed', page, pages: 1, count: null, items: [], source: 'api' }))

  async function read(wish: Wish, turn: Turn): Promise<Results> {
    try {
      const results = await published(wish, turn.signal)
      if (turn.isCurrent()) reach.found()
      return results
    } catch (problem) {
      // A host without this call has the pages only.
      const isAway = saysAway(problem) || saysNoSuchCall(problem) || problem instanceof NoList
      if (!isAway) {
        // Who refuses is there.
        if (turn.isCurrent()) reach.found()
        throw problem
      }
      if (turn.isCurrent()) reach.lost()
      return built(wish)
    }
  }

  return {
    $results,
    async load(wish: Wish): Promise<void> {
      const turn = turns.next()
      const show = (results: Results) => {
        if (!turn.isCurrent()) return
        $results.set(results)
        shown(wish, results)
      }
      const meanwhile = () => {
        const showBuilt = (results: Results) => {
          if (!turn.isCurrent() || $results.get().state !== 'loading') return
          reach.slow()
          show(results)
        }
        built(wish).then(showBuilt, () => {})
      }
      $results.set({ ...$results.get(), state: 'loading', page: wish.page })
      if (!reach.mayAsk()) return show(await orFailed(built(wish), wish.page))
      if (reach.$away.get()) meanwhile()
      show(await orMeanwhile(later, orFailed(read(wish, turn), wish.page), meanwhile))
    },
    stop: turns.end,
  }
}

/** What answered is not the API. */
class NoList extends Error {}
