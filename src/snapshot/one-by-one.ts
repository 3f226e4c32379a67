import { ApiError } from '#client/errors.ts'
import { inParallel } from './in-parallel.ts'
import { PLANS, mentioned } from './plans.ts'
import type { ListName, ListPlan } from './plans.ts'
import { rowsOf } from './reader.ts'
import type { AnyQuery, Read } from './reader.ts'
import type { SnapshotLists } from './types.ts'

/**
 * Reads the lists that a server refuses as a whole, record by record (design.md, "Identity and shapes"): a record by its own call
 * once another names it, a link by the record that it belongs to. What is found may name further records, so this goes on until
 * nothing new turns up. `keep` takes rows in as they come, so that `lists` grows.
 */
export async function readOneByOne(
  refused: readonly Exclude<ListName, 'items'>[],
  lists: SnapshotLists,
  read: Read,
  inFlight: number,
  keep: (list: ListName, rows: unknown[]) => void,
): Promise<void> {
  const done = new Map<ListName, Set<string | number>>(refused.map((list) => [list, new Set()]))
  for (let found = true; found;) {
    found = false
    for (const list of refused) {
      if (list === 'subjects') continue
      const plan = PLANS[list]
      const asked = done.get(list)!
      const keys = [...mentioned(lists, plan.belongs?.to ?? list)].filter((key) => !asked.has(key))
      if (keys.length === 0) continue
      found = true
      for (const key of keys) asked.add(key)
      keep(list, (await inParallel(keys, inFlight, (key) => readFor(plan, key, read))).flat())
    }
  }
  if (refused.includes('subjects')) {
    keep(
      'subjects',
      lists.items.flatMap((item) => item.subject),
    )
  }
}

/** What belongs to one record, or the record itself; nothing when the server knows no such record. */
async function readFor(plan: ListPlan, key: string | number, read: Read): Promise<unknown[]> {
  try {
    if (plan.belongs) {
      const query: AnyQuery = { ...plan.belongs.query, [plan.belongs.filter]: key }
      return rowsOf(await read(plan.call, { query })) ?? []
    }
    return [await read(plan.single!, { path: { id: key } })]
  } catch (problem) {
    if (problem instanceof ApiError && [403, 404, 410].includes(problem.status)) return []
    throw problem
  }
}
