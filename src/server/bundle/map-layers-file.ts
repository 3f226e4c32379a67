import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { mapLayers, type MapLayers } from '#contract/map-layers.ts'
import type { Db } from '../database/tables.ts'
import { changesBetween } from '../records/audit.ts'
import { readArchiveLayers } from '../repositories/map-layers.ts'
import type { Issue, Conflict } from './bundle-row.ts'
import { resolveBundlePath } from './bundle-path.ts'

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
  const refuse = (...reasons: [field: string, reason: string][]): CheckedMapLayers => ({
    ...NO_MAP_LAYERS,
    issues: reasons.map(([field, reason]) => ({ file: MAP_LAYERS_FILE, line: 0, row: 0, field, reason })),
  })
  const place = await resolveBundlePath(folder, MAP_LAYERS_FILE)
  if ('reason' in place) return refuse(['', place.reason])
  let given: unknown
  try {
    given = JSON.parse(await readFile(place.path, 'utf8'))
  } catch (error) {
    return refuse(['', `This is not JSON: ${(error as Error).message}`])
  }
  const parsed = v.safeParse(mapLayers, given)
  if (!parsed.success)
    return refuse(...parsed.issues.map((issue): [string, string] => [v.getDotPath(issue) ?? '', issue.message]))
  if (replace) return { ...NO_MAP_LAYERS, layers: parsed.output }
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
  const overlays = free(here.overlays, parsed.output.overlays)
  return { issues: [], conflicts, layers: { overlays, baseMaps: free(here.baseMaps, parsed.output.baseMaps) } }
}

type Entry = { id: string; layer?: number; removed?: string | undefined }
