import type { Item } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import {
  ADDRESS,
  decadeAddress,
  itemAddress,
  organizationAddress,
  zoneAddress,
  type Link,
} from '#rules/addresses/page-addresses.ts'
import { collectionHref } from '#rules/addresses/collection-address.ts'
import { shorten, itemTitle, organizationName, zoneName } from '#rules/names/record-names.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { itemDisplayDate, yearOf } from '#rules/dates/display-dates.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { plaqueYear } from '#views/zone-years.ts'
import type { Archive } from '../../archive.ts'
import { firstPicture, type PageView } from '../page-view.ts'
import { decadeIndex, decadesOf, type DecadeIndex } from './decade-pages.ts'
import { pickVaried } from './listing.ts'

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
  moments: TownEvent[]
  /** Number of events left out. */
  further: number
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
  const moments = Map.groupBy(townEvents(archive), ({ date }) => Math.floor(date / 100_000) * 10)
  const starts = [...new Set([...items.keys(), ...moments.keys()])].filter((start) => start !== null)
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
      }
    })
  const begins = mainDecade(decades)
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

/** A dated event in the town's history, from an item, a plaque or an organization. */
interface TownEvent extends Link {
  /** For display: "9 October 1896", "1871". */
  when: string
  /** Follows the link: "opened", "closed", "on a plaque at Mill Street". */
  note: string
  /** Eight digits (spec §3), for sorting. */
  date: number
}

const TITLE = 110

/** Event items, plaques by the year in their text, and the opening and closing of organizations, in order of importance. */
function townEvents(archive: Archive): TownEvent[] {
  const events = archive.lists.items.flatMap((item): TownEvent[] => {
    const date = itemSpan(item)?.start
    if (item.type !== 'event' || date === undefined) return []
    const text = shorten(itemTitle(item), TITLE)
    return [{ href: itemAddress(item.id), text, when: itemDisplayDate(item)?.text ?? '', note: '', date }]
  })
  const plaques = archive.lists.plaques.flatMap((plaque): TownEvent[] => {
    const [year, zone] = [plaqueYear(plaque), archive.location(plaque.location)]
    if (year === null || !zone) return []
    const at = shorten(zoneName(zone.properties), 60)
    const text = shorten(plaque.name || 'A plaque', TITLE)
    return [
      { href: zoneAddress(plaque.location), text, when: `${year}`, note: `on a plaque at ${at}`, date: year * 10_000 },
    ]
  })
  const organizations = archive.lists.organizations.flatMap((each): TownEvent[] => {
    const link = { href: organizationAddress(each.id), text: shorten(organizationName(each), TITLE) }
    const moment = (date: number | null, note: string) =>
      date === null ? [] : [{ ...link, when: yearOf(date), note, date }]
    return [...moment(each.date_opened, 'opened'), ...moment(each.date_closed, 'closed')]
  })
  return [...events, ...plaques, ...organizations]
}

const firstChronologically = (moments: readonly TownEvent[], most: number): TownEvent[] =>
  moments.slice(0, most).sort((a, b) => a.date - b.date)
