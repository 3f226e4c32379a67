import type { ArchiveDatabase } from '#server/database/open.ts'
import { everything } from '../everything.ts'

/** Tables that tell of steps rather than of records. */
const STEPS = ['audit', 'operation', 'operation_row', 'build', 'archive_state', 'picture_task', 'claim', 'mail', 'last_changed', 'change_log'] // prettier-ignore

/** All rows of all records and links. An item's `updated_at` is left out: a change that was undone is two changes. */
export async function recordRows(db: ArchiveDatabase): Promise<Record<string, unknown[]>> {
  const tables = Object.entries(await everything(db)).filter(([table]) => !STEPS.includes(table))
  return Object.fromEntries(
    tables.map(([table, rows]) => [
      table,
      table === 'item' ? rows.map((row) => ({ ...(row as object), updated_at: '' })) : rows,
    ]),
  )
}
