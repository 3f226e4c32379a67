import { type Point, type Ring } from '../geometry.ts'
import { createRandom, type Random } from '../random.ts'
import { EAST_WEST, NORTH_SOUTH } from '../street-grid.ts'
import { type Zone, stoodIn } from '../zones.ts'

type Trade = 'dwelling' | 'shop' | 'public' | 'works' | 'outbuilding'
/** One roof on the ground, in chains. */
export interface Building {
  ring: Ring
  trade: Trade
  brick: boolean
  /** Metres to the eaves. */
  height: number
  /** The ridge runs along the ring's first side. */
  ridge: boolean
}

/** The year of a landmark's first building; others are treated like ordinary lots. */
const FIRST_BUILT: Record<string, number> = {
  tannery: 1844, fairground: 1858, school: 1841, 'st-brendan': 1843, knox: 1860, wesley: 1884, 'sainte-anne': 1869, bme: 1863,
  baptist: 1869, 'commercial-hotel': 1838, 'lakeview-hotel': 1879, bank: 1889, 'post-office': 1911, 'opera-house': 1882, library: 1879,
  armoury: 1866, foundry: 1864, creamery: 1899, hospital: 1868, 'fire-hall': 1887, 'continuation-school': 1911, wharf: 1849,
  fishery: 1852, boatworks: 1841, mill: 1836, 'woollen-mill': 1868, 'planing-mill': 1871, station: 1876, elevator: 1904,
  lighthouse: 1874, 'brannock-hall': 1836, 'toll-house': 1851, storehouse: 1837, flats: 1839, 'cottage-1': 1843, 'cottage-2': 1843,
  'meeting-house': 1861, pavilion: 1921,
} // prettier-ignore
const GONE: Record<string, number> = { foundry: 1958, creamery: 1994, wharf: 1971, tannery: 1931 }

interface Box {
  west: number
  south: number
  east: number
  north: number
}
export function boxOf(ring: Ring): Box {
  const easts = ring.map((p) => p[0])
  const norths = ring.map((p) => p[1])
  return { west: Math.min(...easts), south: Math.min(...norths), east: Math.max(...easts), north: Math.max(...norths) }
}

/** A frame on a lot: `along` the street from its left end, `in` from the street line. */
interface Frontage {
  width: number
  depth: number
  at(along: number, inward: number): Point
}

/** The lot as seen from its address's street, or from the nearest side if that street is not in the grid. */
function frontage(zone: Zone, ring: Ring): Frontage {
  const { west, south, east, north } = boxOf(ring)
  const [row, column] = [EAST_WEST.indexOf(zone.street), NORTH_SOUTH.indexOf(zone.street)]
  const street = row >= 0 ? 16.5 - 5 * row : column >= 0 ? -21.5 + 6 * column : NaN
  if (column >= 0 && Math.abs(street - west) < Math.abs(street - east))
    return { width: north - south, depth: east - west, at: (a, i) => [west + i, north - a] }
  if (column >= 0) return { width: north - south, depth: east - west, at: (a, i) => [east - i, south + a] }
  if (row >= 0 && Math.abs(street - south) < Math.abs(street - north))
    return { width: east - west, depth: north - south, at: (a, i) => [west + a, south + i] }
  return { width: east - west, depth: north - south, at: (a, i) => [east - a, north - i] }
}

function block(
  lot: Frontage,
  from: number,
  to: number,
  front: number,
  back: number,
  rest: Omit<Building, 'ring'>,
): Building {
  return { ring: [lot.at(from, front), lot.at(to, front), lot.at(to, back), lot.at(from, back)], ...rest }
}

/** The building year of an ordinary lot: the town centre first. */
function builtIn(zone: Zone, random: Random): number {
  const { west, north } = boxOf(zone.rings[0]!)
  const away = Math.hypot(west + 2.5, (north - 8) * 0.9)
  return Math.round(1833 + away * 1.75 + random.between(0, 22) + (random.chance(0.16) ? random.between(20, 110) : 0))
}

