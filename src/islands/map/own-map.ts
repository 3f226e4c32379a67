import { type Client, createClientOf } from '#client/client.ts'
import { mapCalls } from '#contract/endpoints/service.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import { mergeMapLayers } from '#rules/map/map-layers.ts'
import { society } from '#society'
import { createMapEngine } from './start-map.ts'

/** The archive's layers of the map, or those of society.ts where the server has none. For maps besides the map page, which has them from the build. */
const readMapLayers = (base: string): Promise<MapLayers> =>
  createClientOf(mapCalls, { base })
    .call('mapLayers')
    .catch(() => mergeMapLayers({ overlays: [], baseMaps: [] }, society.map))

/** Starts such a map: with the archive's layers, the first of them as its ground, and the old maps once their files are known. */
export async function startOwnMap(
  element: HTMLElement,
  stores: Parameters<typeof createMapEngine>[1] & { $baseMap: { set(id: string): void } },
  client: Client,
  texts: { label: string; keys: string },
) {
  const layers = await readMapLayers(client.base)
  stores.$baseMap.set(layers.baseMaps[0]?.id ?? '')
  const engine = createMapEngine(element, stores, { society: layers, apiBase: client.base, ...texts })
  client.call('overlays').then(engine.setOverlays, () => engine.setOverlays(null))
  return { engine, layers }
}
