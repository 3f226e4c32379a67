import type { Item } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { ADDRESS, decadeAddress } from '#rules/addresses/page-addresses.ts'
import { collectionHref } from '#rules/addresses/collection-address.ts'
import { shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import type { PageView } from '../page-view.ts'
import { decadeIndex, decadesOf, type DecadeIndex } from './decade-pages.ts'
import { firstChronologically, townEvents, type TownEvent } from './moments.ts'
import { pickVaried } from './richness.ts'

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
  decades: TimelineDecade[]
  undated: DecadeIndex['decades'][number] | null
}

const HIGHLIGHTS = 4
const MOMENTS = 7
const BOX = { width: 216, height: 152 }

/** Every decade with an item or an event, in order. */
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
        highlights: highlightsOf(own).map((item) => itemSummary(item, archive.meta.apiBase, BOX)),
        moments: firstChronologically(events, MOMENTS),
        further: Math.max(0, events.length - MOMENTS),
      }
    })
  const picture = decades.flatMap(({ highlights }) => highlights)[0]
  return {
    ...index,
    address: ADDRESS.decades,
    picture: picture?.picture
      ? { src: picture.picture.full, width: null, height: null, alt: shorten(picture.title, 110) }
      : null,
    decades,
    // Undated items are last.
    undated: index.undated > 0 ? index.decades.at(-1)! : null,
  }
}

/** The richest items with a picture, varied by type and place, in chronological order. */
function highlightsOf(items: readonly Item[]): Item[] {
  const picked = pickVaried(items, HIGHLIGHTS, [
    (other, item) => other.type !== item.type && other.location?.id !== item.location?.id,
    (other, item) => other.location?.id !== item.location?.id && other.title !== item.title,
  ])
  return items.filter((item) => picked.includes(item))
}