function dwelling(lot: Frontage, random: Random, year: number, since: number): Building[] {
  const { width, depth } = lot
  const size = Math.min(0.58, width * random.between(0.5, 0.62))
  const from = Math.min(width - size - 0.06, (width - size) * random.between(0.25, 0.7))
  const front = random.between(0.2, 0.42)
  const long = Math.min(depth * 0.35, random.between(0.42, 0.62))
  const brick = random.chance(since > 1860 ? 0.4 : 0.08)
  const [ridge, wing, shed, far] = [random.chance(0.5), random.chance(0.6), random.next(), random.between(0.7, 0.88)]
  const out = [block(lot, from, from + size, front, front + long, { trade: 'dwelling', brick, height: 6, ridge })]
  if (wing)
    out.push(
      block(lot, from + size * 0.12, from + size * 0.7, front + long - 0.02, front + long + 0.32, {
        trade: 'dwelling',
        brick: false,
        height: 4,
        ridge: !ridge,
      }),
    )
  const side = from > (width - size) / 2 ? 0.06 : width - 0.36
  if (shed < 0.72 || year > 1925)
    out.push(
      block(lot, side, side + (year > 1925 ? 0.3 : 0.34), depth * far - 0.3, depth * far, {
        trade: 'outbuilding',
        brick: false,
        height: 3,
        ridge: true,
      }),
    )
  return out
}

function shop(lot: Frontage, random: Random, since: number): Building[] {
  const back = lot.depth * random.between(0.42, 0.72)
  const brick = since > 1866 || random.chance(0.3)
  return [
    block(lot, 0.01, lot.width - 0.01, 0.03, back, { trade: 'shop', brick, height: 8, ridge: false }),
    ...(random.chance(0.6)
      ? [
          block(lot, 0.08, lot.width * 0.6, lot.depth * 0.82, lot.depth * 0.96, {
            trade: 'outbuilding',
            brick: false,
            height: 3,
            ridge: false,
          } as const),
        ]
      : []),
  ]
}

/** Churches, halls, hotels, mills: a few large roofs by kind. */
function landmark(zone: Zone, lot: Frontage, random: Random): Building[] {
  const { width: w, depth: d } = lot
  const stone = { trade: 'public', brick: true, height: 10, ridge: false } as const
  const long = Math.min(d * 0.75, 1.55)
  if (zone.kind === 'church') {
    const [l, r] = [w / 2 - Math.min(0.34, w * 0.3), w / 2 + Math.min(0.34, w * 0.3)]
    return [
      block(lot, l, r, 0.3, 0.2 + long, stone),
      block(lot, w / 2 - 0.13, w / 2 + 0.13, 0.12, 0.34, { ...stone, height: 18 }),
    ]
  }
  if (zone.kind === 'works' || zone.kind === 'mill' || zone.kind === 'harbour') {
    const works = { trade: 'works', brick: zone.kind === 'mill', height: 8, ridge: true } as const
    const [l, r] = [w * 0.12, Math.min(w * 0.72, w * 0.12 + 2.1)]
    return [
      block(lot, l, r, 0.15, 0.15 + Math.min(0.8, d * 0.3), works),
      block(lot, l + 0.1, l + 0.75, 0.15 + Math.min(0.8, d * 0.3), Math.min(d * 0.8, 1.9), {
        ...works,
        ridge: false,
        height: 6,
      }),
      ...(random.chance(0.7)
        ? [
            block(lot, w * 0.8, Math.min(w - 0.05, w * 0.8 + 0.5), 0.3, Math.min(d * 0.6, 1.1), {
              ...works,
              brick: false,
              height: 4,
            }),
          ]
        : []),
    ]
  }
  const tall = { ...stone, height: zone.kind === 'hotel' ? 11 : 9 }
  const broad = Math.min(w * 0.8, 1.7)
  const l = (w - broad) / 2
  return [
    block(lot, l, l + broad, 0.18, 0.18 + Math.min(0.75, d * 0.4), { ...tall, ridge: true }),
    block(lot, l + broad * 0.3, l + broad * 0.72, 0.16 + Math.min(0.75, d * 0.4), 0.2 + Math.min(1.3, d * 0.66), {
      ...tall,
      height: 7,
    }),
  ]
}

