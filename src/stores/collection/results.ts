import { atom } from 'nanostores'
import * as v from 'valibot'
import { item, type Sort } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { resultCard } from '#views/result-card.ts'
import { withSlowFallback } from '../shared/debounce.ts'
import { latestOnly, type LatestRequest } from '../shared/latest-only.ts'
import { listPage, validRows } from '../shared/rows.ts'
import { isAway, isUnsupported, retryAfter, type ApiStatus } from './api-status.ts'
import type { Filters, Results } from './collection-stores.ts'
import type { CollectionDeps } from './deps.ts'
import { pageQuery } from './filters.ts'

/** Pages count from 1. */
export interface SearchQuery {
  filters: Filters
  page: number
  /** Null for the usual order. */
  sort: Sort | null
}

const ready = (
  answer: Pick<Results, 'page' | 'items' | 'source' | 'shortened' | 'suggestion'> & { count: number },
): Results => ({
  state: 'ready',
  pages: pagesOf(answer.count, PAGING.collection),
  ...answer,
})
const NO_RESULTS = { pages: 1, count: null, items: [], source: 'api', shortened: [], suggestion: '' } as const

type Deps = Pick<CollectionDeps, 'client' | 'snapshot' | 'apiBase' | 'schedule'> & {
  apiStatus: ApiStatus
  queryOf(filters: Filters): object
  /** Called with every answer that is shown. */
  onResults(query: SearchQuery, results: Results): void
}

/** One page of results, from the API or, while that is away, from the last build. */
export function createResults({ client, snapshot, apiBase, schedule, apiStatus, queryOf, onResults }: Deps) {
  const $results = atom<Results>({ state: 'loading', page: 1, ...NO_RESULTS })
  const requests = latestOnly()

  /** A page past the end becomes the last page. */
  async function published({ filters, page, sort }: SearchQuery, signal: AbortSignal): Promise<Results> {
    const query = { ...queryOf(filters), ...pageQuery(page), sort }
    const read = v.safeParse(
      listPage,
      await retryAfter(schedule, signal, () => client.read('items', { query, signal })),
    )
    if (!read.success) throw new NotAListError()
    const { count, results, shortened = [], suggestion } = read.output
    const pages = pagesOf(count, PAGING.collection)
    if (page > pages) return published({ filters, page: pages, sort }, signal)
    const items = validRows(item, results).filter(({ visibility }) => visibility === 'published')
    const cards = items.map((each) => resultCard(each, apiBase))
    return ready({ page, count, items: cards, source: 'api', shortened, suggestion })
  }
  async function built({ filters, page, sort }: SearchQuery): Promise<Results> {
    const { count, items } = await snapshot.list(filters, page)
    const pages = pagesOf(count, PAGING.collection)
    return page > pages
      ? built({ filters, page: pages, sort })
      : ready({ page, count, items, source: 'snapshot', shortened: [], suggestion: '' })
  }

  async function read(query: SearchQuery, request: LatestRequest): Promise<Results> {
    try {
      const results = await published(query, request.signal)
      if (request.isCurrent()) apiStatus.markReachable()
      return results
    } catch (problem) {
      // A host without this call has only the static pages.
      const isUnavailable = isAway(problem) || isUnsupported(problem) || problem instanceof NotAListError
      if (request.isCurrent()) apiStatus[isUnavailable ? 'markAway' : 'markReachable']()
      if (!isUnavailable) throw problem
      return built(query)
    }
  }

  return {
    $results,
    async load(query: SearchQuery): Promise<void> {
      const request = requests.next()
      const show = (results: Results) => {
        if (!request.isCurrent()) return
        $results.set(results)
        onResults(query, results)
      }
      const orFailed = (answer: Promise<Results>) =>
        answer.catch((): Results => ({ state: 'failed', page: query.page, ...NO_RESULTS }))
      const readBuilt = () => built(query)
      const showBuilt = (results: Results) => {
        if (!request.isCurrent() || $results.get().state !== 'loading') return
        apiStatus.markSlow()
        show(results)
      }
      $results.set({ ...$results.get(), state: 'loading', page: query.page })
      if (!apiStatus.shouldAsk()) return show(await orFailed(built(query)))
      if (apiStatus.$away.get()) readBuilt().then(showBuilt, () => {})
      show(await withSlowFallback(schedule, orFailed(read(query, request)), readBuilt, showBuilt))
    },
    stop: requests.end,
  }
}

/** The answer is not from the API. */
class NotAListError extends Error {}
