import { atom } from 'nanostores'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { withSlowFallback } from '../shared/debounce.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { Results } from './collection-stores.ts'
import type { CollectionDeps } from './deps.ts'
import type { CollectionQuery, ItemSource } from './item-source.ts'
import type { Sources } from './sources.ts'

const NO_RESULTS = { pages: 1, count: null, items: [], source: 'api', shortened: [], suggestion: '' } as const

type Deps = Pick<CollectionDeps, 'schedule'> & { sources: Sources }

/** One page of results, from the API or, while that is away, from the last build. */
export function createResults({ schedule, sources }: Deps) {
  const $results = atom<Results>({ state: 'loading', search: EMPTY_SEARCH, page: 1, ...NO_RESULTS })
  const requests = latestOnly()

  return {
    $results,
    async load(query: CollectionQuery): Promise<void> {
      const request = requests.next()
      const { search } = query
      /** A page past the end becomes the last page. */
      const readFrom =
        (page: number) =>
        async (source: ItemSource): Promise<Results> => {
          // Without words pictures come first; a text search has an order of its own.
          const sort = query.sort ?? (search.search === '' ? 'pictures' : null)
          const found = await source.list({ ...query, sort, page }, request.signal)
          const pages = pagesOf(found.count, PAGING.collection)
          if (page > pages) return readFrom(pages)(source)
          return { state: 'ready', search, page, pages, ...found, source: source.isBuilt ? 'snapshot' : 'api' }
        }
      const read = readFrom(query.page)
      const readBuilt = async () => read(await sources.built())
      const show = (results: Results) => request.isCurrent() && $results.set(results)
      const showBuilt = (results: Results) => {
        if (!request.isCurrent() || $results.get().state !== 'loading') return
        sources.markSlow()
        show(results)
      }
      const orFailed = (answer: Promise<Results>) =>
        answer.catch((): Results => ({ state: 'failed', search, page: query.page, ...NO_RESULTS }))
      $results.set({ ...$results.get(), state: 'loading', page: query.page })
      if (!sources.shouldAsk()) return void show(await orFailed(readBuilt()))
      if (sources.$away.get()) readBuilt().then(showBuilt, () => {})
      show(await withSlowFallback(schedule, orFailed(sources.probe(request, read)), readBuilt, showBuilt))
    },
    stop: requests.end,
  }
}
