import { atom, map } from 'nanostores'
import { OVERLAY } from '#contract/limits.ts'
import type { Box } from '#rules/map/geometry.ts'
import type { Fits } from './fits.ts'
import type { LayerProblem, LayerState } from './map-stores.ts'
import type { MapSociety } from './deps.ts'

/** Pixels around an old map that is shown as a whole. */
const MAP_PADDING = 20
const STEPS = 1 / OVERLAY.opacityStep

/** Clamps to 0..1 in steps of 0.01 (spec §9). Undefined for a value that is not a number. */
export function clampOpacity(opacity: number): number | undefined {
  if (!Number.isFinite(opacity)) return undefined
  return Math.round(Math.min(OVERLAY.opacityMaximum, Math.max(OVERLAY.opacityMinimum, opacity)) * STEPS) / STEPS
}

const INITIAL_LAYER: LayerState = { visible: OVERLAY.visible, opacity: OVERLAY.opacityDefault }

/** Layers as stored. Ids of unknown layers are ignored. */
interface StoredLayers {
  overlays: Readonly<Record<string, LayerState>>
  base: string | null
}

/** Old maps, each with its own state, over one of several base maps, in the order of society.ts. */
export function createLayers({ overlays, baseMaps }: MapSociety, fits: Pick<Fits, 'toBox'>) {
  const $overlays = map<Record<string, LayerState>>(Object.fromEntries(overlays.map(({ id }) => [id, INITIAL_LAYER])))
  const isBaseMap = (id: string) => baseMaps.some((each) => each.id === id)
  const $baseMap = atom(baseMaps[0]?.id ?? '')
  /** Where each old map lies, once that is known. */
  const $bounds = atom<Readonly<Record<string, Box>>>({})
  const $problems = atom<Readonly<Record<string, LayerProblem>>>({})

  function change(id: string, part: Partial<LayerState>) {
    const now = Object.hasOwn($overlays.get(), id) ? $overlays.get()[id] : undefined
    if (now) $overlays.setKey(id, { ...now, ...part })
  }
  return {
    $overlays,
    $baseMap,
    $bounds,
    $problems,
    setBounds: (bounds: Readonly<Record<string, Box>>) => $bounds.set(bounds),
    /** Shows the whole of an old map. */
    zoomToMap(id: string) {
      const box = $bounds.get()[id]
      if (box) fits.toBox(box, MAP_PADDING)
    },
    restore(stored: StoredLayers) {
      for (const [id, { visible, opacity }] of Object.entries(stored.overlays))
        change(id, { visible, opacity: clampOpacity(opacity) ?? OVERLAY.opacityDefault })
      if (stored.base !== null && isBaseMap(stored.base)) $baseMap.set(stored.base)
    },
    showOverlay: (id: string, visible: boolean) => change(id, { visible }),
    setOpacity(id: string, opacity: number) {
      const clamped = clampOpacity(opacity)
      if (clamped !== undefined) change(id, { opacity: clamped })
    },
    chooseBaseMap(id: string) {
      if (isBaseMap(id)) $baseMap.set(id)
    },
    setProblem(layer: string, problem: LayerProblem | null) {
      const { [layer]: before, ...others } = $problems.get()
      if ((before ?? null) !== problem) $problems.set(problem === null ? others : { ...others, [layer]: problem })
    },
  }
}
