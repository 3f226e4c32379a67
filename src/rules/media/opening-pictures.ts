import type { Item } from '#contract/item.ts'
import { decadeOf } from '../dates/partial-dates.ts'

/** Days until the same places come again. */
const ROUND = 8
/** Before papers and objects. */
const PHOTOGRAPHS: readonly string[] = ['photograph', 'postcard']
/** Pictures of a place that take turns. */
const BEST = 5

/**
 * The pictures at the head of the map: those that staff starred, or one each of the places with the most photographs, from different decades. Another selection
 * each `day`. `items` are best first.
 */
export function openingPictures(items: readonly Item[], day: number, count: number): Item[] {
  const pictured = items.filter(({ item_scans }) => item_scans.length > 0)
  const starred = pictured.filter(({ starred }) => starred)
  const picked = inTurn(starred, day * count).slice(0, count)
  const missing = count - picked.length
  const places = fullestPlaces(pictured.filter((item) => !item.starred && PHOTOGRAPHS.includes(item.type)))
  const turns = Math.max(1, Math.min(ROUND, Math.floor(places.length / missing)))
  for (const place of places.slice(0, missing * turns).filter((_, at) => at % turns === day % turns)) {
    const best = inTurn(place.slice(0, BEST), Math.floor(day / turns))
    picked.push(best.find((item) => picked.every((other) => decadeOf(other) !== decadeOf(item))) ?? best[0]!)
  }
  const others = pictured.filter((item) => !picked.includes(item))
  return [...picked, ...others.slice(0, count - picked.length)]
}

/** For the map: the best photograph of each of the places with the most, which are first; enough for a dozen in each view of a large town. `items` are best first. */
export const placePictures = (items: readonly Item[]): Item[] =>
  fullestPlaces(items.filter(({ type, item_scans }) => item_scans.length > 0 && PHOTOGRAPHS.includes(type)))
    .slice(0, 300)
    .map(([best]) => best!)

const fullestPlaces = (items: readonly Item[]): Item[][] =>
  [
    ...Map.groupBy(
      items.filter(({ location }) => location),
      ({ location }) => location!.id,
    ).values(),
  ].sort((a, b) => b.length - a.length)

const inTurn = <Row>(rows: readonly Row[], by: number): Row[] => {
  const at = by % rows.length || 0
  return [...rows.slice(at), ...rows.slice(0, at)]
}
