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
