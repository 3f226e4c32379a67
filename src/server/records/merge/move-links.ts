import type { Trx } from '../../database/tables.ts'
import { recordOfRow } from '../rows/affected-records.ts'
import { findRow, keyOfRow, rowsWhere, type Reference, type Schema } from '../rows/schema.ts'
import type { DbRecord } from '../tables.ts'
import type { ChangeLog } from '../undo/operations.ts'

/** Columns that do not tell two links apart: who entered them and when. The description of a relationship is kept, see `fold`. */
const NOT_COMPARED = new Set([
  'id',
  'author_id',
  'submitted_at',
  'note',
  'visibility',
  'state',
  'description',
  'version',
])
/** Of two relationships, or two gravestones, with the same content the public one stays. */
const rank = (row: DbRecord) => (row['visibility'] === 'draft' ? (row['state'] === 'discarded' ? 0 : 1) : 2)

/** The description of a place is all that there is of it. */
const isCompared = (table: string, column: string) =>
  !NOT_COMPARED.has(column) || (column === 'description' && table === 'location_description')
const isSameLink = (table: string, one: DbRecord, other: DbRecord) =>
  Object.keys(one).every((column) => !isCompared(table, column) || one[column] === other[column])

/** The texts of both descriptions. */
const joined = (kept: DbRecord, other: DbRecord) =>
  [...new Set([kept['description'], other['description']])].filter(Boolean).join('\n')

/** Of a draft's description nothing gets into a public link: nobody has reviewed it. */
const canFold = (one: DbRecord, other: DbRecord) => {
  const [kept, gone] = rank(one) > rank(other) ? [one, other] : [other, one]
  return rank(kept) === rank(gone) || !gone['description'] || joined(kept, gone) === kept['description']
}

/** Keeps one of two equal links. */
async function fold(log: ChangeLog, table: string, mine: DbRecord, moved: DbRecord, after: DbRecord): Promise<void> {
  const [kept, other] = rank(moved) > rank(mine) ? [moved, mine] : [mine, moved]
  await log.delete(table, other)
  const changes: DbRecord = kept === moved ? { ...after } : {}
  if ('description' in kept && joined(kept, other) !== kept['description']) changes['description'] = joined(kept, other)
  if (Object.keys(changes).length > 0) await log.update(table, kept, changes)
}

/** Makes every row that refers to `from` refer to `into`. A link that `into` has already is folded into that one. */
export async function moveLinks(
  trx: Trx,
  schema: Schema,
  log: ChangeLog,
  parent: string,
  { from, into }: { from: number; into: number },
): Promise<void> {
  for (const reference of schema.references) {
    if (reference.parent === parent) await moveReference(trx, schema, log, reference, { from, into })
  }
}

async function moveReference(
  trx: Trx,
  schema: Schema,
  log: ChangeLog,
  { table, column, optional }: Reference,
  { from, into }: { from: number; into: number },
) {
  const after = { [column]: into }
  for (const row of await rowsWhere(trx, schema, table, column, from)) {
    if (recordOfRow(table, row)?.isLink) {
      const twin = await findRow(trx, schema, table, { ...keyOfRow(schema, table, row), ...after })
      if (twin) await log.delete(table, row)
      else await log.update(table, row, after)
      continue
    }
    // Items, lots and trees only name it; the other tables have a row for each link.
    const others = optional ? [] : await rowsWhere(trx, schema, table, column, into)
    const twin = others.find((other) => isSameLink(table, { ...row, ...after }, other) && canFold(row, other))
    if (twin) await fold(log, table, twin, row, after)
    else await log.update(table, row, after)
  }
}
