import { fromMercator, overlap, toMercator } from '#rules/map/geometry.ts'
import type { Position } from '#rules/map/outlines/polygons.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

type Point = readonly [number, number]

/** The point of a segment nearest to another. */
function nearestOn([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return [ax + share * dx, ay + share * dy]
}

/**
 * Where a corner snaps to: the nearest corner of a zone within reach, else the nearest point of a side. In degrees; `reach` in metres of the map's
 * projection.
 */
export function snapToZones(zones: readonly ZoneOutline[], at: Position, reach: number): Position | undefined {
  const place = toMercator(at)
  const [x, y] = place
  let corner: { point: Point; distance: number } | undefined
  let side: { point: Point; distance: number } | undefined
  const nearer = (best: typeof corner, point: Point) => {
    const distance = Math.hypot(point[0] - x, point[1] - y)
    return distance <= reach && distance < (best?.distance ?? Infinity) ? { point, distance } : best
  }
  for (const { box, rings } of zones) {
    if (!box || !overlap(box, [x - reach, y - reach, x + reach, y + reach])) continue
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [from, to]: [Point, Point] = [
          [ring[j]!, ring[j + 1]!],
          [ring[i]!, ring[i + 1]!],
        ]
        corner = nearer(corner, to)
        side = nearer(side, nearestOn(from, to, place))
      }
    }
  }
  const found = corner ?? side
  if (!found) return undefined
  const [lon, lat] = fromMercator(found.point)
  return [Number(lon.toFixed(9)), Number(lat.toFixed(9))]
}
