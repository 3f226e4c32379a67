import { createHash } from 'node:crypto'
import type { Key, Row } from './bundle-row.ts'
import type { List } from './lists.ts'

/** Fifteen digits: before imports were noted (migration 0027), they were the ids of such rows. */
const LOWEST = 100_000_000_000_000n
const SPAN = 900_000_000_000_000n

/** The keys of rows: their number, or one derived from their content (lists.ts `identity`) and order, as text, so that the same bundle gives the same keys. One per reading. */
export function createRowKeys(list: List): (row: Row) => Key {
  const seen = new Map<string, number>()
  return (row) => {
    if (!list.identity || typeof row[list.key] === 'number') return row[list.key] as Key
    const name = JSON.stringify([list.name, ...list.identity.map((field) => row[field])])
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const hash = createHash('sha256').update(`${name} ${count}`).digest()
    return String(LOWEST + (hash.readBigUInt64BE() % SPAN))
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
