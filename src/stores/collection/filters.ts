import { PAGING, SEARCH_MINIMUM } from '#contract/limits.ts'
import { fitting, searchLine, type CollectionSearch } from '#rules/collection-address.ts'
import { searchWords } from '#rules/search-text.ts'
import { isEveryYear, sentYears, wholeYears } from '../shared/years.ts'
import { TAG_KINDS, type Filters, type Tag, type TagKind } from './collection-stores.ts'

/** What can be named in a filter by its id. */
export type NamedKind = TagKind | 'collection' | 'place'
export type NameOf = (kind: NamedKind, id: number) => string | null

export const idsOf = (tags: readonly Tag[]): number[] => tags.map(({ id }) => id)

/** Filters as their address says them. */
export function searchOf(filters: Filters, thisYear: number): CollectionSearch {
  const { search, years, peopleMode, subjectsMode, type, collection, place } = filters
  return {
    search: search.trim(),
    years: isEveryYear(years, thisYear) ? null : years,
    people: idsOf(filters.people),
    peopleMode,
    subjects: idsOf(filters.subjects),
    subjectsMode,
    organizations: idsOf(filters.organizations),
    type,
    collection: collection?.id ?? null,
    place: place?.id ?? null,
  }
}

/** The filters of an address, with the names that are known. */
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

/** Every record that filters name. */
export const tagsOf = ({ collection, place, ...filters }: Filters): [NamedKind, Tag][] => [
  ...TAG_KINDS.flatMap((kind) => filters[kind].map((tag): [NamedKind, Tag] => [kind, tag])),
  ...(collection ? [['collection', collection] as [NamedKind, Tag]] : []),
  ...(place ? [['place', place] as [NamedKind, Tag]] : []),
]

/** Characters that a text may take in a call: servers and proxies refuse a line of more than 8 kB, and tags need theirs. */
const LONGEST_TEXT = 4_000

/** A text as it is sent. One that is too long is sent as its different words, as many as fit: the same is found, or more. */
export function sentText(text: string): string {
  const said = searchLine(text).slice(0, SEARCH_MINIMUM.maximum).toWellFormed()
  if (fitting(said, LONGEST_TEXT) === said) return said
  return fitting(searchWords(said).join(' '), LONGEST_TEXT)
}

/** What narrows a list of items, as spec §7 and §9 send it. What is as at first is not sent: undated items lie in the whole of time. */
export function filterQuery(filters: Filters, thisYear: number) {
  const { type, collection, place } = filters
  const mode = (kind: 'people' | 'subjects') => (filters[`${kind}Mode`] === 'AND' ? 'and' : 'or')
  return {
    visibility: 'published',
    search: sentText(filters.search) || undefined,
    date: sentYears(filters.years, thisYear),
    type: type ?? undefined,
    collection: collection?.id,
    location: place?.id,
    [`people_${mode('people')}`]: ids(filters.people),
    [`subjects_${mode('subjects')}`]: ids(filters.subjects),
    organizations: ids(filters.organizations),
  }
}
const ids = (tags: readonly Tag[]) => (tags.length > 0 ? idsOf(tags) : undefined)

export const pageQuery = (page: number) => ({ page, page_size: PAGING.collection })
