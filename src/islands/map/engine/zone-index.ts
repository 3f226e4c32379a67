import RBush from 'rbush'
import type { Box } from '#rules/map/geometry.ts'
import { isInside, type ZoneOutline } from '#rules/map/zone-outlines.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

interface Entry {
  minX: number
  minY: number
  maxX: number
  maxY: number
  zone: ZoneOutline
}
export type ZoneIndex = ReturnType<typeof indexZones>

const area = (box: Box) => (box[2] - box[0]) * (box[3] - box[1])
const middle = (box: Box) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const
/** Metres between two boxes; 0 where they touch. */
const gap = (a: Box, b: Box) => Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]))

/** The step between two box centres, along a direction and across it. */
function step(from: Box, to: Box, direction: Direction): { along: number; across: number } {
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)]
  const [dx, dy] = [x1 - x0, y1 - y0]
  if (direction === 'left' || direction === 'right')
    return { along: direction === 'right' ? dx : -dx, across: Math.abs(dy) }
  return { along: direction === 'up' ? dy : -dy, across: Math.abs(dx) }
}

/** Finds zones by number and by place (web mercator metres). Those that are not there, at an x of their box or of a point, are not found by place. */
export function indexZones(zones: readonly ZoneOutline[], isThere: (pk: number, x: number) => boolean = () => true) {
  const byPk = new Map(zones.map((zone) => [zone.pk, zone]))
  const placed = zones.filter((zone): zone is ZoneOutline & { box: Box } => zone.box !== null)
  const tree = new RBush<Entry>().load(
    placed.map((zone) => ({ minX: zone.box[0], minY: zone.box[1], maxX: zone.box[2], maxY: zone.box[3], zone })),
  )
  /** The zone at a point; the smallest of several. */
  const zoneAt = (x: number, y: number): ZoneOutline | undefined =>
    tree
      .search({ minX: x, minY: y, maxX: x, maxY: y })
      .flatMap(({ zone }) => (isInside(zone, x, y) && isThere(zone.pk, x) ? [zone] : []))
      .sort((a, b) => area(a.box!) - area(b.box!) || a.pk - b.pk)[0]
  /** The zone with the lowest cost; none for an infinite one. */
  function cheapest(cost: (zone: ZoneOutline & { box: Box }) => number): ZoneOutline | undefined {
    let best: ZoneOutline | undefined
    let least = Infinity
    for (const zone of placed) {
      const now = cost(zone)
      if (now < least && isThere(zone.pk, middle(zone.box)[0])) [best, least] = [zone, now]
    }
    return best
  }
  return {
    get: (pk: number): ZoneOutline | undefined => byPk.get(pk),
    at: zoneAt,
    /** The nearest zone in the direction of an arrow key. */
    neighbour(pk: number, direction: Direction): ZoneOutline | undefined {
      const from = byPk.get(pk)?.box
      if (!from) return undefined
      return cheapest((zone) => {
        const { along, across } = step(from, zone.box, direction)
        if (zone.pk === pk || along <= 0 || across > along) return Infinity
        // Adjacent zones first; then straight ahead counts more than near.
        return gap(from, zone.box) * 3 + along + 2 * across
      })
    },
    within: ([minX, minY, maxX, maxY]: Box) => tree.search({ minX, minY, maxX, maxY }).map(({ zone }) => zone),
    /** The zone at or nearest to a point. */
    nearest: (x: number, y: number): ZoneOutline | undefined =>
      zoneAt(x, y) ?? cheapest((zone) => gap(zone.box, [x, y, x, y])),
  }
}
