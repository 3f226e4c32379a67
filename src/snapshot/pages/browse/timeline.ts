import type { Item } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { ADDRESS, decadeAddress } from '#rules/addresses.ts'
import { collectionHref } from '#rules/collection-address.ts'
import { shorten } from '#rules/names.ts'
import type { Archive } from '../../types.ts'
import { itemCard } from '../cards.ts'
import type { ItemCard, PageView } from '../views.ts'
import { decadeIndex, decadesOf, type DecadeIndex } from './decade-pages.ts'
import { fewMoments, momentsOf, type Moment } from './moments.ts'
import { byRichness } from './richness.ts'

export interface TimelineDecade {
  /** Its first year. */
  start: number
  /** Years without anything before it, as they are shown: "1790–1829". Empty where it follows the decade before. */
  gap: string
  count: number
  /** Of the fullest decade, 0 to 1. */
  share: number
  /** The list of all its items; empty where it has none. */
  href: string
  /** The collection page with its years as filter; empty where that page has no such years. */
  search: string
  highlights: ItemCard[]
  moments: Moment[]
  /** Moments that are not shown. */
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

/** Every decade of which there is an item or a moment, the earliest first. */
export function timeline(archive: Archive): Timeline {
  const index = decadeIndex(archive)
  const items = new Map(decadesOf(archive).map(({ start, items }) => [start, items]))
  const moments = Map.groupBy(momentsOf(archive), ({ date }) => Math.floor(date / 100_000) * 10)
  const starts = [...new Set([...items.keys(), ...moments.keys()])].filter((start) => start !== null)
  const most = Math.max(1, ...starts.map((start) => items.get(start)?.length ?? 0))
  const decades = starts
    .sort((a, b) => a - b)
    .map((start, at, all): TimelineDecade => {
      const own = items.get(start) ?? []
      const told = moments.get(start) ?? []
      const [end, before] = [start + 9, at === 0 ? start : all[at - 1]! + 10]
      return {
        start,
        gap: before < start ? `${before}–${start - 1}` : '',
        count: own.length,
        share: own.length / most,
        href: own.length > 0 ? decadeAddress(start) : '',
        search: own.length > 0 && start >= TIME.firstYear ? collectionHref({ years: { start, end } }) : '',
        highlights: highlightsOf(own).map((item) => itemCard(archive, item, BOX)),
        moments: fewMoments(told, MOMENTS),
        further: Math.max(0, told.length - MOMENTS),
      }
    })
  const picture = decades.flatMap(({ highlights }) => highlights)[0]
  return {
    ...index,
    address: ADDRESS.decades,
    picture: picture?.picture
      ? { src: picture.picture.full, width: null, height: null, alt: shorten(picture.text, 110) }
      : null,
    decades,
    // They are the last ones.
    undated: index.undated > 0 ? index.decades.at(-1)! : null,
  }
}

/** The richest pictured items, one a type and place before a second of either, in the order of time. */
function highlightsOf(items: readonly Item[]): Item[] {
  const best = byRichness(items.filter((item) => item.item_scans.length > 0))
  const chosen: Item[] = []
  const others = (differ: (other: Item, item: Item) => boolean) => (item: Item) =>
    chosen.every((other) => differ(other, item))
  const rounds = [
    others((other, item) => other.type !== item.type && other.location?.id !== item.location?.id),
    others((other, item) => other.location?.id !== item.location?.id && other.title !== item.title),
    (item: Item) => !chosen.includes(item),
  ]
  for (const isFresh of rounds)
    for (const item of best) if (chosen.length < HIGHLIGHTS && isFresh(item)) chosen.push(item)
  return items.filter((item) => chosen.includes(item))
}
