import type { Box } from './geometry.ts'

/** What the archive has of a zone: nothing, some items, or many. */
export type Level = 0 | 1 | 2

const MANY_ITEMS = 5
/** A zone larger than this many median ones contains others: it is drawn as an outline. */
const OUTLINE_SIZE = 60

export const levelOf = (items: number): Level => (items === 0 ? 0 : items < MANY_ITEMS ? 1 : 2)

interface Boxed {
  box: Box | null
}
/** Of the box around a zone; 0 without an outline. */
export const sizeOf = ({ box }: Boxed): number => (box ? (box[2] - box[0]) * (box[3] - box[1]) : 0)

/** The size of the largest zone that is a lot, and does not contain others. */
export function largestLot(zones: readonly Boxed[]): number {
  const sizes = zones.map(sizeOf).filter((size) => size > 0)
  return (sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 0) * OUTLINE_SIZE
}

/** How strongly each zone is tinted on the map. */
export function holdings(zones: readonly (Boxed & { items: number })[]): Level[] {
  const largest = largestLot(zones)
  return zones.map((zone) => (sizeOf(zone) > largest ? 0 : levelOf(zone.items)))
}
