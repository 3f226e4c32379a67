import { levelOf } from '#rules/map/holdings.ts'
import type { SpanKind, YearRows, Years as YearsOfPlaces } from '#rules/years/year-file.ts'
import { OF_THE_TIME, type Years } from '../shared/years.ts'
import { LOOK } from './year-look.ts'

export interface YearCounts {
  /** That were there, as far as is known. */
  places: number
  owned: number
  lived: number
  businesses: number
  pictured: number
  undated: number
}

/** More rows than there are. */
const ROWS = 2 ** 30

/** The rows of one kind by their starts, and by their ends: made once for all cursors. */
function inOrder({ of, from, to }: YearRows) {
  const by = (years: Int16Array) => {
    // As numbers, which sort many times as fast as by a function.
    const order = Float64Array.from(years, (year, row) => year * ROWS + row).sort()
    const rowOf = (key: number) => key - Math.floor(key / ROWS) * ROWS
    return {
      of: Int32Array.from(order, (key) => of[rowOf(key)]!),
      years: Int16Array.from(order, (key) => Math.floor(key / ROWS)),
    }
  }
  return { starts: by(from), ends: by(to) }
}
type Ordered = ReturnType<typeof inOrder>

/** How many of ascending years are before one. */
function countBefore(years: Int16Array, year: number): number {
  let [low, high] = [0, years.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (years[middle]! < year) low = middle + 1
    else high = middle
  }
  return low
}

/** How many rows of each place hold in some years, kept up to date: a move costs as much as what begins and ends between. */
function follow({ starts, ends }: Ordered, places: number, margin = 0) {
  const held = new Int32Array(places)
  let [started, ended, known] = [0, 0, 0]
  function step({ of }: Ordered['starts'], from: number, to: number, by: 1 | -1, touch: (place: number) => void) {
    const each = from < to ? by : -by
    for (let row = Math.min(from, to); row < Math.max(from, to); row++) {
      const place = of[row]!
      touch(place)
      const before = held[place]!
      held[place] = before + each
      if (before === 0 && each === 1) known++
      else if (before === 1 && each === -1) known--
    }
    return to
  }
  return {
    held,
    known: () => known,
    move({ start, end }: Years, touch: (place: number) => void) {
      started = step(starts, started, countBefore(starts.years, end + margin + 1), 1, touch)
      ended = step(ends, ended, countBefore(ends.years, start - margin), -1, touch)
    },
  }
}

/** Makes cursors, each of which knows what there was in some years and can be moved to others. */
export function openYears(years: YearsOfPlaces) {
  const kinds = ['exists', 'owned', 'lived', 'businesses', 'pictures'] as const satisfies readonly SpanKind[]
  const ordered = kinds.map((kind) => inOrder(years[kind]))
  const { length } = years.places
  const isDated = new Uint8Array(length)
  for (const place of years.exists.of) isDated[place] = 1
  const dated = years.exists.of.length
  const numbers = new Map(years.places.map((pk, place) => [pk, place]))

  return () => {
    const [exists, owned, lived, businesses, pictures] = ordered.map((each, at) =>
      follow(each, length, kinds[at] === 'pictures' ? OF_THE_TIME : 0),
    ) as [Follower, Follower, Follower, Follower, Follower]
    const lookOf = (place: number): number =>
      (isDated[place] ? (exists.held[place]! > 0 ? 0 : LOOK.gone) : LOOK.undated) |
      (businesses.held[place]! > 0 ? LOOK.business : 0) |
      (levelOf(pictures.held[place]!) * LOOK.level)
    return {
      /** Moves to other years. Answers the places that look different. */
      move(to: Years): number[] {
        const before = new Map<number, number>()
        const touch = (place: number) => before.has(place) || before.set(place, lookOf(place))
        for (const each of [exists, businesses, pictures]) each.move(to, touch)
        for (const each of [owned, lived]) each.move(to, () => {})
        return [...before].flatMap(([place, look]) => (lookOf(place) === look ? [] : [years.places[place]!]))
      },
      /** Bits of LOOK. Of a place that the file does not know, that it is not dated. */
      look(pk: number): number {
        const place = numbers.get(pk)
        return place === undefined ? LOOK.undated : lookOf(place)
      },
      counts: (): YearCounts => ({
        places: length - dated + exists.known(),
        owned: owned.known(),
        lived: lived.known(),
        businesses: businesses.known(),
        pictured: pictures.known(),
        undated: length - dated,
      }),
    }
  }
}
type Follower = ReturnType<typeof follow>
export type YearCursor = ReturnType<ReturnType<typeof openYears>>
