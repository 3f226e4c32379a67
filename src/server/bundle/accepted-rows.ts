import { readRows, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import { type Key, type Row, type Check, createRowKeys, partOrdersOf } from './bundle-row.ts'
import { LISTS } from './lists.ts'
import { readRest, restOf } from './read-row.ts'
import { writeFile } from 'node:fs/promises'

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
  const orderOf = partOrdersOf(file.list)
  for await (const { index, line, cells } of readRows(file)) {
    if (rejected.has(index)) continue
    const leftOut = file.leftOut.get(index)
    const { row } = readRest(list, cells, leftOut)
    orderOf?.(row)
    yield { row, key: keyOf(row), cells: restOf(cells, leftOut), index, line }
  }
}

/** Writes the rows that were left out, or values of them, to a JSON array, each with its location and all reasons. */
export async function writeRejectedRows(path: string, bundle: BundleFolder, check: Check): Promise<void> {
  const rows: string[] = []
  for (const file of bundle.files) {
    const rejected = check.rejected.get(file.list)
    for await (const { index, line, cells, ...own } of readRows(file)) {
      const name = own.file ?? file.file
      const isLeftOut = rejected?.has(index)
      if (!isLeftOut && !file.leftOut.has(index)) continue
      const reasons = check.issues
        .filter((issue) => issue.file === name && issue.row === index + 1)
        .map(({ field, reason }) => ({ field, reason }))
      // In conflict: nothing is wrong with it.
      if (reasons.length === 0) continue
      rows.push(JSON.stringify({ file: name, line, ...(!isLeftOut && { imported: true }), reasons, row: cells }))
    }
  }
  await writeFile(path, `[\n${rows.join(',\n')}\n]\n`)
}
