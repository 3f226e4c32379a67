import { TIME } from '#contract/limits.ts'
import { shorten, typeName } from '#rules/names.ts'
import { TAG_KINDS, type CollectionStores, type Filters } from '#stores/collection/collection-stores.ts'
import { TAGS } from './words.ts'

/** A filter that is set, as it is named and taken off. */
export interface Chosen {
  key: string
  kind: string
  text: string
  drop(stores: CollectionStores): void
}

/** Characters of a filter's text: titles and searches may be longer than a page is wide. */
const LONGEST = 80

/** A tag whose name is not known yet goes by its number. */
const named = (name: string | null, id: number) => (name === null ? `No. ${id}` : shorten(name, LONGEST))

/** The decade that the years are exactly, by its first year; the last one ends with this year. Null for any other years. */
export function decadeOfYears({ start, end }: Filters['years'], thisYear: number): number | null {
  return start % 10 === 0 && end === Math.min(start + 9, thisYear) ? start : null
}

/** Every filter that narrows the results, in the order of the page. */
export function chosenFilters(filters: Filters, thisYear: number): Chosen[] {
  const { search, years, type, collection, place } = filters
  const chosen: Chosen[] = []
  const add = (key: string, kind: string, text: string, drop: Chosen['drop']) => chosen.push({ key, kind, text, drop })
  const words = search.trim()
  if (words !== '') add('words', 'Words', shorten(words, LONGEST), (stores) => stores.search('', true))
  if (years.start > TIME.firstYear || years.end < thisYear) {
    const decade = decadeOfYears(years, thisYear)
    const text =
      decade !== null ? `${decade}s` : years.start === years.end ? `${years.start}` : `${years.start}–${years.end}`
    add('years', 'Years', text, (stores) => stores.setYears({ start: TIME.firstYear, end: thisYear }, true))
  }
  for (const kind of TAG_KINDS)
    for (const { id, name } of filters[kind])
      add(`${kind}-${id}`, TAGS[kind].one, named(name, id), (stores) => stores.removeTag(kind, id))
  if (type) add('type', 'Type', typeName(type), (stores) => stores.setType(null))
  if (collection)
    add('collection', 'Collection', named(collection.name, collection.id), (stores) => stores.setCollection(null))
  if (place) add('place', 'Place', named(place.name, place.id), (stores) => stores.setPlace(null))
  return chosen
}
