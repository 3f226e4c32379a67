import { boundingBox, isInsideRing } from '#rules/map/geometry.ts'
import { isStreetName } from '#rules/map/street-prefixes.ts'
import { streetCase, streetOf } from '#rules/map/streets.ts'
import type { Point } from './plan-geometry.ts'

export interface PlanZone {
  ring: readonly Point[]
  middle: Point
}

/** Line height of a label, in plan units. */
export const LINE = 20
/** Minimum number of zones for a street to get a label. */
const MIN_ZONES = 3
/** Maximum distance between neighbouring zones, in plan units. */
const GAP = 120

/** A straight street, found from the zones along it. */
export interface StreetLine {
  /** Those along it: a second group of zones with the same street name is left out. */
  zones: readonly PlanZone[]
  /** A vector of length 1, and its angle for upright text. */
  direction: Point
  degrees: number
  /** Where it begins and ends, along the direction. */
  from: number
  to: number
  /** Where a label could stand, across the direction. */
  offsets: readonly number[]
}

/**
 * The street that a zone lies along, if its address or name tells: by a number (`12 Mill Row`), or without one by a word for streets (`Lot 3, King Street`,
 * as in towns that had no numbers yet). `Court House` is no street.
 */
export function streetAlong(zone: { address: string; name: string }): string | undefined {
  const { street, number } = streetOf(zone)
  if (number !== 0) return street
  const parts = [zone.address, zone.name].flatMap((text) => text.split(/[,;\n]/))
  return parts.map((part) => streetCase(part.trim())).find(isStreetName)
}

/** Undefined for a street with few zones. */
export function streetLine(all: readonly PlanZone[]): StreetLine | undefined {
  const zones = largestCluster(all)
  if (zones.length < MIN_ZONES) return undefined
  const angle = directionOf(zones)
  const direction: Point = [Math.cos(angle), Math.sin(angle)]
  const along = zones.map(({ middle: [x, y] }) => x * direction[0] + y * direction[1])
  return {
    zones,
    direction,
    degrees: upright((angle * 180) / Math.PI),
    from: Math.min(...along),
    to: Math.max(...along),
    offsets: streetOffsets(zones, direction),
  }
}

/** Points along a label. */
export function samplesAlong([x, y]: Point, [dx, dy]: Point, half: number): Point[] {
  const steps = Math.max(1, Math.ceil(half / (LINE / 2)))
  return Array.from({ length: 2 * steps + 1 }, (_, at): Point => {
    const by = (half * (at - steps)) / steps
    return [x + dx * by, y + dy * by]
  })
}

/** Two towns in one archive may have streets of the same name: the label goes to the larger group of zones. */
function largestCluster(zones: readonly PlanZone[]): PlanZone[] {
  const left = new Set(zones)
  let largest: PlanZone[] = []
  for (const start of zones) {
    if (!left.delete(start)) continue
    const cluster = [start]
    for (const {
      middle: [x, y],
    } of cluster) {
      for (const other of left) {
        if (Math.hypot(other.middle[0] - x, other.middle[1] - y) > GAP) continue
        left.delete(other)
        cluster.push(other)
      }
    }
    if (cluster.length > largest.length) largest = cluster
  }
  return largest
}

/** The direction of a street in radians: the main axis of its zones, aligned with the sides of their (rectangular) lots. */
function directionOf(zones: readonly PlanZone[]): number {
  const points = zones.map(({ middle }) => middle)
  const [mx, my] = [
    points.reduce((sum, [x]) => sum + x, 0) / points.length,
    points.reduce((sum, [, y]) => sum + y, 0) / points.length,
  ]
  let [difference, product] = [0, 0]
  for (const [x, y] of points) {
    difference += (x - mx) ** 2 - (y - my) ** 2
    product += (x - mx) * (y - my)
  }
  const lie = Math.atan2(2 * product, difference) / 2
  // Four times the angle is the same for all sides of a rectangle; the mean, weighted by length, is the direction of the grid.
  let [cosine, sine] = [0, 0]
  for (const { ring } of zones) {
    for (let at = 1; at < ring.length; at++) {
      const [x, y] = [ring[at]![0] - ring[at - 1]![0], ring[at]![1] - ring[at - 1]![1]]
      const angle = 4 * Math.atan2(y, x)
      const length = Math.hypot(x, y)
      cosine += length * Math.cos(angle)
      sine += length * Math.sin(angle)
    }
  }
  const side = Math.atan2(sine, cosine) / 4
  const quarters = Math.round((lie - side) / (Math.PI / 2))
  const near = side + (quarters * Math.PI) / 2
  return Math.abs(near - lie) < 0.6 ? near : lie
}

/** Possible positions across the street's direction: the gaps between zones, and both outer sides. */
function streetOffsets(zones: readonly PlanZone[], [dx, dy]: Point): number[] {
  const spans = zones
    .map(({ ring }) => ring.map(([x, y]) => y * dx - x * dy))
    .map((across) => [Math.min(...across), Math.max(...across)] as const)
    .sort((a, b) => a[0] - b[0])
  const offsets: number[] = []
  let end = -Infinity
  for (const [from, to] of spans) {
    if (end !== -Infinity && from - end > 4) offsets.push((from + end) / 2)
    end = Math.max(end, to)
  }
  return [...offsets, spans[0]![0] - LINE * 0.6, end + LINE * 0.6]
}

export interface Boxed {
  ring: readonly Point[]
  box: readonly [number, number, number, number]
}
/** Zones that a label beside these zones could cover. */
function neighbours(everything: readonly Boxed[], zones: readonly PlanZone[]): Boxed[] {
  const [west, north, east, south] = boundingBox(zones.map(({ ring }) => ring))
  return everything.filter(
    ({ box: [w, n, e, s] }) => e > west - LINE && w < east + LINE && s > north - LINE && n < south + LINE,
  )
}
/** Side of a cell of the index, in plan units: a zone of a town lies in few of them. */
const CELL = 40
const cellOf = (x: number, y: number) => x * 100_000 + y
const cellAt = (at: number) => Math.floor(at / CELL)

/** Whether a point lies in a zone, for points beside some zones. By cells: a large town has thousands of zones, and as many places to try for its labels. */
export function coveredBy(everything: readonly Boxed[], beside: readonly PlanZone[]): (point: Point) => boolean {
  const cells = new Map<number, Boxed[]>()
  for (const zone of neighbours(everything, beside)) {
    const [west, north, east, south] = zone.box
    for (let x = cellAt(west); x <= cellAt(east); x++)
      for (let y = cellAt(north); y <= cellAt(south); y++) {
        const cell = cells.get(cellOf(x, y))
        if (cell) cell.push(zone)
        else cells.set(cellOf(x, y), [zone])
      }
  }
  return (point) => {
    const here = cells.get(cellOf(cellAt(point[0]), cellAt(point[1]))) ?? []
    return here.some(
      ({ ring, box: [west, north, east, south] }) =>
        point[0] >= west && point[0] <= east && point[1] >= north && point[1] <= south && isInsideRing(ring, point),
    )
  }
}

/** Normalizes an angle so that text is never upside down. */
function upright(degrees: number): number {
  const half = ((((degrees + 90) % 180) + 180) % 180) - 90
  return Math.round((half > 89 ? half - 180 : half) * 10) / 10
}
