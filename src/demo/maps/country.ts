import { type Point, along, riverAt, shoreAt } from '../geometry.ts'

/**
 * The landscape for miles around the town, in chains (geometry.ts): it agrees with the town's tables and continues beyond them. All old maps and aerial
 * pictures show the same one.
 */
const smooth = (from: number, to: number, t: number): number => {
  const k = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return k * k * (3 - 2 * k)
}

/** West edge of the land at a northing, with capes and bays beyond the town. */
export function coastAt(north: number): number {
  const far = smooth(34, 120, Math.abs(north))
  const point = 22 * Math.exp(-(((north - 118) / 24) ** 2)) + 17 * Math.exp(-(((north + 96) / 30) ** 2))
  return (
    shoreAt(north) +
    far * (13 * Math.sin(north / 61 + 0.6) + 3.5 * Math.sin(north / 17) + 0.9 * Math.sin(north / 5.3)) -
    point
  )
}

/** Middle of the Maskinonge at an easting: between the piers at its mouth, in wider bends upstream. */
export function streamAt(east: number): number {
  const far = smooth(22, 90, east)
  const inTown =
    riverAt(east) * (1 - far) + far * (30 + 17 * Math.sin(east / 41 - 0.5) + 5 * Math.sin(east / 13) + 0.09 * east)
  const mouth = smooth(-21, -26, east)
  return inTown * (1 - mouth) + 22.5 * mouth
}
export const streamWidth = (east: number): number => 1 - 0.55 * smooth(20, 200, east) + 0.15 * Math.sin(east / 5)

export const coast = (south: number, north: number, step = 1): Point[] =>
  along(south, north, step, (n): Point => [coastAt(n), n])
export const stream = (west: number, east: number, side = 0, step = 1): Point[] =>
  along(west, east, step, (e): Point => [e, streamAt(e) + side * streamWidth(e)])

/** The mill pond above the dam. */
export const POND: Point[] = along(-1, 12, 0.7, (e): Point => [
  e,
  streamAt(e) + 1.2 + 1.1 * Math.sin(((e + 1) / 13) * Math.PI),
])

/** Brooks, from source to mouth. */
export const BROOKS: Point[][] = [
  along(96, -34, 2, (e): Point => [e, -44 + 7 * Math.sin(e / 19) + 2.2 * Math.sin(e / 6) - (e + 34) * 0.11]),
  along(60, 22, 1.5, (e): Point => [e, 30 + (60 - e) * -0.02 + 3 * Math.sin(e / 7) + (e - 22) * 0.9]),
  along(150, 64, 2, (e): Point => [e, streamAt(64) + (e - 64) * -0.42 + 4 * Math.sin(e / 11)]),
  along(120, -40, 2, (e): Point => [e, 112 + 9 * Math.sin(e / 23) + 2 * Math.sin(e / 7)]),
]

/** Road allowances of the township: survey lines on which roads were opened over time. */
export const CONCESSION_EASTS = [40.5, 107, 173.5, 240]
export const SIDELINE_NORTHS = [-233.25, -180.75, -128.25, -75.75, -23.25, 81.75, 134.25, 186.75, 239.25]
/** Depth of a lot along a concession, and its breadth. */
export const FARM = { breadth: 10.5, depth: 66.5, from: -23 }

export interface Road {
  name: string
  course: Point[]
  /** The year it opened for wagons. */
  opened: number
}
const shoreRoad = (from: number, to: number): Point[] =>
  along(from, to, 3, (n): Point => [Math.max(coastAt(n) + 5, Math.abs(n) > 60 ? coastAt(n) + 8 : -21.5), n])

export const ROADS: Road[] = [
  { name: 'Lake Road', course: shoreRoad(-13.5, -260), opened: 1834 },
  { name: 'Lake Road', course: shoreRoad(38.6, 260), opened: 1848 },
  {
    name: 'Gravel Road',
    course: [
      [8.4, -13.6],
      [11.2, -17.7],
      [15.5, -24],
      [40.5, -58],
      [107, -128.25],
      [150, -172],
      [300, -300],
    ],
    opened: 1837,
  },
  {
    name: 'Concession Line',
    course: [
      [-24, -13.6],
      [18, -13.6],
      [40.5, -13.6],
    ],
    opened: 1835,
  },
  {
    name: 'Mill Road',
    course: [
      [-22, 16.5],
      [14.8, 16.5],
      [18, 16.9],
      [40.5, 18.3],
    ],
    opened: 1836,
  },
  {
    name: 'North River Road',
    course: [
      [-24, 38.6],
      [2, 35.4],
      [20, 34.6],
      [40.5, 44],
      [107, 62],
      [173.5, 70],
      [300, 88],
    ],
    opened: 1841,
  },
  {
    name: 'Bridge',
    course: [
      [-3.5, 16.5],
      [-3.25, 26],
      [-3.2, 36],
    ],
    opened: 1838,
  },
  ...CONCESSION_EASTS.map((east, i) => ({
    name: `Concession ${['II', 'IV', 'VI', 'VIII'][i]}`,
    course: [
      [east, -300],
      [east, 300],
    ] as Point[],
    opened: 1846 + 5 * i,
  })),
  ...SIDELINE_NORTHS.map((north, i) => ({
    name: `Sideline ${5 * (i + 1)}`,
    course: [
      [Math.max(coastAt(north) + 8, north === -23.25 ? 18 : -200), north],
      [300, north],
    ] as Point[],
    opened: 1850 + ((i * 7) % 12),
  })),
]
export const roadsIn = (year: number): Road[] => ROADS.filter((road) => road.opened <= year)

/** The branch of the Grand Trunk, 1876 to 1989; a trail since. */
export const RAILWAY: Point[] = [
  [16.4, 19.6],
  [16.4, 0],
  [16.4, -18],
  [17.2, -26],
  [20.5, -36],
  [27, -48],
  [36, -62],
  [60, -92],
  [107, -148],
  [180, -236],
  [240, -310],
]

/** Elevation above the lake in feet, 0 to about 120: bluffs by the shore, hills behind. */
export function heightAt([east, north]: Point): number {
  const inland = Math.max(0, east - coastAt(north))
  const bluff = 22 * smooth(0.4, 2.2, inland) * (0.6 + 0.4 * Math.sin(north / 9 + 1))
  const valley = smooth(0, 14, Math.abs(north - streamAt(east)))
  const hills =
    30 +
    26 * Math.sin(east / 47 + north / 83) +
    20 * Math.sin(north / 39 - east / 71 + 2) +
    12 * Math.sin(east / 17 + 1) * Math.sin(north / 21)
  return bluff + valley * Math.max(0, hills) * smooth(2, 70, inland)
}
