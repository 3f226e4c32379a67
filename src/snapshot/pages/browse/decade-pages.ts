import { type Item, ITEM_TYPES } from '#contract/item.ts'
import { ADDRESS, UNDATED_ADDRESS, decadeAddress, type Link, typeAddress } from '#rules/addresses/page-addresses.ts'
import { TYPE_PLURALS } from '#rules/names/record-names.ts'
import type { Archive } from '../../archive.ts'
import type { PageView, PageEntry } from '../page-view.ts'
import { datedPages, YEARS } from './dated-pages.ts'
import { yearsByDecade } from './known-years.ts'
import type { ListView } from './listing.ts'

/** Types that have items, in the order of spec §9. */
export const typesOf = (archive: Archive) =>
  ITEM_TYPES.map((type) => ({
    type,
    href: typeAddress(type),
    text: TYPE_PLURALS[type],
    count: archive.itemsOfType(type).length,
  })).filter(({ count }) => count > 0)

/** `/types/photograph/`, with pagination, for every type that has items. */
export const typePages = (archive: Archive): PageEntry<ListView>[] =>
  typesOf(archive).flatMap(({ type, href, text, count }) => {
    const about = {
      address: href,
      heading: text,
      kicker: 'Type',
      description: `${text} in the archive, by date.`,
      summary: `${text} in the archive, by date: ${count}.`,
      trail: [
        { href: ADDRESS.collection, text: 'Collection' },
        { href, text },
      ],
    }
    return datedPages(archive, about, archive.itemsOfType(type))
  })

/** A decade by its first year; null for undated items. */
interface Decade {
  start: number | null
  items: readonly Item[]
}
export interface DecadeIndex extends PageView {
  decades: (Link & { count: number; share: number })[]
  undated: number
}

/** Every decade with items, in order, undated last. Items are sorted by date. */
export const decadesOf = (archive: Archive): Decade[] =>
  archive
    .decades()
    .sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
    .map((start) => ({ start, items: archive.itemsOfDecade(start) }))

const named = (start: number | null): Link =>
  start === null ? { href: UNDATED_ADDRESS, text: 'Undated' } : { href: decadeAddress(start), text: `${start}s` }

/** Each decade with its item count and its share of the largest decade, for the bars. The page itself is timeline.ts. */
export function decadeIndex(archive: Archive): DecadeIndex {
  const decades = decadesOf(archive)
  const most = Math.max(1, ...decades.map(({ items }) => items.length))
  const dated = decades.filter(({ start }) => start !== null)
  const first = dated[0] && named(dated[0].start).text
  const last = dated.at(-1) && named(dated.at(-1)!.start).text
  return {
    address: ADDRESS.decades,
    title: 'Timeline',
    description: first
      ? `The town and the items of the archive by decade, ${first} to ${last}.`
      : 'The town and the items of the archive by decade.',
    picture: null,
    trail: [{ href: ADDRESS.decades, text: 'Timeline' }],
    decades: decades.map(({ start, items }) => ({ ...named(start), count: items.length, share: items.length / most })),
    undated: decades.find(({ start }) => start === null)?.items.length ?? 0,
  }
}

/** `/decades/1890s/` and `/decades/undated/`, with pagination. */
export function decadePages(archive: Archive, { start, items }: Decade): PageEntry<ListView>[] {
  const self = named(start)
  const what =
    start === null
      ? 'Items of the archive whose date is not known'
      : `Photographs, papers and other items of the archive from the ${self.text}`
  const about = {
    address: self.href,
    heading: start === null ? 'Undated items' : `The ${self.text}`,
    kicker: 'Decade',
    description: `${what}.`,
    summary: `${what}: ${items.length}.`,
    trail: [{ href: ADDRESS.decades, text: 'Timeline' }, self],
    years: start === null ? [] : yearsByDecade(archive).get(start),
  }
  return datedPages(archive, about, items, YEARS)
}
