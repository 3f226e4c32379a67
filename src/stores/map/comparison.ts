import { atom, type ReadableAtom } from 'nanostores'
import type { LayerState } from './map-stores.ts'
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

interface Layered {
  $overlays: ReadableAtom<Readonly<Record<string, LayerState>>>
  $baseMap: ReadableAtom<string>
  $comparison: ReadableAtom<Comparison | null>
}
/** The layers that are ticked in the legend: those that lie over each other, or are compared. */
export function tickedLayers(stores: Layered, read = <Value>($store: ReadableAtom<Value>) => $store.get()): string[] {
  const [overlays, baseMap, compared] = [read(stores.$overlays), read(stores.$baseMap), read(stores.$comparison)]
  if (compared) return [compared.left, compared.right]
  return [...Object.keys(overlays).filter((id) => overlays[id]!.visible), baseMap]
}
