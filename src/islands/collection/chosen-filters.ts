import { TIME } from '#contract/limits.ts'
import { shorten, typeName } from '#rules/names/record-names.ts'
import { TAG_KINDS, type Filters } from '#stores/collection/collection-stores.ts'
import type { CollectionStores } from '#stores/collection/create-collection-stores.ts'
import { isEarlier } from '#stores/shared/years.ts'
import { TAGS } from './messages.ts'

/** An active filter: its label, and how to remove it. */
export interface Chosen {
  key: string
  kind: string
  text: string
  drop(stores: CollectionStores): void
}

const ROLE = { pictured: 'Pictured', creator: 'Creator' } as const

/** Characters of a filter's label. */
const LONGEST = 80

/** A tag without a loaded name shows its number. */
const named = (name: string | null, id: number) => (name === null ? `No. ${id}` : shorten(name, LONGEST))

/** The first year of the decade that the years cover exactly (the current one ends this year), or null. */
export function decadeOfYears({ start, end }: Filters['years'], thisYear: number): number | null {
  return start % 10 === 0 && end === Math.min(start + 9, thisYear) ? start : null
}

/** The active filters, in the order of the page. @param knowsRoles the server does: otherwise people match in any role. */
export function chosenFilters(filters: Filters, thisYear: number, knowsRoles: boolean): Chosen[] {
  const { search, years, type, collection, place } = filters
  const chosen: Chosen[] = []
  const add = (key: string, kind: string, text: string, drop: Chosen['drop']) => chosen.push({ key, kind, text, drop })
  const words = search.trim()
  if (words !== '') add('words', 'Words', shorten(words, LONGEST), (stores) => stores.search('', true))
  if (years.start > TIME.firstYear || years.end < thisYear) {
    const decade = decadeOfYears(years, thisYear)
    const text = isEarlier(years)
      ? `before ${TIME.firstYear}`
      : decade !== null
        ? `${decade}s`
        : years.start === years.end
          ? `${years.start}`
          : `${years.start}–${years.end}`
    add('years', 'Years', text, (stores) => stores.setYears({ start: TIME.firstYear, end: thisYear }, true))
  }
  for (const kind of TAG_KINDS)
    for (const { id, name } of filters[kind])
      add(
        `${kind}-${id}`,
        kind === 'people' && filters.peopleAs && knowsRoles ? ROLE[filters.peopleAs] : TAGS[kind].one,
        named(name, id),
        (stores) => stores.removeTag(kind, id),
      )
  if (type) add('type', 'Type', typeName(type), (stores) => stores.setType(null))
  if (collection)
    add('collection', 'Collection', named(collection.name, collection.id), (stores) => stores.setCollection(null))
  if (place) add('place', 'Place', named(place.name, place.id), (stores) => stores.setPlace(null))
  return chosen
}
