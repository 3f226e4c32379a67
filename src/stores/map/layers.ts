import { atom, map } from 'nanostores'
import { OVERLAY } from '#contract/limits.ts'
import type { LayerProblem, LayerState } from './map-stores.ts'
import type { MapSociety } from './parts.ts'

const STEPS = 1 / OVERLAY.opacityStep

/** Held within 0 to 1 in steps of 0.01 (spec §9); undefined for what is no number. */
export function heldOpacity(opacity: number): number | undefined {
  if (!Number.isFinite(opacity)) return undefined
  return Math.round(Math.min(OVERLAY.opacityMaximum, Math.max(OVERLAY.opacityMinimum, opacity)) * STEPS) / STEPS
}

export const LAYER_AT_FIRST: LayerState = { visible: OVERLAY.visible, opacity: OVERLAY.opacityDefault }

/** How layers were left; what does not name a layer that there is, is passed over. */
export interface LayersBefore {
  overlays: Readonly<Record<string, LayerState>>
  base: string | null
}

/** Old maps, each with its own state, over one of several base maps. Their order is that of society.ts. */
export function createLayers({ overlays, baseMaps }: MapSociety, before: LayersBefore) {
  const $overlays = map<Record<string, LayerState>>(
    Object.fromEntries(
      overlays.map(({ id }) => {
        const left = Object.hasOwn(before.overlays, id) ? before.overlays[id]! : LAYER_AT_FIRST
        return [id, { visible: left.visible, opacity: heldOpacity(left.opacity) ?? OVERLAY.opacityDefault }]
      }),
    ),
  )
  const isBaseMap = (id: string) => baseMaps.some((each) => each.id === id)
  const $baseMap = atom(before.base !== null && isBaseMap(before.base) ? before.base : (baseMaps[0]?.id ?? ''))
  const $problems = atom<Readonly<Record<string, LayerProblem>>>({})

  function change(id: string, part: Partial<LayerState>) {
    const now = Object.hasOwn($overlays.get(), id) ? $overlays.get()[id] : undefined
    if (now) $overlays.setKey(id, { ...now, ...part })
  }
  return {
    $overlays,
    $baseMap,
    $problems,
    showOverlay: (id: string, visible: boolean) => change(id, { visible }),
    setOpacity(id: string, opacity: number) {
      const held = heldOpacity(opacity)
      if (held !== undefined) change(id, { opacity: held })
    },
    chooseBaseMap(id: string) {
      if (isBaseMap(id)) $baseMap.set(id)
    },
    report(layer: string, problem: LayerProblem | null) {
      const { [layer]: before, ...others } = $problems.get()
      if ((before ?? null) !== problem) $problems.set(problem === null ? others : { ...others, [layer]: problem })
    },
  }
}
