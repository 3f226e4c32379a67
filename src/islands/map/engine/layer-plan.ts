import { tileTemplate } from '#rules/layer-selection.ts'
import type { Overlay } from '#contract/overlay.ts'
import type { LayerState } from '#stores/map/map-stores.ts'
import { NEAREST_ZOOM } from './fit-view.ts'

/** The layers of `society.ts`, as far as the map draws them. */
export interface SocietyMap {
  overlays: readonly { id: string; layer: number }[]
  baseMaps: readonly BaseMap[]
}
export interface BaseMap {
  id: string
  credit: { text: string; href: string }
  /** Layers of this archive, the first on top. */
  layers?: readonly number[]
  /** Tiles of another server, an address with {z}, {x} and {y}; `deepest` is the last level that it has. */
  tiles?: string
  deepest?: number
  /** Map service of another server (OGC WMS), and its layers as it names them. */
  wms?: string
  wmsLayers?: string
}

/** The place of all base maps. */
export const BASE = 'base map'

/** One raster layer as it is to lie on the map. */
export interface PlannedLayer {
  /** The same drawing has the same key: a layer is made anew only when it changes. */
  key: string
  /** The id of `society.ts` under which problems are told. */
  id: string
  /** What takes another's place on the map has the same: all base maps, and the versions of one overlay. */
  place: string
  url: string
  wmsLayers: string | null
  opacity: number
  /** Higher lies over lower. */
  order: number
  /** West, south, east, north in degrees: nothing is asked for outside. */
  bounds: Overlay['bounds'] | null
  /** Levels that there are tiles for. Above the deepest they are enlarged up to `NEAREST_ZOOM`. */
  levels: { least: number; deepest: number }
}
export interface LayerPlan {
  layers: PlannedLayer[]
  /** Layers of this archive that it does not have: they are away without being asked for. */
  missing: string[]
  baseMap: BaseMap | undefined
}

/** Levels where nothing is known: what map servers usually have. */
const USUAL = { least: 0, deepest: 19 }

/**
 * Which layers lie on the map, from the bottom up: one base map, and the overlays that are shown, in the order of `society.ts`, first on top.
 * `kept` is what the archive says that it keeps: null when it does not say (all are asked for), undefined while it has not said yet (none is).
 */
export function planLayers(
  { overlays, baseMaps }: SocietyMap,
  chosen: { baseMap: string; overlays: Readonly<Record<string, LayerState>> },
  kept: readonly Overlay[] | null | undefined,
  apiBase: string,
): LayerPlan {
  const layers: PlannedLayer[] = []
  const missing: string[] = []
  const baseMap = baseMaps.find(({ id }) => id === chosen.baseMap) ?? baseMaps[0]
  const add = (id: string, url: string, facts: Partial<PlannedLayer>) =>
    layers.push({
      key: [id, url, facts.wmsLayers].join(' '),
      id,
      place: id === baseMap?.id ? BASE : id,
      url,
      wmsLayers: null,
      opacity: 1,
      order: layers.length + 1,
      bounds: null,
      levels: { ...USUAL },
      ...facts,
    })
  const addOwn = (id: string, numbers: readonly number[], opacity: number) => {
    if (kept === undefined) return
    const there = kept === null ? numbers : numbers.filter((number) => kept.some(({ layer }) => layer === number))
    if (there.length === 0) missing.push(id)
    for (const number of there.toReversed()) {
      const overlay = kept?.find(({ layer }) => layer === number)
      add(id, tileTemplate(apiBase, number, overlay?.version), {
        opacity,
        ...(overlay && {
          bounds: overlay.bounds,
          levels: { least: overlay.minimum_zoom, deepest: Math.min(overlay.maximum_zoom, NEAREST_ZOOM) },
        }),
      })
    }
  }

  if (baseMap) {
    const { id, layers: own, tiles, wms, wmsLayers = '', deepest = USUAL.deepest } = baseMap
    if (own) addOwn(id, own, 1)
    else if (tiles) add(id, tiles, { levels: { ...USUAL, deepest } })
    // A map service draws any level.
    else if (wms) add(id, wms, { wmsLayers, levels: { ...USUAL, deepest: NEAREST_ZOOM } })
  }
  for (const { id, layer } of overlays.toReversed()) {
    const state = chosen.overlays[id]
    if (state?.visible) addOwn(id, [layer], state.opacity)
  }
  return { layers, missing, baseMap }
}
