import type { Item } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { ADDRESS, decadeAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { collectionHref } from '#rules/addresses/collection-address.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { yearOf } from '#rules/dates/display-dates.ts'
import type { Archive } from '../../archive.ts'
import { firstPicture, type PageView } from '../page-view.ts'
import { decadeIndex, decadesOf, type DecadeIndex } from './decade-pages.ts'
import { pickVaried } from './listing.ts'
import { yearsByDecade } from './known-years.ts'
import { eventOf, type Moment, momentsByYear } from './moments.ts'

export interface TimelineDecade {
  /** Its first year. */
  start: number
  /** The empty years before it, for display: "1790–1829". */
  gap: string
  count: number
  /** Relative to the largest decade, 0 to 1. */
  share: number
  /** The decade's page; empty if it has no items. */
  href: string
  /** The collection page filtered by its years; empty for years outside the slider. */
  search: string
  highlights: ItemSummary[]
  moments: Moment[]
  /** Number of events left out. */
  further: number
  /** Those that have a page. */
  years: readonly Link[]
}
/** `/decades/`: the collection and the town by decade. */
export interface Timeline extends PageView {
  /** Decades long before most items, with few of them: folded, so that the page opens on the years that have items. */
  earlier: TimelineDecade[]
  decades: TimelineDecade[]
  undated: DecadeIndex['decades'][number] | null
}

const HIGHLIGHTS = 4
const MOMENTS = 7
const BOX = { width: 216, height: 152 }

export function timeline(archive: Archive): Timeline {
  const index = decadeIndex(archive)
  const items = new Map(decadesOf(archive).map(({ start, items }) => [start, items]))
  const moments = townEvents(archive)
  const years = yearsByDecade(archive)
  const starts = [...new Set([...items.keys(), ...moments.keys(), ...years.keys()])].filter((start) => start !== null)
  const most = Math.max(1, ...starts.map((start) => items.get(start)?.length ?? 0))
  const decades = starts
    .sort((a, b) => a - b)
    .map((start, at, all): TimelineDecade => {
      const own = items.get(start) ?? []
      const events = moments.get(start) ?? []
      const [end, before] = [start + 9, at === 0 ? start : all[at - 1]! + 10]
      return {
        start,
        gap: before < start ? `${before}–${start - 1}` : '',
        count: own.length,
        share: own.length / most,
        href: own.length > 0 ? decadeAddress(start) : '',
        search: own.length > 0 && start >= TIME.firstYear ? collectionHref({ years: { start, end } }) : '',
        highlights: highlightsOf(own).map((item) => itemSummary(item, archive.meta.pictures, BOX)),
        moments: firstChronologically(events, MOMENTS),
        further: Math.max(0, events.length - MOMENTS),
        years: years.get(start) ?? [],
      }
    })
  // Before the town had anything, some of its people were born.
  const begins = Math.max(
    mainDecade(decades),
    decades.findIndex(({ count, moments }) => count + moments.length > 0),
  )
  const picture = decades.flatMap(({ highlights }) => highlights)[0]
  return {
    ...index,
    address: ADDRESS.decades,
    picture: firstPicture(archive, picture ? [archive.item(picture.id)!] : []),
    earlier: decades.slice(0, begins),
    decades: decades.slice(begins),
    // Undated items are last.
    undated: index.undated > 0 ? index.decades.at(-1)! : null,
  }
}

/** What is folded has at most this share of the dated items, and spans at least so many years. */
const EARLIER = { share: 0.05, years: 100 } as const

/** The first decade that is not folded, as its position. */
function mainDecade(decades: readonly TimelineDecade[]): number {
  const all = decades.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  const at = decades.findIndex(({ count }) => (before += count) > all * EARLIER.share)
  return at > 0 && decades[at]!.start - decades[0]!.start >= EARLIER.years ? at : 0
}

/** The richest items with a picture, varied by type and place, in chronological order. */
function highlightsOf(items: readonly Item[]): Item[] {
  const picked = pickVaried(items, HIGHLIGHTS, [
    (other, item) => other.type !== item.type && other.location?.id !== item.location?.id,
    (other, item) => other.location?.id !== item.location?.id && other.title !== item.title,
  ])
  return items.filter((item) => picked.includes(item))
}

const firstChronologically = (moments: readonly Moment[], most: number): Moment[] =>
  moments.slice(0, most).sort((a, b) => a.date - b.date)

/** By decade, in order of importance: event items, plaques, and what opened and closed. The other moments are too many. */
function townEvents(archive: Archive): Map<number, Moment[]> {
  const told = [...momentsByYear(archive).values()].flat().map((each) => ({ ...each, when: yearOf(each.date) }))
  const of = (...kinds: Moment['kind'][]) => told.filter(({ kind }) => kinds.includes(kind))
  const all = [...archive.lists.items.flatMap(eventOf), ...of('plaque'), ...of('opened', 'closed')]
  return Map.groupBy(all, ({ date }) => Math.floor(date / 100_000) * 10)
}
