import type { OldMap } from '#contract/old-maps.ts'
import { toMercator } from '#rules/map/geometry.ts'
import { tileTemplate } from '#rules/map/layer-selection.ts'

const WORLD = 2 * Math.PI * 6378137

/** A tile from the middle of a map, of a level where the map covers all of it. Undefined while there are no tiles. */
export function thumbnailOf({ layer, file }: Pick<OldMap, 'layer' | 'file'>, apiBase: string): string | undefined {
  if (!file?.ready) return undefined
  const [west, south, east, north] = file.bounds as [number, number, number, number]
  const [left, bottom] = toMercator([west, south])
  const [right, top] = toMercator([east, north])
  // Of this level, at least two tiles lie side by side within the map.
  const filled = Math.ceil(Math.log2(WORLD / Math.min(right - left, top - bottom))) + 1
  const zoom = Math.min(file.maximum_zoom, Math.max(file.minimum_zoom, filled))
  const side = WORLD / 2 ** zoom
  const address: Record<string, number> = {
    z: zoom,
    x: Math.floor(((left + right) / 2 + WORLD / 2) / side),
    y: Math.floor((WORLD / 2 - (top + bottom) / 2) / side),
  }
  return tileTemplate(apiBase, layer, file.version).replace(/\{([zxy])\}/g, (_, key: string) => String(address[key]))
}
