import * as v from 'valibot'

/** A page of a list as a server answers it; its rows are not read yet. */
export const listPage = v.object({
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  results: v.array(v.unknown()),
})

/** Rows that keep the contract; the others are left out. Throws for what is no list. */
export function rowsOf<Row>(schema: v.GenericSchema<unknown, Row>, list: unknown): Row[] {
  if (!Array.isArray(list)) throw new Error('No list')
  return list.flatMap((row) => {
    const read = v.safeParse(schema, row)
    return read.success ? [read.output] : []
  })
}
