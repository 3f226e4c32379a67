/** Plane geometry of the town plan, in surveyor's chains (1 chain = 66 feet) east and north of the map centre. */
export type Point = readonly [east: number, north: number]
export type Ring = readonly Point[]

export const METRES_PER_CHAIN = 20.1168
/** The initial map centre of spec §9 in degrees; the street grid is centred there and rotated like the shore. */
const CENTRE_METRES = [-9094456.127456, 5397978.160185] as const
const TURN = (-7 * Math.PI) / 180
const EARTH_RADIUS = 6378137

const degrees = (radians: number): number => (radians * 180) / Math.PI
const CENTRE: Point = [
  degrees(CENTRE_METRES[0] / EARTH_RADIUS),
  degrees(2 * Math.atan(Math.exp(CENTRE_METRES[1] / EARTH_RADIUS)) - Math.PI / 2),
]
const round7 = (value: number): number => Math.round(value * 1e7) / 1e7

/** Chains to EPSG:4326 longitude and latitude, seven decimals. */
export function toLonLat([east, north]: Point): [number, number] {
  const x = (east * Math.cos(TURN) - north * Math.sin(TURN)) * METRES_PER_CHAIN
  const y = (east * Math.sin(TURN) + north * Math.cos(TURN)) * METRES_PER_CHAIN
  const lat = CENTRE[1] + degrees(y / EARTH_RADIUS)
  const lon = CENTRE[0] + degrees(x / (EARTH_RADIUS * Math.cos((CENTRE[1] * Math.PI) / 180)))
  return [round7(lon), round7(lat)]
}

/** A lot's corners, drawn in by 16 cm on each side so that neighbours touch but never overlap after rounding. */
export function rectangle(west: number, south: number, east: number, north: number, inset = 0.008): Ring {
  return [
    [west + inset, south + inset],
    [east - inset, south + inset],
    [east - inset, north - inset],
    [west + inset, north - inset],
  ]
}

/** West edge of the land at a given northing: bluffs, a beach, and the notch of the harbour. */
export function shoreAt(north: number): number {
  const notch = 3.2 * Math.exp(-(((north - 20) / 3.5) ** 2))
  return -29 + 1.5 * Math.sin(north / 7.3) + 0.7 * Math.sin(north / 2.9 + 1) + 0.25 * Math.sin(north * 1.7) + notch
}

/** Middle of the Maskinonge River at a given easting; it is two chains wide in town. */
export function riverAt(east: number): number {
  return 23 + 1.3 * Math.sin(east / 6) + 0.5 * Math.sin(east / 2.3)
}

/** Points along an edge that is a function of one coordinate. */
export function along(from: number, to: number, step: number, at: (t: number) => Point): Point[] {
  const count = Math.max(2, Math.round(Math.abs(to - from) / step))
  return Array.from({ length: count + 1 }, (_, i) => at(from + ((to - from) * i) / count))
}

/** Points written short: “-20,26 0,31”. */
export const points = (text: string): [number, number][] =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number])
