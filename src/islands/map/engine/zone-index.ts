import RBush from 'rbush'
import type { Box } from '#rules/small-maps.ts'
import { isInside, type ZoneOutline } from '#rules/zone-outlines.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

interface Entry {
  minX: number
  minY: number
  maxX: number
  maxY: number
  zone: ZoneOutline
}
export interface ZoneIndex {
  get(pk: number): ZoneOutline | undefined
  /** The zone at a point in web mercator metres; the smallest where several lie over each other. */
  at(x: number, y: number): ZoneOutline | undefined
  /** The nearest zone in a direction, as the arrow keys go. */
  neighbour(pk: number, direction: Direction): ZoneOutline | undefined
  /** The zone whose middle lies nearest. */
  nearest(x: number, y: number): ZoneOutline | undefined
}

const area = (box: Box) => (box[2] - box[0]) * (box[3] - box[1])
const middle = (box: Box) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const
/** Metres between two boxes; 0 where they touch. */
const gap = (a: Box, b: Box) => Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]))

/** How far a step goes in a direction, and how far it strays from it, from the middle of one box to the middle of another. */
function step(from: Box, to: Box, direction: Direction): { along: number; across: number } {
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)]
  const [dx, dy] = [x1 - x0, y1 - y0]
  if (direction === 'left' || direction === 'right')
    return { along: direction === 'right' ? dx : -dx, across: Math.abs(dy) }
  return { along: direction === 'up' ? dy : -dy, across: Math.abs(dx) }
}

/** Finds zones by number and by place. */
export function indexZones(zones: readonly ZoneOutline[]): ZoneIndex {
  const byPk = new Map(zones.map((zone) => [zone.pk, zone]))
  const placed = zones.filter((zone): zone is ZoneOutline & { box: Box } => zone.box !== null)
  const tree = new RBush<Entry>().load(
    placed.map((zone) => ({ minX: zone.box[0], minY: zone.box[1], maxX: zone.box[2], maxY: zone.box[3], zone })),
  )
  return {
    get: (pk) => byPk.get(pk),
    at(x, y) {
      const found = tree
        .search({ minX: x, minY: y, maxX: x, maxY: y })
        .flatMap(({ zone }) => (isInside(zone, x, y) ? [zone] : []))
      return found.toSorted((a, b) => area(a.box!) - area(b.box!) || a.pk - b.pk)[0]
    },
    neighbour(pk, direction) {
      const from = byPk.get(pk)?.box
      if (!from) return undefined
      let best: ZoneOutline | undefined
      let least = Infinity
      for (const zone of placed) {
        if (zone.pk === pk) continue
        const { along, across } = step(from, zone.box, direction)
        if (along <= 0 || across > along) continue
        // What touches comes first; beside that, straight on counts more than near.
        const cost = gap(from, zone.box) * 3 + along + 2 * across
        if (cost < least) [best, least] = [zone, cost]
      }
      return best
    },
    nearest(x, y) {
      const inside = this.at(x, y)
      if (inside) return inside
      let best: ZoneOutline | undefined
      let least = Infinity
      for (const zone of placed) {
        const distance = gap(zone.box, [x, y, x, y])
        if (distance < least) [best, least] = [zone, distance]
      }
      return best
    },
  }
}
