import { openApiEngine, withFallback } from './api-engine.ts'
import { openEngine, type Engine } from './engine.ts'

/**
 * The search of the header and of the results page. `api`: base URL of the API if this archive is so large that it is asked first
 * (snapshot/search-api.ts). `size`: results of a kind that are shown at once.
 */
export const openSearch = (api: string | undefined, size: number): Pick<Engine, 'search'> =>
  api === undefined ? openEngine() : withFallback(openApiEngine(api, size), openEngine())
