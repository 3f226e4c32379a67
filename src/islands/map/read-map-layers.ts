import { createClientOf } from '#client/client.ts'
import { mapCalls } from '#contract/endpoints/service.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import { mergeMapLayers } from '#rules/map/map-layers.ts'
import { society } from '#society'

/** The archive's layers of the map, or those of society.ts where the server has none. For maps besides the map page, which has them from the build. */
export const readMapLayers = (base: string): Promise<MapLayers> =>
  createClientOf(mapCalls, { base })
    .call('mapLayers')
    .catch(() => mergeMapLayers({ overlays: [], baseMaps: [] }, society.map))
