import type { Comparison } from './comparison.ts'

/** What is compared first: the topmost visible old map, or the first one, with the base map. Null with fewer than two layers. */
export function firstComparison(
  overlays: readonly { id: string; visible: boolean }[],
  baseMaps: readonly string[],
): Comparison | null {
  const left = (overlays.find(({ visible }) => visible) ?? overlays[0])?.id ?? baseMaps[1]
  const right = baseMaps[0]
  return left !== undefined && right !== undefined ? { left, right, at: 0.5 } : null
}
