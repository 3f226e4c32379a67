import { openApiSearch } from './api-engine.ts'
import { type Engine, openEngine } from './engine.ts'
import { PAGE_SIZE } from './results.ts'

/** The search of the results page. `api`: base URL of the API if this archive is so large that it is asked first (snapshot/search-api.ts). */
export const openSearch = (api: string | undefined): Pick<Engine, 'search'> =>
  api === undefined ? openEngine() : openApiSearch(api, PAGE_SIZE, openEngine())
