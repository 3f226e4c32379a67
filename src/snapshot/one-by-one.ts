import { Readable } from 'node:stream'
import { ApiError } from '#client/errors.ts'
import { rowsOfZone } from '#rules/records/rows-of-zone.ts'
import { PLANS, referencedIds, type ListName, type ListPlan, type SnapshotLists } from './plans.ts'
import { rowsOf, type AnyQuery, type Read } from './reader.ts'

/**
 * Reads lists that the server refuses as a whole, record by record (design.md, "Identity and shapes"): records by their own call once another record
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

/** Other servers' rows of a zone may not name it: only the query does, so they are read zone by zone (design.md, "Identity and shapes"). */
export const lacksZones = (list: ListName, rows: readonly unknown[]): boolean =>
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
