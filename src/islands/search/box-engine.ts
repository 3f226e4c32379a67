import type { openApiSearch } from './api-engine.ts'
import { type Engine, openEngine } from './engine.ts'
import { MOST_OF_A_KIND } from './suggestions.ts'

/** The event with which the search by the API (api-search.ts) announces itself. */
export const API_SEARCH_READY = 'api-search'

/**
 * The search of the header. Pages of a large archive say in `data-api-search` which script asks the API first, and in `data-api` where that is
 * (components/HeaderSearch.astro).
 */
export function openBoxEngine({ api = '', apiSearch }: DOMStringMap): Pick<Engine, 'search'> {
  const index = openEngine()
  if (!apiSearch) return index
  let engine: Pick<Engine, 'search'> = index
  addEventListener(API_SEARCH_READY, (event) => {
    engine = (event as CustomEvent<typeof openApiSearch>).detail(api, MOST_OF_A_KIND, index)
  })
  const loaded = import(/* @vite-ignore */ apiSearch).catch(() => undefined)
  return { search: (...asked) => loaded.then(() => engine.search(...asked)) }
}
