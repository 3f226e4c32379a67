import type { ItemType, PeopleRole, Sort, TAG_MODES } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { ADDRESS } from './page-addresses.ts'

/** The search of the collection page as encoded in its URL; records by id. */
export interface CollectionSearch {
  search: string
  /** Years on spec §9's slider; null for the full range. */
  years: { start: number; end: number } | null
  people: readonly number[]
  peopleMode: (typeof TAG_MODES)[number]
  /** Null for any. */
  peopleAs: PeopleRole | null
  subjects: readonly number[]
  subjectsMode: (typeof TAG_MODES)[number]
  organizations: readonly number[]
  type: ItemType | null
  collection: number | null
  /** Zone id. */
  place: number | null
}
/** The first is the default. */
export const LAYOUTS = ['list', 'grid', 'map'] as const
export type Layout = (typeof LAYOUTS)[number]
export interface CollectionView {
  layout: Layout
  page: number
  /** Null for the usual order. */
  sort: Sort | null
}

/** The years before the slider begins. */
export const EARLIER = { start: 0, end: TIME.firstYear - 1 } as const

export const EMPTY_SEARCH: CollectionSearch = {
  search: '',
  years: null,
  people: [],
  peopleMode: 'OR',
  peopleAs: null,
  subjects: [],
  subjectsMode: 'OR',
  organizations: [],
  type: null,
  collection: null,
  place: null,
}

/**
 * Characters of a query: servers and proxies refuse request lines above 8 kB, and links should fit into an e-mail. A longer search text is truncated in
 * the URL only.
 */
export const MAX_QUERY_LENGTH = 6_000
/** Reserved for the text, however many tags there are. */
const MIN_TEXT_LENGTH = 500
/** Ids per filter. */
export const MAX_TAGS = 200

/** Removes control characters, which some servers refuse. */
export const cleanSearchText = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()

const encoded = (text: string) => new URLSearchParams({ q: text }).toString().length - 'q='.length

/** Truncates a text, at a word boundary if possible, so that its URL encoding has at most `characters` characters. */
export function truncateEncoded(text: string, characters: number): string {
  if (encoded(text) <= characters) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (encoded(text.slice(0, middle)) <= characters) fits = middle
    else tooLong = middle
  }
  const cut = text.slice(0, fits)
  const word = /^.*\S(?=\s)/su.exec(`${cut}${text.slice(fits, fits + 1)}`)?.[0]
  return (word ?? cut.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()
}

/** The query string without `?`. Defaults are left out; commas between ids are not encoded. */
export function collectionQuery(search: Partial<CollectionSearch>, view: Partial<CollectionView> = {}): string {
  const all = { ...EMPTY_SEARCH, ...search }
  const parameters: [string, string | number | null | false | undefined][] = [
    ['from', all.years && all.years.start > TIME.firstYear && all.years.start],
    ['to', all.years?.end],
    ['people', all.people.join(',')],
    ['people-mode', all.peopleMode === 'AND' && 'and'],
    ['people-as', all.peopleAs],
    ['subjects', all.subjects.join(',')],
    ['subjects-mode', all.subjectsMode === 'AND' && 'and'],
    ['organizations', all.organizations.join(',')],
    ['type', all.type],
    ['collection', all.collection],
    ['place', all.place],
    ['sort', view.sort],
    ['view', view.layout !== LAYOUTS[0] && view.layout],
    ['page', view.page !== 1 && view.page],
  ]
  const rest = parameters.flatMap(([key, value]) => (value ? [`${key}=${value}`] : [])).join('&')
  const text = truncateEncoded(cleanSearchText(all.search), Math.max(MIN_TEXT_LENGTH, MAX_QUERY_LENGTH - rest.length))
  const words = text && new URLSearchParams({ q: text }).toString().replaceAll('%2C', ',')
  return [words, rest].filter(Boolean).join('&')
}

/** `/collection/?subjects=12` */
export function collectionHref(search: Partial<CollectionSearch> = {}, view: Partial<CollectionView> = {}): string {
  const query = collectionQuery(search, view)
  return query ? `${ADDRESS.collection}?${query}` : ADDRESS.collection
}
