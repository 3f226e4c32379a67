import type { OldMap } from '#contract/old-maps.ts'
import { toMercator } from '#rules/map/geometry.ts'
import { tileTemplate } from '#rules/map/layer-selection.ts'

const WORLD = 2 * Math.PI * 6378137

/** The tile in the middle of a map, of the level where most of the map fits into one. Undefined while there are no tiles. */
export function thumbnailOf({ layer, file }: Pick<OldMap, 'layer' | 'file'>, apiBase: string): string | undefined {
  if (!file?.ready) return undefined
  const [west, south, east, north] = file.bounds as [number, number, number, number]
  const [left, bottom] = toMercator([west, south])
  const [right, top] = toMercator([east, north])
  const fitting = Math.floor(Math.log2(WORLD / Math.max(right - left, top - bottom)))
  const zoom = Math.min(file.maximum_zoom, Math.max(file.minimum_zoom, fitting))
  const side = WORLD / 2 ** zoom
  const address: Record<string, number> = {
    z: zoom,
    x: Math.floor(((left + right) / 2 + WORLD / 2) / side),
    y: Math.floor((WORLD / 2 - (top + bottom) / 2) / side),
  }
  return tileTemplate(apiBase, layer, file.version).replace(/\{([zxy])\}/g, (_, key: string) => String(address[key]))
}
