import { zoneAddress } from './addresses.ts'
import { fromMercator, overlap, scaleBar, svgPath, viewAround, type Box } from './small-maps.ts'
import { pairs, type ZoneOutline } from './zone-outlines.ts'
import type { ZoneMap } from './zone-overview.ts'

const SIZE = { width: 360, height: 270 }
/** Metres across at least, so that a single lot is seen among others; and shares of the zone's own size around it. */
const LEAST = 320
const MARGIN = 0.9
const NEIGHBOURS = 6
/** Characters of path at most: a map stays a few kilobytes. */
const PATH_MOST = 7000
/** View units that a neighbour must measure to be drawn: smaller ones would be dust. */
const DUST = 3

type Drawn = ZoneOutline & { box: Box }
const middleOf = ({ box }: Drawn) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const

/** A zone among its neighbours, the nearest first, as many as a small map can hold; null for a zone whose outline is not known. */
export function drawZoneMap(zone: ZoneOutline, all: readonly ZoneOutline[]): ZoneMap | null {
  if (!hasOutline(zone)) return null
  const view = viewAround(zone.box, SIZE.width / SIZE.height, MARGIN, LEAST)
  const here = middleOf(zone)
  const unit = (view[2] - view[0]) / SIZE.width
  const seen = ({ box }: Drawn) => Math.max(box[2] - box[0], box[3] - box[1]) > DUST * unit
  const near = all
    .filter(hasOutline)
    .filter((other) => other.pk !== zone.pk && overlap(other.box, view) && seen(other))
    .map((other) => ({ other, far: distance(middleOf(other), here) }))
    .sort((a, b) => a.far - b.far || a.other.pk - b.other.pk)
    .map(({ other }) => other)
  const path = (outline: Drawn) => svgPath(outline.rings.map(pairs), view, SIZE.width)
  return {
    ...SIZE,
    around: asManyAsFit(near.map(path)),
    here: path(zone),
    scale: scaleBar(view, SIZE.width),
    neighbours: near.slice(0, NEIGHBOURS).map(({ pk, name }) => ({ href: zoneAddress(pk), text: name })),
  }
}

/** Longitude and latitude of a zone's middle, five decimals (about a metre); null where its outline is not known. */
export function middleInDegrees(zone: ZoneOutline): [number, number] | null {
  if (!hasOutline(zone)) return null
  const [lon, lat] = fromMercator(middleOf(zone))
  return [Number(lon.toFixed(5)), Number(lat.toFixed(5))]
}

const hasOutline = (outline: ZoneOutline): outline is Drawn => outline.box !== null
const distance = (a: readonly [number, number], b: readonly [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1])

function asManyAsFit(paths: readonly string[]): string {
  let all = ''
  for (const path of paths) if (all.length + path.length <= PATH_MOST) all += path
  return all
}
