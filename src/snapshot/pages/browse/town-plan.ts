import { ADDRESS, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { boundingBox, overlap, scaleBar, svgPath, viewAround, type Box } from '#rules/map/geometry.ts'
import { largestLot, levelOf, sizeOf, type Level } from '#rules/map/holdings.ts'
import { streetLabels, type StreetLabel } from '#rules/map/map-streets.ts'
import { streetOf } from '#rules/map/streets.ts'
import { outlineOf, ringPoints, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import { shorten } from '#rules/names/record-names.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { placePages, itemCount } from './name-indexes.ts'
import { streetsOf } from './street-lines.ts'

/** One link: a zone or, in a large town, all zones of a street with the same level. `level` is 0 without items, 1 with some, 2 with many. */
export interface PlanShape {
  href: string
  title: string
  path: string
  level: Level
}
/** Data for an SVG plan of the town; lengths in view box units. */
export interface TownPlan {
  width: number
  height: number
  /** Very large zones that contain others: drawn first, without a fill. */
  outlines: PlanShape[]
  shapes: PlanShape[]
  streets: StreetLabel[]
  /** Scale bar: a round number of metres, and its length on the plan. */
  scale: { metres: number; length: number }
  /** Number of zones outside the plan, and of those without an outline; they are only in the list of places. */
  outside: number
  left: number
  /** True if each link stands for the zones of a street. */
  byStreet: boolean
}

const WIDTH = 1400
/** Maximum ratio of the plan's sides. */
const MAX_RATIO = 1.6
const MARGIN = 0.04
/** Of a street's name, in view box units. */
const LABEL = { letter: 9.6, line: 20, stays: true }
/** Up to this many zones, each is its own link (about 110 bytes). */
const MOST_LINKS = 700

/** The plan shows what is not much farther from the middle than most of the town, and of a few zones what is within these metres. */
const OUTSKIRTS = 1.8
const FEW = { zones: 50, metres: 5000 }

type Outlined = ZoneOutline & { box: Box }

/** A box around the town: without what lies far out, however few zones there are. Each part of a zone counts, so that one across the antimeridian is not as wide as the world. */
function townBox(zones: readonly Outlined[]): Box {
  const parts = zones.flatMap(({ rings, box }): Box[] => (rings.length === 1 ? [box] : rings.map(boxOf)))
  const median = (axis: 0 | 1) =>
    parts.map((box) => (box[axis] + box[axis + 2]!) / 2).sort((a, b) => a - b)[parts.length >> 1]!
  const [x, y] = [median(0), median(1)]
  const reach = ([west, south, east, north]: Box) => Math.max(x - west, east - x, y - south, north - y)
  const near = parts.sort((a, b) => reach(a) - reach(b))
  const most = OUTSKIRTS * reach(near[Math.floor((near.length - 1) * 0.8)]!)
  const limit = near.length < FEW.zones ? Math.max(FEW.metres, most) : most
  const town = near.filter((box, at) => at === 0 || reach(box) <= limit)
  return boundingBox(town.map(([west, south, east, north]) => [[west, south] as const, [east, north] as const]))
}
const boxOf = (ring: Float64Array): Box => boundingBox([ringPoints(ring)])

/** The plan of a town without what an archive has of its zones. An update that changes items has the places of before. */
export const planBase = memoizePerArchive('plan', (places: Archive['lists']['locations']) => {
  const zones = places.map((place) => outlineOf(place))
  const outlined = zones.filter((zone): zone is Outlined => zone.box !== null)
  if (outlined.length === 0) return undefined
  const largest = largestLot(zones)
  const box = townBox(outlined.filter((zone) => sizeOf(zone) <= largest))
  const ratio = (box[2] - box[0]) / (box[3] - box[1]) || 1
  const aspect = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio))
  const view = viewAround(box, aspect, MARGIN, 1)
  const drawn = outlined
    .filter((zone) => overlap(zone.box, view))
    .map((zone) => ({ ...zone, path: svgPath(zone.rings.map(ringPoints), view, WIDTH) }))
    .filter(({ path }) => path !== '')
    .sort((a, b) => sizeOf(b) - sizeOf(a) || a.pk - b.pk)
  const metresPerPixel = (view[2] - view[0]) / WIDTH
  return {
    frame: {
      width: WIDTH,
      height: Math.round(WIDTH / aspect),
      streets: streetLabels(streetsOf(places), { box: view, metresPerPixel }, LABEL),
      scale: scaleBar(view, WIDTH),
    },
    /** Where a point in metres is on the plan. */
    at: ([west, south, east, north]: Box): [x: number, y: number] => [
      Math.round(((west + east) / 2 - view[0]) / metresPerPixel),
      Math.round((view[3] - (south + north) / 2) / metresPerPixel),
    ],
    large: drawn.filter((zone) => sizeOf(zone) > largest),
    small: drawn.filter((zone) => sizeOf(zone) <= largest),
    outside: outlined.length - drawn.length,
    left: zones.length - outlined.length,
  }
})

/** Undefined for an archive without outlines. */
export function townPlan(archive: Archive, mostLinks = MOST_LINKS): TownPlan | undefined {
  const base = planBase(archive.lists.locations)
  if (!base) return undefined
  const { frame, large, outside, left } = base
  // As of today.
  const small = base.small.filter(({ pk }) => archive.successorsOf(pk).length === 0)
  const counted = (zone: Drawn) => ({ ...zone, items: archive.itemsOfLocation(zone.pk).length })
  const byStreet = large.length + small.length > mostLinks
  const zones = small.map(counted)
  return {
    ...frame,
    outlines: large.map(counted).map(zoneShape),
    shapes: byStreet ? streetShapes(archive, zones) : zones.map(zoneShape),
    outside,
    left,
    byStreet,
  }
}

interface Drawn extends ZoneOutline {
  path: string
}

function zoneShape({ pk, name, items, path }: Drawn): PlanShape {
  const title = shorten(name, 80)
  return {
    href: zoneAddress(pk),
    title: items === 0 ? title : `${title}: ${itemCount(items)}`,
    path,
    level: levelOf(items),
  }
}

/** One shape per street and level, linked to the street in the list of places. */
function streetShapes(archive: Archive, drawn: readonly Drawn[]): PlanShape[] {
  const addresses = new Map<string, string>()
  for (const { index } of placePages(archive))
    for (const { heading, id } of index.groups)
      if (!addresses.has(heading)) addresses.set(heading, `${index.address}#${id}`)
  const shapes = new Map<string, PlanShape>()
  for (const zone of drawn) {
    const { street } = streetOf(zone)
    const level = levelOf(zone.items)
    const key = `${level} ${street}`
    const shape = shapes.get(key)
    if (shape) shape.path += zone.path
    else shapes.set(key, { href: addresses.get(street) ?? ADDRESS.places, title: street, path: zone.path, level })
  }
  return [...shapes.values()]
}
