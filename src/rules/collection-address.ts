import { ITEM_TYPES, type ItemType, type TAG_MODES } from '#contract/item.ts'
import { SEARCH_MINIMUM, TIME } from '#contract/limits.ts'
import { ADDRESS } from './addresses.ts'

/** What the collection page is asked for, as its address says it: records by their ids. */
export interface CollectionSearch {
  search: string
  /** Both ends are years of spec §9's slider; null for the whole of time. */
  years: { start: number; end: number } | null
  people: readonly number[]
  peopleMode: (typeof TAG_MODES)[number]
  subjects: readonly number[]
  subjectsMode: (typeof TAG_MODES)[number]
  organizations: readonly number[]
  type: ItemType | null
  collection: number | null
  /** A zone. */
  place: number | null
}
/** How the results are shown; the first is how they are at first. */
export const LAYOUTS = ['list', 'grid', 'map'] as const
export type Layout = (typeof LAYOUTS)[number]
export interface CollectionView {
  layout: Layout
  page: number
}

export const EVERYTHING: CollectionSearch = {
  search: '',
  years: null,
  people: [],
  peopleMode: 'OR',
  subjects: [],
  subjectsMode: 'OR',
  organizations: [],
  type: null,
  collection: null,
  place: null,
}

/**
 * Characters of a whole query: servers and proxies refuse a line of more than 8 kB, and a link has to fit into a letter. A text that leaves no room is
 * cut in the address at a word; who types it searches for all of it.
 */
export const LONGEST_QUERY = 6_000
/** What a text has at least, however many tags there are. */
const LEAST_TEXT = 500
/** More ids of one kind are nobody's search. */
export const MOST_TAGS = 200

/** A text to search for as it can be sent: control characters are no words, and servers refuse some. */
export const searchLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()

const encoded = (text: string) => new URLSearchParams({ q: text }).toString().length - 'q='.length

/** As much of a text, from its beginning, as takes no more than so many characters in an address; cut at a word where there is one. */
export function fitting(text: string, characters: number): string {
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

/** The search as a query without its question mark: what is as at first is left out, ids stand with their commas. */
export function collectionQuery(search: Partial<CollectionSearch>, view: Partial<CollectionView> = {}): string {
  const all = { ...EVERYTHING, ...search }
  const said: [string, string | number | null | false | undefined][] = [
    ['from', all.years && all.years.start > TIME.firstYear && all.years.start],
    ['to', all.years?.end],
    ['people', all.people.join(',')],
    ['people-mode', all.peopleMode === 'AND' && 'and'],
    ['subjects', all.subjects.join(',')],
    ['subjects-mode', all.subjectsMode === 'AND' && 'and'],
    ['organizations', all.organizations.join(',')],
    ['type', all.type],
    ['collection', all.collection],
    ['place', all.place],
    ['view', view.layout !== LAYOUTS[0] && view.layout],
    ['page', view.page !== 1 && view.page],
  ]
  const rest = said.flatMap(([key, value]) => (value ? [`${key}=${value}`] : [])).join('&')
  const text = fitting(searchLine(all.search), Math.max(LEAST_TEXT, LONGEST_QUERY - rest.length))
  const words = text && new URLSearchParams({ q: text }).toString().replaceAll('%2C', ',')
  return [words, rest].filter(Boolean).join('&')
}

/** The address of a search in the collection, for a link: `/collection/?subjects=12`. */
export function collectionHref(search: Partial<CollectionSearch> = {}, view: Partial<CollectionView> = {}): string {
  const query = collectionQuery(search, view)
  return query ? `${ADDRESS.collection}?${query}` : ADDRESS.collection
}

const ID = /^[1-9]\d{0,14}$/
const isLayout = (value: string): value is Layout => (LAYOUTS as readonly string[]).includes(value)
const isType = (value: string): value is ItemType => (ITEM_TYPES as readonly string[]).includes(value)

/** Reads an address; a part that is nonsense is passed over, and `nonsense` says so. Keys that are not the collection's say nothing. */
export function readCollectionAddress(
  params: URLSearchParams,
  thisYear: number,
): { search: CollectionSearch; view: CollectionView; nonsense: boolean } {
  let nonsense = false
  const passedOver = () => {
    nonsense = true
    return undefined
  }
  /** Undefined for what is not there, empty, or nonsense. */
  function part<Value>(key: string, read: (text: string) => Value | undefined): Value | undefined {
    const [text = '', ...others] = params.getAll(key).map((each) => each.trim())
    // The first of several counts.
    if (others.some((other) => other !== text)) passedOver()
    return text === '' ? undefined : (read(text) ?? passedOver())
  }
  function ids(key: string): number[] {
    const given = params.getAll(key).flatMap((text) => text.split(','))
    const said = given.map((text) => text.trim()).filter((text) => text !== '')
    const read = [...new Set(said.filter((text) => ID.test(text)).map(Number))]
    if (said.some((text) => !ID.test(text)) || read.length > MOST_TAGS) passedOver()
    return read.slice(0, MOST_TAGS)
  }
  const id = (key: string) => part(key, (text) => (ID.test(text) ? Number(text) : undefined)) ?? null
  const year = (key: string) =>
    part(key, (text) => {
      const read = /^\d{4}$/.test(text) ? Number(text) : NaN
      return read >= TIME.firstYear && read <= thisYear ? read : undefined
    })
  const mode = (key: string) =>
    part(key, (text) => (/^and$/i.test(text) ? 'AND' : /^or$/i.test(text) ? 'OR' : undefined)) ?? 'OR'

  function years(): CollectionSearch['years'] {
    const [start, end] = [year('from') ?? TIME.firstYear, year('to') ?? thisYear]
    if (start > end) passedOver()
    const isWhole = start === TIME.firstYear && end === thisYear
    return start > end || isWhole ? null : { start, end }
  }
  function words(): string {
    const text = part('q', (said) => searchLine(said) || undefined) ?? ''
    if (text.length > SEARCH_MINIMUM.maximum) passedOver()
    return searchLine(text.slice(0, SEARCH_MINIMUM.maximum))
  }

  const search: CollectionSearch = {
    search: words(),
    years: years(),
    people: ids('people'),
    peopleMode: mode('people-mode'),
    subjects: ids('subjects'),
    subjectsMode: mode('subjects-mode'),
    organizations: ids('organizations'),
    type: part('type', (text) => (isType(text) ? text : undefined)) ?? null,
    collection: id('collection'),
    place: id('place'),
  }
  const view: CollectionView = {
    layout: part('view', (text) => (isLayout(text) ? text : undefined)) ?? LAYOUTS[0],
    page: part('page', (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)) ?? 1,
  }
  return { search, view, nonsense }
}
