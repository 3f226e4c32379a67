import { Readable } from 'node:stream'
import * as v from 'valibot'
import { mapLayers } from '#contract/map-layers.ts'
import { mergedRecord, type MergedRecord } from '#contract/merged.ts'
import { overlay, type Overlay } from '#contract/overlay.ts'
import { lacksZones } from './one-by-one.ts'
import { LIST_NAMES, PLANS, type ListName } from './plans.ts'
import { rowsOf, unlessRefused, type Read } from './reader.ts'

/** Reads every list except that of items, each in one call. Returns the lists that the server refuses as a whole. */
export async function readLists(
  read: Read,
  inFlight: number,
  keep: (list: ListName, rows: unknown[]) => void,
): Promise<ListName[]> {
  const refused: ListName[] = []
  const readList = async (name: ListName) => {
    const { call, query } = PLANS[name]
    const rows = rowsOf(await unlessRefused(read(call, query ? { query } : {})))
    if (rows && !lacksZones(name, rows)) keep(name, rows)
    else refused.push(name)
  }
  const names = LIST_NAMES.filter((name) => name !== 'items')
  await Readable.from(names).forEach(readList, { concurrency: inFlight })
  return refused.sort()
}

/** What a snapshot has besides its lists. A server without these calls (our additions) has no maps and no merged records. */
export async function readBeside(read: Read) {
  const [overlays, layers, merged] = [await readOverlays(read), await readMapLayers(read), await readMerged(read)]
  return { overlays, mapLayers: layers, merged }
}

/** The maps that the server has as tiles, sorted by layer. Skips invalid rows. */
async function readOverlays(read: Read): Promise<Overlay[]> {
  const rows = rowsOf(await unlessRefused(read('overlays'))) ?? []
  return rows
    .flatMap((row) => {
      const { success, output } = v.safeParse(overlay, row)
      return success ? [output] : []
    })
    .sort((a, b) => a.layer - b.layer)
}

/** The layers of the map; undefined for a server without this call. */
async function readMapLayers(read: Read) {
  const answer = v.safeParse(mapLayers, await unlessRefused(read('mapLayers')))
  return answer.success ? answer.output : undefined
}

/** Merged records. Skips invalid rows. */
async function readMerged(read: Read): Promise<MergedRecord[]> {
  const rows = rowsOf(await unlessRefused(read('merged'))) ?? []
  return rows
    .flatMap((row) => {
      const { success, output } = v.safeParse(mergedRecord, row)
      return success ? [output] : []
    })
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id)
}
