import { readRows, type BundleFile } from './bundle-folder.ts'
import type { Row } from './bundle-row.ts'
import { LISTS } from './lists.ts'
import { readRow } from './read-row.ts'
import { createRowIds, createScanOrders } from './row-id.ts'

/** The rows of a checked file that are let in, read anew one at a time, with their ids and orders as the check gave them. */
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
