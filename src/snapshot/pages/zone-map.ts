import { zoneAddress } from '#rules/addresses.ts'
import { zoneName } from '#rules/names.ts'
import {
  boxOf,
  fromMercator,
  mercatorRings,
  overlap,
  scaleBar,
  svgPath,
  viewAround,
  type Box,
} from '#rules/small-maps.ts'
import type { Archive } from '../types.ts'
import type { Link } from './views.ts'

/** A small drawn map: view units, `around` is all neighbours as one path, `here` the zone. */
export interface ZoneMap {
  width: number
  height: number
  around: string
  here: string
  scale: { metres: number; length: number }
  neighbours: Link[]
  /** Longitude and latitude of its middle, five decimals (about a metre). */
  centre: [number, number]
}

const SIZE = { width: 360, height: 270 }
/** Metres across at least, so that a single lot is seen among others; and shares of the zone's own size around it. */
const LEAST = 320
const MARGIN = 0.9
const NEIGHBOURS = 6
/** Characters of path at most: a map stays a few kilobytes. */
const PATH_MOST = 7000
/** View units that a neighbour must measure to be drawn: smaller ones would be dust. */
const DUST = 3

interface Outline {
  id: number
  rings: ReturnType<typeof mercatorRings>
  box: Box
  middle: readonly [number, number]
}

const outlines = new WeakMap<Archive, Map<number, Outline>>()

/** Every zone's outline in mercator metres, made once an archive. */
function outlinesOf(archive: Archive): Map<number, Outline> {
  const known = outlines.get(archive)
  if (known) return known
  const made = new Map<number, Outline>()
  for (const { geometry, properties } of archive.lists.locations) {
    if (!geometry) continue
    const rings = mercatorRings(geometry)
    const box = boxOf(rings)
    made.set(properties.pk, { id: properties.pk, rings, box, middle: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] })
  }
  outlines.set(archive, made)
  return made
}

/** The zone among its neighbours; null for a zone whose outline is not known. */
export function zoneMap(archive: Archive, id: number): ZoneMap | null {
  const all = outlinesOf(archive)
  const zone = all.get(id)
  if (!zone) return null
  const view = viewAround(zone.box, SIZE.width / SIZE.height, MARGIN, LEAST)
  const distance = (other: Outline) => Math.hypot(other.middle[0] - zone.middle[0], other.middle[1] - zone.middle[1])
  const unit = (view[2] - view[0]) / SIZE.width
  const seen = ({ box }: Outline) => Math.max(box[2] - box[0], box[3] - box[1]) > DUST * unit
  const near = [...all.values()]
    .filter((other) => other !== zone && overlap(other.box, view) && seen(other))
    .map((other) => ({ other, far: distance(other) }))
    .sort((a, b) => a.far - b.far || a.other.id - b.other.id)
    .map(({ other }) => other)
  return {
    ...SIZE,
    around: drawn(near, view),
    here: svgPath(zone.rings, view, SIZE.width),
    scale: scaleBar(view, SIZE.width),
    centre: centreOf(zone.middle),
    neighbours: near.slice(0, NEIGHBOURS).map((other) => ({
      href: zoneAddress(other.id),
      text: zoneName(archive.location(other.id)!.properties),
    })),
  }
}

/** The nearest zones first, as many as a small map can hold. */
function drawn(near: readonly Outline[], view: Box): string {
  let path = ''
  for (const other of near) {
    const next = svgPath(other.rings, view, SIZE.width)
    if (path.length + next.length > PATH_MOST) continue
    path += next
  }
  return path
}

const centreOf = (middle: Outline['middle']): [number, number] => {
  const [lon, lat] = fromMercator(middle)
  return [Number(lon.toFixed(5)), Number(lat.toFixed(5))]
}
