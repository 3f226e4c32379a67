import { readRows, type BundleFile } from './bundle-folder.ts'
import type { Row } from './bundle-row.ts'
import { LISTS } from './lists.ts'
import { readRow } from './read-row.ts'
import { createRowIds, createScanOrders } from './row-id.ts'

/** Reads the accepted rows of a checked file again, one at a time, with the same ids and orders as in the check. */
export async function* acceptedRows(file: BundleFile, rejected: ReadonlySet<number>): AsyncGenerator<Row> {
  const list = LISTS[file.list]
  const idOf = createRowIds(list)
  const orderOf = file.list === 'scans' ? createScanOrders() : undefined
  for await (const source of readRows(file)) {
    if (rejected.has(source.index)) continue
    const { row } = readRow(list, source.cells)
    orderOf?.(row)
    if (list.identity) row['id'] = idOf(row)
    yield row
  }
}
