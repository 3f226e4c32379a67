import { createHash } from 'node:crypto'
import type { Row } from './bundle-row.ts'
import type { List } from './lists.ts'

/** Derived ids have fifteen digits, so that they never collide with ids from people or the archive. */
const LOWEST = 100_000_000_000_000n
const SPAN = 900_000_000_000_000n

/** Derives ids from the content of rows (lists.ts `identity`) and their order, so that the same bundle gives the same rows. One per reading. */
export function createRowIds(list: List): (row: Row) => number {
  const seen = new Map<string, number>()
  return (row) => {
    if (typeof row['id'] === 'number') return row['id']
    const name = JSON.stringify([list.name, ...(list.identity ?? []).map((field) => row[field])])
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const hash = createHash('sha256').update(`${name} ${count}`).digest()
    return Number(LOWEST + (hash.readBigUInt64BE() % SPAN))
  }
}

/** Numbers scans without an order within their item. Create one per reading of the list. */
export function createScanOrders(): (row: Row) => void {
  const last = new Map<unknown, number>()
  return (row) => {
    row['order'] ??= (last.get(row['item']) ?? 0) + 1
    last.set(row['item'], Math.max(last.get(row['item']) ?? 0, row['order'] as number))
  }
}
