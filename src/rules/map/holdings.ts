import type { Box } from './geometry.ts'

/** What the archive has of a zone: nothing, some items, or many. */
export type Level = 0 | 1 | 2

const MANY_ITEMS = 5
/** A zone larger than this many median ones contains others: it is drawn as an outline. */
export const OUTLINE_SIZE = 60

export const levelOf = (items: number): Level => (items === 0 ? 0 : items < MANY_ITEMS ? 1 : 2)

/** How strongly each zone is tinted on the map. */
export function holdings(zones: readonly { items: number; box: Box | null }[]): Level[] {
  const sizes = zones.map(({ box }) => (box ? (box[2] - box[0]) * (box[3] - box[1]) : 0))
  const usual = sizes.filter((size) => size > 0).sort((a, b) => a - b)
  const largest = (usual[usual.length >> 1] ?? 0) * OUTLINE_SIZE
  return zones.map(({ items }, at) => (sizes[at]! > largest ? 0 : levelOf(items)))
}
