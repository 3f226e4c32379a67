import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { mapLayers, type MapLayers } from '#contract/map-layers.ts'
import type { Issue } from './bundle-row.ts'
import { resolveBundlePath } from './bundle-path.ts'

/** Titles, order and legend of the map's layers in a bundle; optional. */
export const MAP_LAYERS_FILE = 'map-layers.json'

export interface CheckedMapLayers {
  issues: Issue[]
  layers: MapLayers | undefined
}

/** Reads and checks the layers of the map. */
export async function checkMapLayers(folder: string): Promise<CheckedMapLayers> {
  const refuse = (...reasons: [field: string, reason: string][]): CheckedMapLayers => ({
    layers: undefined,
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
  if (parsed.success) return { layers: parsed.output, issues: [] }
  return refuse(...parsed.issues.map((issue): [string, string] => [v.getDotPath(issue) ?? '', issue.message]))
}
