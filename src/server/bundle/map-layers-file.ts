import { mapLayers, type MapLayers } from '#contract/map-layers.ts'
import type { Db } from '../database/tables.ts'
import { changesBetween } from '../records/audit.ts'
import { readArchiveLayers } from '../repositories/map-layers.ts'
import type { Issue, Conflict } from './bundle-row.ts'
import { readBundleJson } from './bundle-path.ts'

/** Titles, order and legend of the map's layers in a bundle; optional. */
export const MAP_LAYERS_FILE = 'map-layers.json'

export interface CheckedMapLayers {
  issues: Issue[]
  conflicts: Conflict[]
  layers: MapLayers | undefined
}
export const NO_MAP_LAYERS: CheckedMapLayers = { issues: [], conflicts: [], layers: undefined }

/** Reads and checks the layers of the map. Those that say something else here are in conflict, unless with `replace`. */
export async function checkMapLayers(db: Db, folder: string, replace: boolean): Promise<CheckedMapLayers> {
  const read = await readBundleJson(folder, MAP_LAYERS_FILE, mapLayers)
  if ('issues' in read) return { ...NO_MAP_LAYERS, issues: read.issues }
  const given = read.output
  if (replace) return { ...NO_MAP_LAYERS, layers: given }
  const here = await readArchiveLayers(db)
  const conflicts: Conflict[] = []
  const isSame = (one: Entry, other: Entry) =>
    one.id === other.id || (one.layer !== undefined && one.layer === other.layer)
  /** Without those that say something else here. */
  const free = <Each extends Entry>(before: readonly Each[], given: readonly Each[]) =>
    given.filter((entry, at) => {
      const { removed: _, ...now } = { ...(before.find((each) => isSame(each, entry)) ?? entry) }
      const changes = changesBetween(now, entry)
      const place = { file: MAP_LAYERS_FILE, line: 0, row: at + 1, key: entry.id }
      if (changes.length > 0)
        conflicts.push({ ...place, reason: 'The archive says something else of this layer.', changes })
      return changes.length === 0
    })
  const overlays = free(here.overlays, given.overlays)
  return { issues: [], conflicts, layers: { overlays, baseMaps: free(here.baseMaps, given.baseMaps) } }
}

type Entry = { id: string; layer?: number; removed?: string | undefined }
