import { PAGING, SEARCH_MINIMUM } from '#contract/limits.ts'
import { truncateEncoded, cleanSearchText, type CollectionSearch } from '#rules/addresses/collection-address.ts'
import { searchWords } from '#rules/search/search-text.ts'
import { isEveryYear, yearsParam, wholeYears } from '../shared/years.ts'
import { TAG_KINDS, type Filters, type Tag, type TagKind } from './collection-stores.ts'

/** Records that a filter names by id. */
export type NamedKind = TagKind | 'collection' | 'place'
export type NameOf = (kind: NamedKind, id: number) => string | null

const idsOf = (tags: readonly Tag[]): number[] => tags.map(({ id }) => id)

/** The filters as the address holds them. */
export function searchOf(filters: Filters, thisYear: number): CollectionSearch {
  const { search, years, peopleMode, peopleAs, subjectsMode, type, collection, place } = filters
  return {
    search: search.trim(),
    years: isEveryYear(years, thisYear) ? null : years,
    people: idsOf(filters.people),
    peopleMode,
    peopleAs,
    subjects: idsOf(filters.subjects),
    subjectsMode,
    organizations: idsOf(filters.organizations),
    type,
    collection: collection?.id ?? null,
    place: place?.id ?? null,
  }
}

/** The filters of an address, with the names known so far. */
export function filtersOf(search: CollectionSearch, thisYear: number, nameOf: NameOf): Filters {
  const tag = (kind: NamedKind) => (id: number) => ({ id, name: nameOf(kind, id) })
  const one = (kind: NamedKind, id: number | null) => (id === null ? null : tag(kind)(id))
  return {
    ...search,
    years: search.years ?? wholeYears(thisYear),
    people: search.people.map(tag('people')),
    subjects: search.subjects.map(tag('subjects')),
    organizations: search.organizations.map(tag('organizations')),
    collection: one('collection', search.collection),
    place: one('place', search.place),
  }
}

/** Every record in a search. */
export const recordsOf = ({ collection, place, ...search }: CollectionSearch): [NamedKind, number][] => [
  ...TAG_KINDS.flatMap((kind) => search[kind].map((id): [NamedKind, number] => [kind, id])),
  ...(collection === null ? [] : [['collection', collection] as [NamedKind, number]]),
  ...(place === null ? [] : [['place', place] as [NamedKind, number]]),
]

/** Characters of a search text in a request: servers and proxies refuse lines over 8 kB, and the tags need room too. */
const LONGEST_TEXT = 4_000

/** The text as it is sent. An overlong one is sent as its distinct words, as many as fit: that finds the same or more. */
export function sentText(text: string): string {
  const line = cleanSearchText(text).slice(0, SEARCH_MINIMUM.maximum).toWellFormed()
  if (truncateEncoded(line, LONGEST_TEXT) === line) return line
  return truncateEncoded(searchWords(line).join(' '), LONGEST_TEXT)
}

/** A search as query parameters (spec §7 and §9). Defaults are left out: the full time range includes undated items. */
export function searchQuery(search: CollectionSearch, thisYear: number) {
  const { years, type, collection, place, people, peopleAs, peopleMode, subjectsMode } = search
  const ids = (list: readonly number[]) => (list.length > 0 ? list : undefined)
  return {
    visibility: 'published',
    search: sentText(search.search) || undefined,
    date: years ? yearsParam(years, thisYear) : undefined,
    type: type ?? undefined,
    collection: collection ?? undefined,
    location: place ?? undefined,
    [`people_${peopleMode.toLowerCase()}`]: ids(people),
    people_as: (people.length > 0 && peopleAs) || undefined,
    [`subjects_${subjectsMode.toLowerCase()}`]: ids(search.subjects),
    organizations: ids(search.organizations),
  }
}

export const pageQuery = (page: number) => ({ page, page_size: PAGING.collection })
