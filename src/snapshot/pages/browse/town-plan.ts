import type { LocationFeature } from '#contract/location.ts'
import { ADDRESS, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { shorten, zoneName } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { allPlaces, itemCount } from './place-index.ts'
import { levelOf, OUTLINE_SIZE, type Level } from '#rules/map/holdings.ts'
import { areaOf, boundingBox, scaleBar } from '#rules/map/geometry.ts'
import { type Point, planFrame, isInside, middleOf, outerRings, pathOf, project } from './plan-geometry.ts'
import { oncePer } from '../../once-per.ts'
import { streetAlong } from './street-line.ts'
import { type StreetName, streetNames } from './street-names.ts'
import { streetOf } from '#rules/map/streets.ts'

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
  streets: StreetName[]
  /** Scale bar: a round number of metres, and its length on the plan. */
  scale: { metres: number; length: number }
  /** Number of zones without an outline or outside the plan; they are only in the list of places. */
  left: number
  /** True if each link stands for the zones of a street. */
  byStreet: boolean
}

const WIDTH = 1400
/** Up to this many zones, each is its own link (about 110 bytes). */
const MOST_LINKS = 700

/** A zone on the plan. */
interface Drawn {
  zone: LocationFeature
  paths: string
  area: number
  ring: readonly Point[]
  middle: Point
}

/** What does not depend on items: takes a second for thousands of zones. Undefined without outlines. */
const drawZones = oncePer('town plan', (zones: readonly LocationFeature[]) => {
  const outlined = zones.flatMap((zone) => (zone.geometry ? [{ zone, outer: outerRings(zone.geometry) }] : []))
  if (outlined.length === 0) return undefined
  const frame = planFrame(
    outlined.map(({ outer }) => boundingBox(outer)),
    WIDTH,
  )
  const drawn = outlined.flatMap(({ zone, outer }): Drawn[] => {
    const rings = outer
      .map((ring) => ring.map((position) => project(frame, position)))
      .filter((ring) => isInside(frame, ring))
    const largest = rings.toSorted((a, b) => areaOf(b) - areaOf(a))[0]
    const paths = rings.map((ring) => pathOf(ring)).join('')
    if (!largest || paths === '') return []
    return [{ zone, paths, area: areaOf(largest), ring: largest, middle: middleOf(largest) }]
  })
  const usual = drawn.map(({ area }) => area).sort((a, b) => a - b)[Math.floor(drawn.length / 2)] ?? 0
  const isOutline = (each: Drawn) => each.area > usual * OUTLINE_SIZE
  const bySize = drawn.toSorted((a, b) => b.area - a.area || a.zone.properties.pk - b.zone.properties.pk)
  return {
    frame,
    outlines: bySize.filter(isOutline),
    small: bySize.filter((each) => !isOutline(each)),
    streets: streetNames(zonesByStreet(drawn.filter((each) => !isOutline(each))), frame),
    left: zones.length - drawn.length,
  }
})

/** Undefined for an archive without outlines. */
export function townPlan(archive: Archive, mostLinks = MOST_LINKS): TownPlan | undefined {
  const drawn = drawZones(archive.lists.locations)
  if (!drawn) return undefined
  const { frame, outlines, small, streets, left } = drawn
  const byStreet = outlines.length + small.length > mostLinks
  const shapeOf = (each: Drawn) => zoneShape(each, itemsIn(archive, each))
  return {
    width: frame.width,
    height: frame.height,
    outlines: outlines.map(shapeOf),
    shapes: byStreet ? streetShapes(archive, small) : small.map(shapeOf),
    streets,
    scale: scaleBar(frame.view, frame.width),
    left,
    byStreet,
  }
}

const itemsIn = (archive: Archive, { zone }: Drawn) => archive.itemsOfLocation(zone.properties.pk).length

function zoneShape({ zone, paths }: Drawn, items: number): PlanShape {
  const name = shorten(zoneName(zone.properties), 80)
  return {
    href: zoneAddress(zone.properties.pk),
    title: items === 0 ? name : `${name}: ${itemCount(items)}`,
    path: paths,
    level: levelOf(items),
  }
}

/** One shape per street and level, linked to the street in the list of places. */
function streetShapes(archive: Archive, drawn: readonly Drawn[]): PlanShape[] {
  const addresses = streetAddresses(archive)
  const shapes = new Map<string, PlanShape>()
  for (const each of drawn) {
    const { zone, paths } = each
    const { street } = streetOf(zone.properties)
    const level = levelOf(itemsIn(archive, each))
    const key = `${level} ${street}`
    const shape = shapes.get(key)
    if (shape) shape.path += paths
    else shapes.set(key, { href: addresses.get(street) ?? ADDRESS.places, title: street, path: paths, level })
  }
  return [...shapes.values()]
}

/** Links to each street in the list of places. */
function streetAddresses(archive: Archive): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const { index } of allPlaces(archive))
    for (const { heading, id } of index.groups)
      if (!addresses.has(heading)) addresses.set(heading, `${index.address}#${id}`)
  return addresses
}

function zonesByStreet(drawn: readonly Drawn[]): Map<string, Drawn[]> {
  const streets = new Map<string, Drawn[]>()
  for (const each of drawn) {
    const street = streetAlong(each.zone.properties)
    if (street === undefined) continue
    const along = streets.get(street)
    if (along) along.push(each)
    else streets.set(street, [each])
  }
  return streets
}