/** Building areas of waterside mills and works: a box, because the lot lines follow the bank. */
const STANDS: Record<string, Ring> = {
  mill: [[-1.6, 19.2], [1.9, 19.2], [1.9, 21.2], [-1.6, 21.2]],
  'woollen-mill': [[4, 18.2], [8, 18.2], [8, 20.6], [4, 20.6]],
  'planing-mill': [[-13.6, 18], [-9, 18], [-9, 20.6], [-13.6, 20.6]],
  wharf: [[-25.6, 17.6], [-22.7, 17.6], [-22.7, 19.9], [-25.6, 19.9]],
  fishery: [[-26.2, 9.6], [-23, 9.6], [-23, 13], [-26.2, 13]],
  boatworks: [[-26, 13.8], [-22.6, 13.8], [-22.6, 16.6], [-26, 16.6]],
  'brannock-hall': [[-26.6, -1.4], [-24, -1.4], [-24, 0.9], [-26.6, 0.9]],
  station: [[15.5, 6.2], [16.1, 6.2], [16.1, 8.6], [15.5, 8.6]],
  elevator: [[15.5, 17.8], [17.4, 17.8], [17.4, 19.6], [15.5, 19.6]],
  lighthouse: [[-26.4, 25.2], [-25.6, 25.2], [-25.6, 26.4], [-26.4, 26.4]],
  school: [[10.3, 2.7], [12.9, 2.7], [12.9, 4.9], [10.3, 4.9]],
  'toll-house': [[10.8, -15.6], [12.3, -15.6], [12.3, -14.5], [10.8, -14.5]],
} // prettier-ignore
const isBare = ({ key, kind }: Zone) =>
  (kind === 'park' && key !== 'fairground') || kind === 'cemetery' || kind === 'island' || key === 'harbour'

/** The year of the first building on a zone; undefined where nothing was built. */
export const firstBuilt = (zone: Zone): number | undefined =>
  isBare(zone) ? undefined : (FIRST_BUILT[zone.key] ?? builtIn(zone, createRandom(`roofs of ${zone.key}`)))

/** The buildings on a zone in a year, the same on every map. */
export function buildingsOf(zone: Zone, year: number): Building[] {
  if (isBare(zone) || !stoodIn(zone, year)) return []
  const random = createRandom(`roofs of ${zone.key}`)
  const first = FIRST_BUILT[zone.key]
  const since = first ?? builtIn(zone, random)
  if (since > year || (GONE[zone.key] ?? 9999) < year) return []
  const ring = STANDS[zone.key] ?? zone.rings[0]!
  const lot = frontage(zone, ring)
  if (zone.kind === 'farm') {
    const box = boxOf(ring)
    const stead: Frontage = { width: 3, depth: 3, at: (a, i) => [box.west + 1.5 + a, box.north - 2 - i] }
    return [
      ...dwelling({ ...stead, width: 1.2 }, random, year, since),
      block(stead, 1.5, 2.2, 1.1, 2.1, { trade: 'outbuilding', brick: false, height: 9, ridge: true }),
    ]
  }
  if (zone.kind === 'shop' && zone.key !== 'toll-house' && first === undefined) return shop(lot, random, since)
  if ((zone.kind === 'house' || zone.kind === 'shore') && first === undefined) return dwelling(lot, random, year, since)
  if (zone.key === 'fairground')
    return [block(lot, 0.4, 1.5, 0.3, 0.9, { trade: 'public', brick: false, height: 7, ridge: true })]
  return landmark(zone, lot, random)
}

/** Whether a landmark had that name in a year. */
export const standsIn = (zone: Zone, year: number): boolean =>
  (FIRST_BUILT[zone.key] ?? 1835) <= year && (GONE[zone.key] ?? 9999) >= year
