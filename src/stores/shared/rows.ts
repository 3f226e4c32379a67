import * as v from 'valibot'
import { readRow } from '#contract/read-row.ts'
import { shortened, suggestion } from '#contract/item.ts'

/** A page of a list as the API answers it. Its rows are not validated yet. */
export const listPage = v.object({
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  results: v.array(v.unknown()),
  shortened,
  suggestion,
})

/** The rows as far as they can be read (contract/read-row.ts); others are left out. Throws when the answer is not a list. */
export function validRows<Row>(schema: v.GenericSchema<unknown, Row>, list: unknown): Row[] {
  if (!Array.isArray(list)) throw new Error('Not a list')
  return list.flatMap((row) => {
    const read = readRow(schema, row)
    return read.row === undefined ? [] : [read.row]
  })
}
