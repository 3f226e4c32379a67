import { Readable } from 'node:stream'
import * as v from 'valibot'
import { contextProject } from '#contract/context-project.ts'
import { mapLayers } from '#contract/map-layers.ts'
import { mergedRecord, type MergedRecord } from '#contract/merged.ts'
import { type OldAddress, oldAddress } from '#contract/old-url.ts'
import { goneItem } from '#contract/status.ts'
import { overlay, type Overlay } from '#contract/overlay.ts'
import {
  isItemList,
  LIST_NAMES,
  PLANS,
  type ListName,
  referencedIds,
  type ListPlan,
  type SnapshotLists,
} from './plans.ts'
import { rowsOf, unlessRefused, type Read, type AnyQuery } from './reader.ts'
import { ApiError } from '#client/errors.ts'
import { rowsOfZone } from '#contract/read-row.ts'

/** Reads every list except those of items and their texts, each in one call. Returns the lists that the server refuses as a whole. */
export async function readLists(
  read: Read,
  inFlight: number,
  keep: (list: ListName, rows: unknown[]) => void,
): Promise<ListName[]> {
  const refused: ListName[] = []
  const readList = async (name: ListName) => {
    const { call, query, optional } = PLANS[name]
    const answer = read(call, query ? { query } : {})
    const rows = rowsOf(await (optional ? unlessMissing(answer) : unlessRefused(answer)))
    if (rows && !lacksZones(name, rows)) keep(name, rows)
    else if (optional) keep(name, [])
    else refused.push(name)
  }
  const names = LIST_NAMES.filter((name) => !isItemList(name))
  await Readable.from(names).forEach(readList, { concurrency: inFlight })
  return refused.sort()
}

/** An answer; undefined from a server that does not have the call. Any other refusal would empty a list that was there. */
export const unlessMissing = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((problem: unknown) => {
    if (problem instanceof ApiError && [404, 405, 410].includes(problem.status)) return undefined
    throw problem
  })

/** What a snapshot has besides its lists. A server without these calls (our additions) has no maps, and none of the others. */
export async function readBeside(read: Read) {
  const [overlays, layers, merged] = [await readOverlays(read), await readMapLayers(read), await readMerged(read)]
  const contexts = validRows(contextProject, await unlessRefused(read('contexts')))
  const gone = validRows(goneItem, await unlessRefused(read('goneItems')))
  const oldAddresses = await readOldAddresses(read)
  return { overlays, mapLayers: layers, merged, oldAddresses, contexts, gone }
}

/** The maps that the server has as tiles, sorted by layer. Skips invalid rows. */
async function readOverlays(read: Read): Promise<Overlay[]> {
  return validRows(overlay, await unlessRefused(read('overlays'))).sort((a, b) => a.layer - b.layer)
}

const validRows = <Row>(schema: v.GenericSchema<unknown, Row>, answer: unknown): Row[] =>
  (rowsOf(answer) ?? []).flatMap((row) => {
    const { success, output } = v.safeParse(schema, row)
    return success ? [output as Row] : []
  })

/** The layers of the map; undefined for a server without this call. */
async function readMapLayers(read: Read) {
  const answer = v.safeParse(mapLayers, await unlessRefused(read('mapLayers')))
  return answer.success ? answer.output : undefined
}

/** Merged records. Skips invalid rows. */
async function readMerged(read: Read): Promise<MergedRecord[]> {
  const rows = validRows(mergedRecord, await unlessRefused(read('merged')))
  return rows.sort((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id)
}

/** Addresses on earlier websites. Skips what is none. */
export const readOldAddresses = async (read: Read): Promise<OldAddress[]> =>
  validRows(oldAddress, await unlessRefused(read('oldAddresses')))

/**
 * Reads lists that the server refuses as a whole, record by record: records by their own call once another record
 * names them, links by the record they belong to. Repeats until no new ids turn up. `keep` adds the rows to `lists`.
 */
export async function readOneByOne(
  refused: readonly ListName[],
  lists: SnapshotLists,
  read: Read,
  inFlight: number,
  keep: (list: ListName, rows: unknown[]) => void,
): Promise<void> {
  const requested = new Map<ListName, Set<string | number>>(refused.map((list) => [list, new Set()]))
  for (let found = true; found;) {
    found = false
    for (const list of refused) {
      if (list === 'subjects') continue
      const plan = PLANS[list]
      const earlier = requested.get(list)!
      const keys = [...referencedIds(lists, plan.belongs?.to ?? list)].filter((key) => !earlier.has(key))
      if (keys.length === 0) continue
      found = true
      for (const key of keys) earlier.add(key)
      const rows = Readable.from(keys).map((key: string | number) => readFor(plan, key, read), {
        concurrency: inFlight,
      })
      keep(list, (await rows.toArray()).flat())
    }
  }
  if (refused.includes('subjects')) {
    keep(
      'subjects',
      lists.items.flatMap((item) => item.subject),
    )
  }
}

/** Other servers' rows of a zone may not name it: only the query does, so they are read zone by zone. */
const lacksZones = (list: ListName, rows: readonly unknown[]): boolean =>
  PLANS[list].belongs?.to === 'locations' && rows.length > 0 && rows.every((row) => !namesZone(row))

const namesZone = (row: unknown): boolean => typeof row === 'object' && row !== null && 'location' in row

/** The rows that belong to one record, or the record itself; empty if the server does not have it. */
async function readFor(plan: ListPlan, key: string | number, read: Read): Promise<unknown[]> {
  try {
    if (plan.belongs) {
      const query: AnyQuery = { ...plan.belongs.query, [plan.belongs.filter]: key }
      const rows = rowsOf(await read(plan.call, { query })) ?? []
      return plan.belongs.to === 'locations' ? rowsOfZone(rows, key) : rows
    }
    return [await read(plan.single!, { path: { id: key } })]
  } catch (problem) {
    if (problem instanceof ApiError && [403, 404, 410].includes(problem.status)) return []
    throw problem
  }
}
