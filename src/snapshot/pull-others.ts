import type { Item } from '#contract/item.ts'
import { PAGING } from '#contract/limits.ts'
import { KEYS } from './item-index.ts'
import { pageOf, type Read } from './reader.ts'
import { sortKeys } from './files.ts'
import { isItemList, keyOf, LIST_NAMES, PLANS, type ListName, type SnapshotLists, type SnapshotMeta } from './plans.ts'
import { readBeside, readLists } from './read-lists.ts'
import { checkRows, rowText, breakCycles } from './row-checks.ts'

/** Records whose names items show, the filter of `/api/items/` that finds these items, and the ids that an item names. */
const NAMED = {
  people: { filter: 'people_or', idsOf: KEYS.person },
  organizations: { filter: 'organizations', idsOf: KEYS.organization },
  subjects: { filter: 'subjects_or', idsOf: KEYS.subject },
  collections: { filter: 'collections', idsOf: KEYS.collection },
  locations: { filter: 'location', idsOf: KEYS.location },
} as const
type NamedList = keyof typeof NAMED
const NAMED_LISTS = Object.keys(NAMED) as NamedList[]

/** Ids of records that came, changed or went. */
type ChangedRecords = Readonly<Record<NamedList, ReadonlySet<number>>>

/** What a snapshot has besides its items, read anew. */
export interface Others {
  lists: SnapshotLists
  counts: Partial<Record<ListName, number>>
  beside: Omit<Awaited<ReturnType<typeof readBeside>>, 'mapLayers'> & Pick<SnapshotMeta, 'mapLayers'>
  changed: ChangedRecords
}

/** Reads every list except those of items and their texts. Undefined if the server refuses one, or if a row violates the contract. */
export async function readOthers(read: Read, earlier: SnapshotLists, inFlight: number): Promise<Others | undefined> {
  const lists = { ...earlier }
  let problems = 0
  const refused = await readLists(read, inFlight, (list, rows) => {
    const checked = checkRows(list, PLANS[list].row, rows)
    problems += checked.problems.length
    Object.assign(lists, { [list]: checked.rows })
  })
  if (refused.length > 0 || problems > 0 || breakCycles(lists).length > 0) return undefined
  const names = LIST_NAMES.filter((name) => !isItemList(name))
  // As they are read from the disk.
  for (const name of names) Object.assign(lists, { [name]: lists[name].map(sortKeys) })
  return {
    lists,
    counts: Object.fromEntries(names.map((name) => [name, lists[name].length])),
    beside: await readBeside(read),
    changed: Object.fromEntries(
      NAMED_LISTS.map((name) => [name, changedKeys(earlier[name], lists[name])]),
    ) as object as ChangedRecords,
  }
}

function changedKeys(before: readonly unknown[], after: readonly unknown[]): Set<number> {
  const earlier = new Map(before.map((row) => [keyOf(row) as number, rowText(row)]))
  const changed = new Set<number>()
  for (const row of after) {
    const key = keyOf(row) as number
    if (earlier.get(key) !== rowText(row)) changed.add(key)
    earlier.delete(key)
  }
  for (const key of earlier.keys()) changed.add(key)
  return changed
}

/** Ids of items that named changed records in an earlier snapshot: of those that went, no item tells any more. */
export const itemsThatNamed = (items: readonly Item[], changed: ChangedRecords): number[] =>
  items
    .filter((item) => NAMED_LISTS.some((name) => NAMED[name].idsOf(item).some((id) => changed[name].has(id))))
    .map(({ id }) => id)

/** The length of an address is limited. */
const IDS_A_CALL = 100

/** The items that name changed records now, by id, unvalidated. Undefined if there are more than `most`. */
export async function itemsNaming(
  read: Read,
  changed: ChangedRecords,
  most: number,
): Promise<ReadonlyMap<number, unknown> | undefined> {
  const found = new Map<number, unknown>()
  for (const name of NAMED_LISTS) {
    const ids = [...changed[name]]
    if (ids.length > most) return undefined
    for (let at = 0; at < ids.length; at += IDS_A_CALL) {
      const filter = { [NAMED[name].filter]: ids.slice(at, at + IDS_A_CALL).join(',') }
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = { ...filter, visibility: 'published', page, page_size: PAGING.serverMaximum }
        const { count, results } = pageOf(await read('items', { query }))
        if (count > most) return undefined
        pages = Math.ceil(count / PAGING.serverMaximum)
        for (const row of results) found.set(keyOf(row) as number, row)
      }
    }
  }
  return found
}
