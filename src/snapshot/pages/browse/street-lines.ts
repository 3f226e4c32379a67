import { boundingBox } from '#rules/map/geometry.ts'
import type { MapStreet } from '#rules/map/map-streets.ts'
import { ringPoints, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import { middleOf, type Point } from './plan-geometry.ts'
import { coveredBy, samplesAlong, streetAlong, streetLine, type PlanZone } from './street-line.ts'

/** Samples of a street's line that lie in zones, as a share, above which it has no label: it is not where the line is. */
const MOST_COVERED = 0.5

/** The streets of the live map: where their names can stand, those with the most zones first. A plan unit is a metre here. */
export function streetLines(zones: readonly ZoneOutline[]): MapStreet[] {
  const origin = zones.find(({ box }) => box)?.box ?? [0, 0]
  const streets = new Map<string, PlanZone[]>()
  const rings: Point[][] = []
  for (const zone of zones) {
    const first = zone.rings[0]
    if (!first) continue
    // Plan coordinates run to the south.
    const ring = ringPoints(first).map(([x, y]): Point => [x - origin[0], origin[1] - y])
    rings.push(ring)
    const street = streetAlong(zone)
    if (street === undefined) continue
    const along = streets.get(street) ?? []
    along.push({ ring, middle: middleOf([...ring, ring[0]!]) })
    streets.set(street, along)
  }
  const everything = rings.map((ring) => ({ ring, box: boundingBox([ring]) }))
  const largest = [...streets].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  return largest.flatMap(([text, all]): MapStreet[] => {
    const line = streetLine(all)
    if (!line) return []
    const { direction, from, to, offsets } = line
    const [dx, dy] = direction
    const isCovered = coveredBy(everything, line.zones)
    const best = offsets
      .map((across) => {
        const middle: Point = [((from + to) / 2) * dx - across * dy, ((from + to) / 2) * dy + across * dx]
        const samples = samplesAlong(middle, direction, (to - from) / 2)
        return { middle, covered: samples.filter(isCovered).length / samples.length }
      })
      .sort((a, b) => a.covered - b.covered)[0]
    if (!best || best.covered > MOST_COVERED) return []
    const [x, y] = best.middle
    const reach = Math.round((to - from) / 2)
    return [[text, Math.round(origin[0] + x), Math.round(origin[1] - y), line.degrees, reach]]
  })
}
