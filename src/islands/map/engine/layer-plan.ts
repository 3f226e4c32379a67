import { edition, isStatic } from '#client/edition.ts'
import { tileTemplate } from '#rules/map/layer-selection.ts'
import { tileFiles } from '#rules/media/site-media.ts'
import type { Overlay } from '#contract/overlay.ts'
import type { LayerState } from '#stores/map/map-stores.ts'
import { NEAREST_ZOOM } from './fit-view.ts'

/** The layers that the map draws. */
export interface SocietyMap {
  overlays: readonly { id: string; layer: number }[]
  baseMaps: readonly BaseMap[]
}
export interface BaseMap {
  id: string
  credit: { text: string; href: string }
  /** Layers of this archive, the first on top. */
  layers?: readonly number[] | undefined
  /** Tile URL of another server with {z}, {x} and {y}; `deepest` is its last level. */
  tiles?: string | undefined
  deepest?: number | undefined
  /** Map service of another server (OGC WMS) and its layer names. */
  wms?: string | undefined
  wmsLayers?: string | undefined
}

/** A copy uses no network: only layers of the archive itself can be shown. */
export const canShow = ({ layers }: Pick<BaseMap, 'layers'>): boolean => edition !== 'copy' || layers !== undefined

/** The slot of all base maps. */
export const BASE = 'base map'

type Side = 'left' | 'right'

/** One raster layer of the map. */
export interface PlannedLayer {
  /** Layers with the same key are identical: a layer is recreated only when its key changes. */
  key: string
  /** The id of the map, for reporting problems. */
  id: string
  /** Layers that replace each other share a slot: all base maps, and the versions of one overlay. */
  slot: string
  /** In a comparison, the side of the divider that shows it. */
  side: Side | null
  url: string
  wmsLayers: string | null
  opacity: number
  /** Higher is on top. */
  order: number
  /** West, south, east, north in degrees: no tiles are requested outside. */
  bounds: Overlay['bounds'] | null
  /** Levels with tiles. Beyond the deepest, tiles are scaled up to `NEAREST_ZOOM`. */
  levels: { least: number; deepest: number }
}
export interface LayerPlan {
  layers: PlannedLayer[]
  /** Layers that this archive does not have (yet): no request. */
  missing: string[]
  baseMap: BaseMap | undefined
  /** Of the base maps in view. */
  credits: BaseMap['credit'][]
}

/** Levels where nothing is known: those of most map servers. */
const USUAL = { least: 0, deepest: 19 }

/**
 * The layers of the map, bottom to top: one base map and the visible overlays, in the order of the legend, first on top. `available` lists the
 * archive's own layers: null when it does not say (request all), undefined until it has answered (request none).
 */
export function planLayers(
  { overlays, baseMaps }: SocietyMap,
  chosen: {
    baseMap: string
    overlays: Readonly<Record<string, LayerState>>
    comparison?: { left: string; right: string } | null
  },
  available: readonly Overlay[] | null | undefined,
  apiBase: string,
): LayerPlan {
  const layers: PlannedLayer[] = []
  const missing: string[] = []
  const baseMap = baseMaps.find(({ id }) => id === chosen.baseMap) ?? baseMaps[0]
  let side: Side | null = null
  const add = (id: string, url: string, facts: Partial<PlannedLayer>) =>
    layers.push({
      key: [id, url, facts.wmsLayers, side].join(' '),
      id,
      slot: side ?? (id === baseMap?.id ? BASE : id),
      side,
      url,
      wmsLayers: null,
      opacity: 1,
      order: layers.length + 1,
      bounds: null,
      levels: { ...USUAL },
      ...facts,
    })
  const addOwn = (id: string, numbers: readonly number[], opacity: number) => {
    if (available === undefined) return
    const existing = numbers.filter((number) => available?.some(({ layer }) => layer === number) ?? true)
    if (existing.length === 0) missing.push(id)
    for (const number of existing.toReversed()) {
      const overlay = available?.find(({ layer }) => layer === number)
      const files = `${tileFiles(number)}?v=${overlay?.version}`
      add(id, isStatic ? files : tileTemplate(apiBase, number, overlay?.version), {
        opacity,
        ...(overlay && {
          bounds: overlay.bounds,
          levels: { least: overlay.minimum_zoom, deepest: Math.min(overlay.maximum_zoom, NEAREST_ZOOM) },
        }),
      })
    }
  }

  const addBase = (base: BaseMap) => {
    const { id, layers: own, tiles, wms, wmsLayers = '', deepest = USUAL.deepest } = base
    if (!canShow(base)) return
    if (own) addOwn(id, own, 1)
    else if (tiles) add(id, tiles, { levels: { ...USUAL, deepest } })
    // A WMS renders any level.
    else if (wms) add(id, wms, { wmsLayers, levels: { ...USUAL, deepest: NEAREST_ZOOM } })
  }
  if (baseMap) addBase(baseMap)
  for (const each of chosen.comparison ? (['left', 'right'] as const) : []) {
    side = each
    const id = chosen.comparison![each]
    const overlay = overlays.find((one) => one.id === id)
    const base = baseMaps.find((one) => one.id === id)
    if (overlay) addOwn(id, [overlay.layer], 1)
    else if (base) addBase(base)
  }
  for (const { id, layer } of chosen.comparison ? [] : overlays.toReversed()) {
    const state = chosen.overlays[id]
    if (state?.visible) addOwn(id, [layer], state.opacity)
  }
  const shown = [baseMap?.id, chosen.comparison?.left, chosen.comparison?.right]
  return {
    layers,
    missing,
    baseMap,
    credits: baseMaps.filter(({ id }) => shown.includes(id)).map(({ credit }) => credit),
  }
}
