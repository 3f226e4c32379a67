import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { ApiError } from '#client/errors.ts'
import type { Item } from '#contract/item.ts'
import { changes } from '#contract/status.ts'
import type { ChangedItems } from './item-index.ts'
import { openArchive, rememberChanged } from './archive.ts'
import { hasSnapshot, replaceItems, sortKeys } from './files.ts'
import { itemsNaming, itemsThatNamed, readOthers, type Others } from './pull-others.ts'
import { PLANS, type SnapshotLists, type SnapshotMeta } from './plans.ts'
import { unlessRefused, type Read } from './reader.ts'
import { checkRows, sortScans } from './row-checks.ts'
import { readOldAddresses } from './read-lists.ts'
import { readTexts } from './read-texts.ts'

export type { ChangedItems } from './item-index.ts'

interface PulledChanges {
  meta: SnapshotMeta
  /** If nothing else has changed. */
  changed: ChangedItems | undefined
}

/** Reading so many items one by one takes as long as reading all of a small archive. */
const MOST_ITEMS = 2000
/** Tries to read lists that do not change meanwhile. */
const TRIES = 3
/** Times that items are read which have changed while others were read. */
const ROUNDS = 50
/** Milliseconds after which nothing more is expected: a bulk publishing is one call after the other. */
const QUIET = 250

/**
 * Makes a snapshot in `folder` of an earlier one and what has changed since: the items one by one, and the other lists as a whole if any of them has changed. Undefined if
 * everything has to be read: much has changed, the server does not tell, or a row violates the contract, which only a pull of everything reports.
 */
export async function pullChanges(
  read: Read,
  {
    folder,
    earlier,
    inFlight,
  }: { folder: string; earlier: { folder: string; counter: number | null }; inFlight: number },
): Promise<PulledChanges | undefined> {
  if (earlier.counter === null || !hasSnapshot(earlier.folder)) return undefined
  const archive = openArchive(earlier.folder)
  const { lists, meta } = archive
  if (meta.counter !== earlier.counter || meta.log === undefined) return undefined
  const pulled = await readChanges(read, lists, meta, inFlight)
  if (!pulled) return undefined
  const { counter, others, ids, after } = pulled
  const before = lists.items.filter(({ id }) => ids.has(id))
  const texts = await readTexts(read, after, inFlight)
  if (texts.problems.length > 0) return undefined
  const afterTexts = texts.rows.map(sortKeys) as SnapshotLists['texts']
  const counts = {
    ...meta.counts,
    ...others?.counts,
    items: lists.items.length - before.length + after.length,
    texts: lists.texts.filter(({ item }) => !ids.has(item)).length + afterTexts.length,
  }
  // They are no part of an item's row.
  const oldAddresses = others?.beside.oldAddresses ?? (await readOldAddresses(read))
  const next = sortKeys({ ...meta, ...others?.beside, oldAddresses, counter, counts }) as SnapshotMeta
  const replaced = { items: after, texts: afterTexts }
  const itemLists = replaceItems(folder, earlier.folder, lists, ids, replaced, next, others?.lists)
  const changed = { before, after }
  rememberChanged(folder, archive, { ...itemLists, changed, meta: next, others: others?.lists })
  return { meta: next, changed: others ? undefined : changed }
}

interface Changes {
  counter: number
  ids: ReadonlySet<number>
  /** The items with these ids that are still published. */
  after: Item[]
  others: Others | undefined
}

async function readChanges(
  read: Read,
  lists: SnapshotLists,
  { counter: since, log }: SnapshotMeta,
  inFlight: number,
): Promise<Changes | undefined> {
  const query = { since: since! }
  const ask = async () => v.safeParse(changes, await unlessRefused(read('changes', { query })))
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer = await ask()
    if (!answer.success || answer.output.log !== log) return undefined
    const { counter, items, changed_items: itemsAmongOthers } = answer.output
    if (items) {
      const found = await readChangedItems(read, new Set(items), new Map(), inFlight)
      return (
        found && (await followItems(read, { counter, ids: new Set(items), after: found, others: undefined }, inFlight))
      )
    }
    const others = itemsAmongOthers && (await readOthers(read, lists, inFlight))
    const naming = others && (await itemsNaming(read, others.changed, MOST_ITEMS))
    if (!naming) return undefined
    const ids = new Set([...itemsAmongOthers, ...naming.keys(), ...itemsThatNamed(lists.items, others.changed)])
    const after = ids.size > MOST_ITEMS ? undefined : await readChangedItems(read, ids, naming, inFlight)
    if (!after) return undefined
    // All of these calls have to tell of the same state: an item may name a person that was published between two of them.
    const now = await ask()
    if (now.success && now.output.counter === counter) return { counter, ids, after, others }
  }
  return undefined
}

/**
 * Reads what changes while items are read: of many that are published at once the first ones start the build, and the others need none of their own. What changes later, or is no
 * item, has a higher counter, and is read by the next pull.
 */
async function followItems(read: Read, found: Changes, inFlight: number): Promise<Changes | undefined> {
  for (let round = 1; round <= ROUNDS; round++) {
    let next = await itemsSince(read, found.counter)
    if (next?.items.length === 0) {
      await pause(QUIET)
      next = await itemsSince(read, found.counter)
    }
    if (!next || next.items.length === 0) return found
    const ids = new Set([...found.ids, ...next.items])
    if (ids.size > MOST_ITEMS) return found
    const again = new Set(next.items)
    const after = await readChangedItems(read, again, new Map(), inFlight)
    if (!after) return undefined
    found = {
      ...found,
      counter: next.counter,
      ids,
      after: [...found.after.filter(({ id }) => !again.has(id)), ...after],
    }
  }
  return found
}

/** Undefined if something else has changed too, or the server does not tell. */
async function itemsSince(read: Read, since: number): Promise<{ counter: number; items: number[] } | undefined> {
  const answer = v.safeParse(changes, await unlessRefused(read('changes', { query: { since } })))
  if (!answer.success || !answer.output.items) return undefined
  return { counter: answer.output.counter, items: answer.output.items }
}

/** The items that are still published. Undefined if a row violates the contract. `rows` are those that are known already. */
async function readChangedItems(
  read: Read,
  ids: ReadonlySet<number>,
  rows: ReadonlyMap<number, unknown>,
  inFlight: number,
): Promise<Item[] | undefined> {
  const answers = await Readable.from(ids)
    .map((id: number) => rows.get(id) ?? readItem(read, id), { concurrency: inFlight })
    .toArray()
  const there = answers.filter((row) => row !== undefined)
  const checked = checkRows('items', PLANS.items.row, there)
  if (checked.problems.length > 0) return undefined
  const items = checked.rows as Item[]
  items.forEach(sortScans)
  // As they are read from the disk.
  return items.map(sortKeys) as Item[]
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
