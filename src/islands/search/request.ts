import { isSearchKind } from '#rules/search/search-kinds.ts'
import { TYPES } from '#rules/search/index-filters.ts'

/** The query of a results page: `/search/?q=mill&kind=item&type=postcard&page=2`. */
export interface SearchRequest {
  words: string
  kind: string
  type: string
  page: number
}

/** Longer texts are cut, so that they fit into an address. */
const LONGEST_QUERY = 200

/** Parses an address. Unknown values are ignored, so that an old or hand-made link still shows something. */
export function readRequest(search: string): SearchRequest {
  const values = new URLSearchParams(search)
  const words = (values.get('q') ?? '').trim().slice(0, LONGEST_QUERY)
  const type = TYPES.find((each) => each === values.get('type')) ?? ''
  const asked = values.get('kind') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(values.get('page') ?? '') ? Number(values.get('page')) : 1
  return { words, kind: type ? 'item' : isSearchKind(asked) ? asked : '', type, page }
}

/** The address of a request, without default values. */
export function writeRequest({ words, kind, type, page }: SearchRequest): string {
  const values = new URLSearchParams()
  if (words) values.set('q', words)
  if (kind && !type) values.set('kind', kind)
  if (type) values.set('type', type)
  if (page > 1) values.set('page', String(page))
  const query = values.toString()
  return query ? `/search/?${query}` : '/search/'
}
