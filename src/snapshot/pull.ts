import { createClient } from '#client/client.ts'
import type { Client } from '#client/client.ts'
import { changes } from '#contract/status.ts'
import * as v from 'valibot'
import { LIST_NAMES, writeSnapshot } from './files.ts'
import { inParallel } from './in-parallel.ts'
import { readItems } from './items.ts'
import { readOneByOne } from './one-by-one.ts'
import { readOverlays } from './overlays.ts'
import { ITEM_ROW, PLANS } from './plans.ts'
import type { ListName } from './plans.ts'
import { PATIENCE, createReader, isRefusal, rowsOf } from './reader.ts'
import type { Patience, Read } from './reader.ts'
import { checkRows } from './row-checks.ts'
import type { RowProblem } from './row-checks.ts'
import { breakCircles } from './trees.ts'
import type { SnapshotLists, SnapshotMeta } from './types.ts'

export interface PullOptions {
  /** Where the API is, without a slash at its end. */
  api: string
  /** The folder that becomes the snapshot. */
  folder: string
  /** How the snapshot names its source; the API's address unless given (an address that differs each time would change the bytes). */
  source?: string
  /** What pages put before `/api/…`. */
  apiBase: string
  client?: Client
  patience?: Patience
  /** How many calls are under way at a time. */
  inFlight?: number
  /** How often to start again when the archive changes meanwhile. */
  rounds?: number
  onProgress?: (done: number, of: number) => void
}

/** What a pull met; it stands in the build report. */
export interface PullReport {
  meta: SnapshotMeta
  leftOut: RowProblem[]
  /** Rows that a server sent though they are not published, by list. */
  unpublished: Partial<Record<ListName, number>>
  /** Lists that the server refused as a whole, read one by one. */
  oneByOne: ListName[]
  /** Anything else that whoever runs the archive should know. */
  notes: string[]
  milliseconds: number
}

/** Reads everything published through the API and puts it at `folder`. Throws with the reason when that cannot be done; the folder is as before then. */
export async function pullSnapshot(options: PullOptions): Promise<PullReport> {
  const began = performance.now()
  const client = options.client ?? createClient({ base: options.api })
  const read = createReader(client, options.patience ?? PATIENCE)
  const rounds = options.rounds ?? 3
  for (let round = 1; ; round++) {
    const counter = await readCounter(read)
    const pulled = await pullOnce(read, options)
    const overlays = await readOverlays(read)
    const moved = (await readCounter(read)) !== counter
    const { lists, itemCount, ...found } = pulled
    const short = itemCount !== pulled.itemsSeen
    if ((moved || short) && round < rounds) continue
    const notes: string[] = []
    if (moved) notes.push(`The archive changed during each of ${rounds} pulls; the next build will catch up.`)
    if (short) notes.push(`The server counts ${itemCount} items and sent ${pulled.itemsSeen}.`)
    const meta: SnapshotMeta = {
      source: options.source ?? options.api,
      apiBase: options.apiBase,
      counter,
      counts: Object.fromEntries(LIST_NAMES.map((name) => [name, lists[name].length])) as SnapshotMeta['counts'],
      overlays,
    }
    writeSnapshot(options.folder, lists, meta)
    const { leftOut, unpublished, oneByOne } = found
    return { meta, leftOut, unpublished, oneByOne, notes, milliseconds: performance.now() - began }
  }
}

/** The archive's change counter; null where the server has none (it is one of our additions). */
async function readCounter(read: Read): Promise<number | null> {
  try {
    const answer = v.safeParse(changes, await read('changes'))
    return answer.success ? answer.output.counter : null
  } catch (problem) {
    if (isRefusal(problem)) return null
    throw problem
  }
}

async function pullOnce(read: Read, options: PullOptions) {
  const inFlight = options.inFlight ?? 6
  const lists = Object.fromEntries(LIST_NAMES.map((name) => [name, []])) as unknown as SnapshotLists
  const raw = new Map<ListName, unknown[]>()
  const checked = new Map<ListName, ReturnType<typeof checkRows>>()
  const keep = (list: ListName, rows: unknown[]) => {
    const all = [...(raw.get(list) ?? []), ...rows]
    raw.set(list, all)
    const result = checkRows(list, list === 'items' ? ITEM_ROW : PLANS[list].row, all)
    checked.set(list, result)
    ;(lists as unknown as Record<ListName, unknown[]>)[list] = result.rows
  }

  let done = 0
  const items = await readItems(read, inFlight, (rows, of) => options.onProgress?.((done += rows), of))
  keep('items', items.results)
  for (const item of lists.items) item.item_scans.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.id - b.id)

  const names = LIST_NAMES.filter((name) => name !== 'items')
  const refused: Exclude<ListName, 'items'>[] = []
  await inParallel(names, inFlight, async (name) => {
    const rows = await readWhole(read, name)
    if (rows) keep(name, rows)
    else refused.push(name)
  })
  refused.sort()
  await readOneByOne(refused, lists, read, inFlight, keep)

  const circles = [
    ...breakCircles('collections', lists.collections, 'parent_collection'),
    ...breakCircles('subjects', lists.subjects, 'subject_parent'),
  ]
  const results = LIST_NAMES.map((name) => [name, checked.get(name)] as const)
  return {
    lists,
    itemCount: items.count,
    itemsSeen: new Set(items.results.map((row) => (row as { id?: unknown } | null)?.id)).size,
    leftOut: [...results.flatMap(([, result]) => result?.problems ?? []), ...circles],
    unpublished: Object.fromEntries(
      results.flatMap(([name, result]) => (result?.unpublished ? [[name, result.unpublished]] : [])),
    ) as PullReport['unpublished'],
    oneByOne: refused,
  }
}

/** All rows of a list in one call; undefined when the server does not give them so. */
async function readWhole(read: Read, name: Exclude<ListName, 'items'>): Promise<unknown[] | undefined> {
  const { call, query } = PLANS[name]
  try {
    return rowsOf(await read(call, query ? { query } : {}))
  } catch (problem) {
    if (isRefusal(problem)) return undefined
    throw problem
  }
}
