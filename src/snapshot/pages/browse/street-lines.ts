import type { LocationFeature } from '#contract/location.ts'
import { boundingBox, overlap } from '#rules/map/geometry.ts'
import { largestLot, sizeOf } from '#rules/map/holdings.ts'
import type { MapStreet } from '#rules/map/map-streets.ts'
import { isStreetName, streetCase, streetOf } from '#rules/map/streets.ts'
import { isInside, outlineOf, ringPoints, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import { memoizePerArchive } from '../../archive.ts'

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

function lineOf(name: string, lots: readonly Lot[], all: readonly Lot[]): MapStreet | undefined {
  if (lots.length < MIN_LOTS) return undefined
  const angle = directionOf(lots)
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const [from, to] = reachOf(lots, angle)
  const [west, south, east, north] = boundingBox(lots.map(({ points }) => points))
  const near = all.filter(({ box }) => overlap(box, [west - BESIDE, south - BESIDE, east + BESIDE, north + BESIDE]))
  const lines = offsetsAcross(lots, [dx, dy]).map((across) => {
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
  // Text is never upside down.
  const degrees = Math.round((-angle * 1800) / Math.PI) / 10
  return [name, x, y, degrees > 89 ? degrees - 180 : degrees, Math.round((to - from) / 2)]
}

/** From where to where lots lie in a direction. */
function reachOf(lots: readonly Lot[], angle: number): [from: number, to: number] {
  const at = lots.map(middleOf).map(([x, y]) => x * Math.cos(angle) + y * Math.sin(angle))
  return [Math.min(...at), Math.max(...at)]
}

/** The direction of a street in radians: of the two of its lots' sides, the one in which they lie. */
function directionOf(lots: readonly Lot[]): number {
  let [cosine, sine] = [0, 0]
  // Four times the angle is the same for all sides of a rectangle; the mean is weighted by length.
  for (const { points } of lots)
    points.forEach(([ax, ay], at) => {
      const [bx, by] = points[(at + 1) % points.length]!
      const [length, angle] = [Math.hypot(bx - ax, by - ay), 4 * Math.atan2(by - ay, bx - ax)]
      cosine += length * Math.cos(angle)
      sine += length * Math.sin(angle)
    })
  const angle = Math.atan2(sine, cosine) / 4
  const length = (direction: number) => reachOf(lots, direction).reduce((from, to) => to - from)
  const other = angle > 0 ? angle - Math.PI / 2 : angle + Math.PI / 2
  return length(angle) >= length(other) ? angle : other
}

/** Where the street may be, across its direction: in the gaps between lots, widest first, and on both outer sides. */
function offsetsAcross(lots: readonly Lot[], [dx, dy]: Point): number[] {
  const spans = lots
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
