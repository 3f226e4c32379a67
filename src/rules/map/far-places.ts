import type { Geometry } from '#contract/location.ts'
import { formatNumber } from '../names/record-names.ts'
import { boundingBox, type Box } from './geometry.ts'

export type Position = readonly [longitude: number, latitude: number]

/** Kilometres that no two places of a town are apart. */
const FAR = 100

/** West, south, east, north in degrees. */
export const extentOf = ({ type, coordinates }: Geometry): Box =>
  boundingBox(type === 'Polygon' ? coordinates : coordinates.flat())

const RADIANS = Math.PI / 180
/** Kilometres on the sphere (haversine). */
function distance([x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [Math.sin(((x2 - x1) * RADIANS) / 2), Math.sin(((y2 - y1) * RADIANS) / 2)]
  return 12_742 * Math.asin(Math.hypot(dy, dx * Math.sqrt(Math.cos(y1 * RADIANS) * Math.cos(y2 * RADIANS))))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** What is odd about each extent: far from `home` or else from most others, or on both sides of the map. */
export function oddExtents(extents: readonly Box[], home?: Position): (string | undefined)[] {
  const middles = extents.map(([west, south, east, north]): Position => [(west + east) / 2, (south + north) / 2])
  const centre = home ?? ([median(middles.map(([x]) => x)), median(middles.map(([, y]) => y))] as const)
  return extents.map(([west, , east], at) => {
    if (east - west > 180) return 'It crosses the 180th meridian: the map shows its parts at both edges of the world.'
    const away = distance(middles[at]!, centre)
    if (away <= FAR) return undefined
    return `It is ${formatNumber(Math.round(away))} km from ${home ? 'where the map opens' : 'most other places'}. Are latitude and longitude swapped, or is a minus sign missing?`
  })
}
