import type { LocationFeature } from '#contract/location.ts'
import { isInsideRing, mercatorRings, overlap, type Box } from './geometry.ts'
import { zoneName } from '../names/record-names.ts'

/**
 * A zone as the map draws it. Rings (holes too, even-odd rule) are flat x, y, x, y … in Web Mercator metres (EPSG:3857), without the repeated last
 * point. A zone without an outline has no rings and no box.
 */
export interface ZoneOutline {
  pk: number
  name: string
  address: string
  altnames: readonly string[]
  /** Published items at the last build; 0 for a newer zone. */
  items: number
  rings: readonly Float64Array[]
  box: Box | null
  /** Others came out of it: it is on no map of today. */
  former?: true
}

/**
 * The file `/data/zones.json`: rings are delta-encoded integers, in units of `step` metres from `origin`. `counter` is the archive's change counter at
 * the build, so that a page can tell whether the file is up to date.
 */
export interface ZonesFile {
  counter: number | null
  origin: readonly [number, number]
  step: number
  /** Ids of those that others came out of; older files have none. */
  former?: readonly number[] | undefined
  zones: readonly (readonly [
    pk: number,
    name: string,
    address: string,
    altnames: readonly string[],
    items: number,
    rings: readonly (readonly number[])[],
  ])[]
}

/** Metres. */
const STEP = 0.1

/** Works on flat arrays, because thousands of outlines are read while a visitor waits for the map. NaN coordinates make a NaN box. */
function boundingBox(rings: readonly Float64Array[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i]!, ring[i + 1]!]
      west = Math.min(west, x)
      south = Math.min(south, y)
      east = Math.max(east, x)
      north = Math.max(north, y)
    }
  }
  return [west, south, east, north]
}

const outline = (facts: Omit<ZoneOutline, 'rings' | 'box'>, rings: Float64Array[]): ZoneOutline => ({
  ...facts,
  rings,
  box: rings.length === 0 ? null : boundingBox(rings),
})

export function ringPoints(ring: Float64Array): [number, number][] {
  const points: [number, number][] = []
  for (let i = 0; i < ring.length; i += 2) points.push([ring[i]!, ring[i + 1]!])
  return points
}

/** From the API's GeoJSON. */
export function outlineOf({ geometry, properties }: LocationFeature, items = 0): ZoneOutline {
  const rings =
    geometry === null ? [] : mercatorRings(geometry).map((ring) => Float64Array.from(ring.slice(0, -1).flat()))
  const { pk, address, earlier_names = [] } = properties
  const altnames = [...properties.altnames, ...earlier_names]
  return outline({ pk, name: zoneName(properties), address, altnames, items }, rings)
}

export function packZones(zones: readonly ZoneOutline[], counter: number | null): ZonesFile {
  const boxes = zones.flatMap(({ box }) => (box ? [box] : []))
  const origin = [0, 1].map((side) => Math.floor(boxes.reduce((least, box) => Math.min(least, box[side]!), Infinity)))
  const [x0, y0] = boxes.length === 0 ? [0, 0] : (origin as [number, number])
  const pack = (ring: Float64Array): number[] => {
    const steps: number[] = []
    let [lastX, lastY] = [0, 0]
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [Math.round((ring[i]! - x0) / STEP), Math.round((ring[i + 1]! - y0) / STEP)]
      steps.push(x - lastX, y - lastY)
      ;[lastX, lastY] = [x, y]
    }
    return steps
  }
  return {
    counter,
    origin: [x0, y0],
    step: STEP,
    former: zones.flatMap(({ pk, former }) => (former ? [pk] : [])),
    zones: zones.map(({ pk, name, address, altnames, items, rings }) => [
      pk,
      name,
      address,
      altnames,
      items,
      rings.map(pack),
    ]),
  }
}

export function unpackZones({ origin, step, zones, former = [] }: ZonesFile): ZoneOutline[] {
  const gone = new Set(former)
  const unpack = (steps: readonly number[]): Float64Array => {
    const ring = new Float64Array(steps.length)
    let [x, y] = [0, 0]
    for (let i = 0; i < steps.length; i += 2) {
      x += steps[i]!
      y += steps[i + 1]!
      ring[i] = origin[0] + x * step
      ring[i + 1] = origin[1] + y * step
    }
    return ring
  }
  return zones.map(([pk, name, address, altnames, items, rings]) =>
    outline({ pk, name, address, altnames, items, ...(gone.has(pk) && { former: true }) }, rings.map(unpack)),
  )
}

/** Point in polygon, in Web Mercator metres (even-odd rule, so not in holes). */
export function isInside({ rings, box }: ZoneOutline, x: number, y: number): boolean {
  if (box === null || !overlap(box, [x, y, x, y])) return false
  return rings.filter((ring) => isInsideRing(ringPoints(ring), [x, y])).length % 2 === 1
}
