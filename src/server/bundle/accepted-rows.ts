import { readRows, type BundleFile } from './bundle-folder.ts'
import type { Key, Row } from './bundle-row.ts'
import { LISTS } from './lists.ts'
import { readRest, restOf } from './read-row.ts'
import { createRowKeys, createScanOrders } from './row-id.ts'

/** A row that passed the check. */
export interface AcceptedRow {
  row: Row
  key: Key
  /** As read, without what is left out: the columns that it does not have are defaults in `row`. */
  cells: Row
  index: number
  line: number
}

/** Reads the accepted rows of a checked file again, one at a time, with the same keys and orders as in the check. */
export async function* acceptedRows(file: BundleFile, rejected: ReadonlySet<number>): AsyncGenerator<AcceptedRow> {
  const list = LISTS[file.list]
  const keyOf = createRowKeys(list)
  const orderOf = file.list === 'scans' ? createScanOrders() : undefined
  for await (const { index, line, cells } of readRows(file)) {
    if (rejected.has(index)) continue
    const leftOut = file.leftOut.get(index)
    const { row } = readRest(list, cells, leftOut)
    orderOf?.(row)
    yield { row, key: keyOf(row), cells: restOf(cells, leftOut), index, line }
  }
}
