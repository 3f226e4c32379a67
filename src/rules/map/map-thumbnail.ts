import type { Overlay } from '#contract/overlay.ts'
import { toMercator } from './geometry.ts'
import { tileFiles } from '../media/site-media.ts'
import { tileTemplate } from './layer-selection.ts'

const WORLD = 2 * Math.PI * 6378137

type Tiles = Pick<Overlay, 'layer' | 'version' | 'minimum_zoom' | 'maximum_zoom'> & { bounds: readonly number[] }

/** A tile from the middle of a map, of a level where the map covers all of it. `base` is what precedes `/raster/…`; empty for files of the site. */
export function mapThumbnail(base: string, { layer, version, bounds, minimum_zoom, maximum_zoom }: Tiles): string {
  const [west, south, east, north] = bounds as Overlay['bounds']
  const [left, bottom] = toMercator([west, south])
  const [right, top] = toMercator([east, north])
  // Of this level, at least two tiles lie side by side within the map.
  const filled = Math.ceil(Math.log2(WORLD / Math.min(right - left, top - bottom))) + 1
  const zoom = Math.min(maximum_zoom, Math.max(minimum_zoom, filled))
  const side = WORLD / 2 ** zoom
  const address: Record<string, number> = {
    z: zoom,
    x: Math.floor(((left + right) / 2 + WORLD / 2) / side),
    y: Math.floor((WORLD / 2 - (top + bottom) / 2) / side),
  }
  const template = base === '' ? `${tileFiles(layer)}?v=${version}` : tileTemplate(base, layer, version)
  return template.replace(/\{([zxy])\}/g, (_, key: string) => String(address[key]))
}
