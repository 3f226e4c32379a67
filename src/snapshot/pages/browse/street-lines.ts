import type { LocationFeature } from '#contract/location.ts'
import { boundingBox, overlap } from '#rules/map/geometry.ts'
import { largestLot, sizeOf } from '#rules/map/holdings.ts'
import type { MapStreet } from '#rules/map/map-streets.ts'
import { isStreetName } from '#rules/map/street-prefixes.ts'
import { streetCase, streetOf } from '#rules/map/streets.ts'
import { isInside, outlineOf, ringPoints, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import { memoizePerArchive } from '../../memoize-per-archive.ts'

type Point = readonly [x: number, y: number]
type Box = NonNullable<ZoneOutline['box']>
interface Lot {
  zone: ZoneOutline
  box: Box
  points: Point[]
}

/** Minimum number of lots along a street that has a name on the map. */
const MIN_LOTS = 3
/** Metres: between neighbouring lots at most, and of a gap between them that is a street at least. */
const GAP = 120
const STREET = 3
/** Metres from the outermost lots to a name beside them. */
const BESIDE = 10
/** Samples of a street's line, and the share in zones above which it has no name: it is not where the line is. */
const SAMPLES = 12
const MOST_COVERED = 0.5

/**
 * The street that a zone lies along, if its address or name tells: by a number (`12 Mill Row`), or without one by a word for streets (`Lot 3, King Street`,
 * as in towns that had no numbers yet). `Court House` is no street.
 */
function streetAlong(zone: ZoneOutline): string | undefined {
  const { street, number } = streetOf(zone)
  if (number !== 0) return street
  const parts = [zone.address, zone.name].flatMap((text) => text.split(/[,;\n]/))
  return parts.map((part) => streetCase(part.trim())).find(isStreetName)
}

/** The straight lines of the streets, found from the lots along them: those with most lots first. Takes a time in proportion to the number of zones, whatever their size. */
export function streetLines(zones: readonly ZoneOutline[]): MapStreet[] {
  const largest = largestLot(zones)
  const lots = zones.flatMap((zone): Lot[] =>
    zone.box && sizeOf(zone) <= largest ? [{ zone, box: zone.box, points: zone.rings.flatMap(ringPoints) }] : [],
  )
  const streets = Map.groupBy(lots, ({ zone }) => streetAlong(zone))
  streets.delete(undefined)
  return [...(streets as Map<string, Lot[]>)]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([name, all]) => lineOf(name, largestGroup(all), lots))
    .filter((line) => line !== undefined)
}

/** An update that changes items has the places of before. */
export const streetsOf = memoizePerArchive('street lines', (places: readonly LocationFeature[]) =>
  streetLines(places.map((place) => outlineOf(place))),
)

const middleOf = ({ box: [west, south, east, north] }: Lot): Point => [(west + east) / 2, (south + north) / 2]

/** Two towns in one archive may have streets of the same name: it stands in the larger one. */
function largestGroup(all: readonly Lot[]): Lot[] {
  let lots = [...all]
  for (const axis of [0, 1, 0] as const) {
    const groups: Lot[][] = [[]]
    let last = Infinity
    for (const lot of lots.sort((a, b) => middleOf(a)[axis] - middleOf(b)[axis])) {
      const at = middleOf(lot)[axis]
      if (at - last > GAP) groups.push([])
      groups.at(-1)!.push(lot)
      last = at
    }
    lots = groups.reduce((a, b) => (b.length > a.length ? b : a))
  }
  return lots
}

function lineOf(name: string, along: readonly Lot[], lots: readonly Lot[]): MapStreet | undefined {
  if (along.length < MIN_LOTS) return undefined
  const angle = directionOf(along)
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const places = along.map(middleOf).map(([x, y]) => x * dx + y * dy)
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const [west, south, east, north] = boundingBox(along.map(({ points }) => points))
  const near = lots.filter(({ box }) => overlap(box, [west - BESIDE, south - BESIDE, east + BESIDE, north + BESIDE]))
  const lines = offsetsAcross(along, [dx, dy]).map((across) => {
    const pointAt = (part: number): Point => {
      const at = from + (to - from) * part
      return [at * dx - across * dy, at * dy + across * dx]
    }
    const samples = Array.from({ length: SAMPLES }, (_, at) => pointAt((at + 0.5) / SAMPLES))
    const covered = samples.filter(([x, y]) => near.some(({ zone }) => isInside(zone, x, y)))
    return { middle: pointAt(0.5), covered: covered.length / SAMPLES }
  })
  const best = lines.reduce((a, b) => (b.covered < a.covered ? b : a))
  if (best.covered > MOST_COVERED) return undefined
  const [x, y] = best.middle.map(Math.round) as [number, number]
  return [name, x, y, upright((-angle * 180) / Math.PI), Math.round((to - from) / 2)]
}

/** The direction of a street in radians: the main axis of its lots, aligned with their sides, as most are rectangles. */
function directionOf(along: readonly Lot[]): number {
  const middles = along.map(middleOf)
  const mean = (axis: 0 | 1) => middles.reduce((sum, middle) => sum + middle[axis], 0) / middles.length
  const [mx, my] = [mean(0), mean(1)]
  let [difference, product, cosine, sine] = [0, 0, 0, 0]
  for (const [x, y] of middles) {
    difference += (x - mx) ** 2 - (y - my) ** 2
    product += (x - mx) * (y - my)
  }
  const axis = Math.atan2(2 * product, difference) / 2
  // Four times the angle is the same for all sides of a rectangle; the mean, weighted by length, is the direction of the grid.
  for (const { points } of along)
    points.forEach(([ax, ay], at) => {
      const [bx, by] = points[(at + 1) % points.length]!
      const [length, angle] = [Math.hypot(bx - ax, by - ay), 4 * Math.atan2(by - ay, bx - ax)]
      cosine += length * Math.cos(angle)
      sine += length * Math.sin(angle)
    })
  const side = Math.atan2(sine, cosine) / 4
  const near = side + (Math.round((axis - side) / (Math.PI / 2)) * Math.PI) / 2
  return Math.abs(near - axis) < 0.6 ? near : axis
}

/** Where the street may be, across its direction: in the gaps between lots, widest first, and on both outer sides. */
function offsetsAcross(along: readonly Lot[], [dx, dy]: Point): number[] {
  const spans = along
    .map(({ points }) => points.map(([x, y]) => y * dx - x * dy))
    .map((across) => [Math.min(...across), Math.max(...across)] as const)
    .sort((a, b) => a[0] - b[0])
  const gaps: [from: number, to: number][] = []
  let end = spans[0]![1]
  for (const [from, to] of spans) {
    if (from - end > STREET) gaps.push([end, from])
    end = Math.max(end, to)
  }
  const widest = gaps.sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, 4)
  // Where both sides are free, the northern or western one.
  return [...widest.map(([from, to]) => (from + to) / 2), end + BESIDE, spans[0]![0] - BESIDE]
}

/** So that text is never upside down. */
function upright(degrees: number): number {
  const half = ((((degrees + 90) % 180) + 180) % 180) - 90
  return Math.round((half > 89 ? half - 180 : half) * 10) / 10
}
