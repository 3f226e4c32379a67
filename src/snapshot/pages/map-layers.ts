import type { MapLayers } from '#contract/map-layers.ts'
import { mergeMapLayers } from '#rules/map/map-layers.ts'
import { society } from '#society'
import type { SnapshotMeta } from '../types.ts'

/** The layers of the map: the archive's, or those of society.ts where the server does not tell. */
export const mapLayersOf = ({ mapLayers }: SnapshotMeta): MapLayers =>
  mapLayers ?? mergeMapLayers({ overlays: [], baseMaps: [] }, society.map)
