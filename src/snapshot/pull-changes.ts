import { Readable } from 'node:stream'
import * as v from 'valibot'
import { ApiError } from '#client/errors.ts'
import type { Item } from '#contract/item.ts'
import { changes } from '#contract/status.ts'
import { openRows, rememberArchive } from './archive.ts'
import { hasSnapshot, replaceItems } from './files.ts'
import { PLANS } from './plans.ts'
import { unlessRefused, type Read } from './reader.ts'
import { checkRows, sortScans } from './row-checks.ts'
import type { SnapshotMeta } from './types.ts'

/** The items that differ from an earlier snapshot, as they were and as they are. */
export interface ChangedItems {
  before: Item[]
  after: Item[]
}
export interface PulledChanges {
  meta: SnapshotMeta
  changed: ChangedItems
}

/**
 * Makes a snapshot in `folder` of an earlier one and the items that have changed since. Undefined if everything has to be read: something else has changed, the server
 * does not tell, or an item violates the contract, which only a pull of everything reports.
 */
export async function pullChanges(
  read: Read,
  {
    folder,
    earlier,
    inFlight,
  }: { folder: string; earlier: { folder: string; counter: number | null }; inFlight: number },
): Promise<PulledChanges | undefined> {
  const since = earlier.counter
  if (since === null || !hasSnapshot(earlier.folder)) return undefined
  const { lists, meta } = openRows(earlier.folder)
  if (meta.counter !== since || meta.log === undefined) return undefined
  const answer = v.safeParse(changes, await unlessRefused(read('changes', { query: { since } })))
  if (!answer.success || answer.output.log !== meta.log || !answer.output.items) return undefined
  const { counter, items: ids } = answer.output

  // What changes from here on has a higher counter: the next pull reads it again.
  const answers = await Readable.from(ids)
    .map((id: number) => readItem(read, id), { concurrency: inFlight })
    .toArray()
  const { rows, problems } = checkRows(
    'items',
    PLANS.items.row,
    answers.filter((row) => row !== undefined),
  )
  if (problems.length > 0) return undefined
  const after = rows as Item[]
  after.forEach(sortScans)
  const named = new Set(ids)
  const before = lists.items.filter(({ id }) => named.has(id))
  const next = {
    ...meta,
    counter,
    counts: { ...meta.counts, items: lists.items.length - before.length + after.length },
  }
  const items = replaceItems(folder, earlier.folder, lists.items, named, after, next)
  rememberArchive(folder, { ...lists, items }, next)
  return { meta: next, changed: { before, after } }
}

/** Undefined for an item that is not published any more. */
async function readItem(read: Read, id: number): Promise<unknown> {
  try {
    return await read('item', { path: { id } })
  } catch (problem) {
    if (problem instanceof ApiError && [404, 410].includes(problem.status)) return undefined
    throw problem
  }
}
