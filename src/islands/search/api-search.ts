import { openApiSearch } from './api-engine.ts'
import { API_SEARCH_READY } from './box-engine.ts'

// A bundle of its own, which only pages of large archives load (box-engine.ts). It announces itself with an event: in such bundles Vite drops exports.
dispatchEvent(new CustomEvent(API_SEARCH_READY, { detail: openApiSearch }))
