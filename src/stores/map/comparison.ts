import { atom } from 'nanostores'
import type { MapSociety } from './deps.ts'

/** Two layers side by side, each an old map or a base map; `at` is where the divider stands, from 0 (left) to 1. */
export interface Comparison {
  left: string
  right: string
  at: number
}

/** The swipe comparison: null while the map shows its layers over each other. */
export function createComparison({ overlays, baseMaps }: Pick<MapSociety, 'overlays' | 'baseMaps'>) {
  const $comparison = atom<Comparison | null>(null)
  const isLayer = (id: string) => [...overlays, ...baseMaps].some((each) => each.id === id)
  return {
    $comparison,
    compare({ left, right, at }: Comparison) {
      if (isLayer(left) && isLayer(right) && at >= 0 && at <= 1) $comparison.set({ left, right, at })
    },
    endComparison() {
      if ($comparison.get()) $comparison.set(null)
    },
  }
}

/** What is compared first: the topmost visible old map, or the first one, with the base map. Null with fewer than two layers. */
export function firstComparison(
  overlays: readonly { id: string; visible: boolean }[],
  baseMaps: readonly string[],
): Comparison | null {
  const left = (overlays.find(({ visible }) => visible) ?? overlays[0])?.id ?? baseMaps[1]
  const right = baseMaps[0]
  return left !== undefined && right !== undefined ? { left, right, at: 0.5 } : null
}
