import { MAP } from '#contract/limits.ts'
import { isInside } from '#rules/map/zone-outlines.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

/** A place inside an outline: its middle, or the first of a grid that lies in it. */
export function pointInside(zone: ZoneOutline): readonly [number, number] {
  const [west, south, east, north] = zone.box!
  for (const step of [2, 5, 11]) {
    for (let row = 1; row < step; row++) {
      for (let column = 1; column < step; column++) {
        const point = [west + ((east - west) * column) / step, south + ((north - south) * row) / step] as const
        if (isInside(zone, ...point)) return point
      }
    }
  }
  throw new Error(`Zone ${zone.pk} has no inside.`)
}

/** Lots near the start centre (no wards around others), most items first. */
export function lotsAmidTown(zones: readonly ZoneOutline[]): ZoneOutline[] {
  const [x, y] = MAP.startCentre
  const near = zones.filter(({ box }) => box && Math.abs(box[0] - x) < 900 && Math.abs(box[1] - y) < 900)
  const alone = near.filter((zone) => {
    const point = pointInside(zone)
    return near.every((other) => other === zone || !isInside(other, ...point))
  })
  return alone.toSorted((a, b) => b.items - a.items || a.pk - b.pk)
}
