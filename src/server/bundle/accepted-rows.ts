import { readRows, type BundleFile } from './bundle-folder.ts'
import type { Key, Row } from './bundle-row.ts'
import { LISTS } from './lists.ts'
import { readRow } from './read-row.ts'
import { createRowKeys, createScanOrders } from './row-id.ts'

/** A row that passed the check. */
export interface AcceptedRow {
  row: Row
  key: Key
  /** As read: the columns that it does not have are defaults in `row`. */
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
    const { row } = readRow(list, cells)
    orderOf?.(row)
    yield { row, key: keyOf(row), cells, index, line }
  }
}
