import { zoneAddress, type Link } from '../addresses/page-addresses.ts'
import { fromMercator, overlap, scaleBar, svgPath, viewAround, type Box } from './geometry.ts'
import type { StreetLabel } from './map-streets.ts'
import { ringPoints, type ZoneOutline } from './zone-outlines.ts'

/** A small map with the zone highlighted, as SVG paths in a view box; `here` is the zone, `around` its neighbours. */
export interface ZoneMap {
  width: number
  height: number
  around: string
  here: string
  scale: { metres: number; length: number }
  streets: StreetLabel[]
  /** House numbers, each in the middle of its zone. */
  numbers: { text: string; x: number; y: number }[]
  neighbours: Link[]
}

const SIZE = { width: 360, height: 270 }
/** Minimum width in metres, so that a single lot shows its surroundings. */
const MIN_METRES = 320
const MARGIN = 0.9
const NEIGHBOURS = 6
/** Limits the map to a few kilobytes. */
const MAX_PATH_LENGTH = 7000
/** Smaller zones, in view units, have no number: it would not fit. */
const MIN_NUMBERED = 15
/** `12 Mill Row`, `12A Mill Row` */
const NUMBER = /^\d+\p{L}?(?= )/u
/** Smaller neighbours, in view units, are not drawn. */
const MIN_NEIGHBOUR_SIZE = 3

type OutlinedZone = ZoneOutline & { box: Box }
const middleOf = ({ box }: OutlinedZone) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const

/** Draws a zone and its nearest neighbours, as many as fit, with the names of streets that `labels` finds in a view; null for a zone without an outline. */
export function drawZoneMap(
  zone: ZoneOutline,
  all: readonly ZoneOutline[],
  labels: (box: Box, metresPerPixel: number) => StreetLabel[] = () => [],
): ZoneMap | null {
  if (!hasOutline(zone)) return null
  const view = viewAround(zone.box, SIZE.width / SIZE.height, MARGIN, MIN_METRES)
  const here = middleOf(zone)
  const unit = (view[2] - view[0]) / SIZE.width
  const sizeOf = ({ box }: OutlinedZone) => Math.min(box[2] - box[0], box[3] - box[1]) / unit
  const seen = ({ box }: OutlinedZone) => Math.max(box[2] - box[0], box[3] - box[1]) > MIN_NEIGHBOUR_SIZE * unit
  const near = all
    .filter(hasOutline)
    // As of today: former lots lie below those that came out of them.
    .filter((other) => other.pk !== zone.pk && !other.former && overlap(other.box, view) && seen(other))
    .map((other) => ({ other, far: distance(middleOf(other), here) }))
    .sort((a, b) => a.far - b.far || a.other.pk - b.other.pk)
    .map(({ other }) => other)
  const path = (outline: OutlinedZone) => svgPath(outline.rings.map(ringPoints), view, SIZE.width)
  return {
    ...SIZE,
    around: joinUpToLimit(near.map(path)),
    here: path(zone),
    scale: scaleBar(view, SIZE.width),
    streets: labels(view, unit),
    numbers: [zone, ...near].flatMap((each) => {
      const [text] = NUMBER.exec(each.address || each.name) ?? []
      const [x, y] = middleOf(each)
      const isInView = x > view[0] && x < view[2] && y > view[1] && y < view[3]
      if (!text || !isInView || sizeOf(each) < MIN_NUMBERED) return []
      return [{ text, x: Math.round((x - view[0]) / unit), y: Math.round((view[3] - y) / unit) }]
    }),
    neighbours: near.slice(0, NEIGHBOURS).map(({ pk, name }) => ({ href: zoneAddress(pk), text: name })),
  }
}

/** Several zones among what lies around them, such as the places of a story, each by itself. */
export interface PlacesMap extends Pick<ZoneMap, 'width' | 'height' | 'around'> {
  places: { pk: number; name: string; path: string }[]
}

/** Null if no zone has an outline. */
export function drawPlacesMap(zones: readonly ZoneOutline[], all: readonly ZoneOutline[]): PlacesMap | null {
  const drawn = zones.filter(hasOutline)
  if (drawn.length === 0) return null
  const far = (side: number, most: (...each: number[]) => number) => most(...drawn.map(({ box }) => box[side]!))
  const box: Box = [far(0, Math.min), far(1, Math.min), far(2, Math.max), far(3, Math.max)]
  const view = viewAround(box, SIZE.width / SIZE.height, MARGIN, MIN_METRES)
  const path = (outline: OutlinedZone) => svgPath(outline.rings.map(ringPoints), view, SIZE.width)
  const pks = new Set(drawn.map(({ pk }) => pk))
  const around = all
    .filter(hasOutline)
    .filter((other) => !pks.has(other.pk) && !other.former && overlap(other.box, view))
  return {
    ...SIZE,
    around: joinUpToLimit(around.map(path)),
    places: drawn.map((each) => ({ pk: each.pk, name: each.name, path: path(each) })),
  }
}

/** Longitude and latitude of a zone's centre, to about a metre; null for a zone without an outline. */
export function zoneCentre(zone: ZoneOutline): [number, number] | null {
  if (!hasOutline(zone)) return null
  const [lon, lat] = fromMercator(middleOf(zone))
  return [Number(lon.toFixed(5)), Number(lat.toFixed(5))]
}

const hasOutline = (outline: ZoneOutline): outline is OutlinedZone => outline.box !== null
const distance = (a: readonly [number, number], b: readonly [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1])

function joinUpToLimit(paths: readonly string[]): string {
  let all = ''
  for (const path of paths) if (all.length + path.length <= MAX_PATH_LENGTH) all += path
  return all
}
