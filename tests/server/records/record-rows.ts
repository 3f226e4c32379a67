import type { ArchiveDatabase } from '#server/database/open.ts'
import { everything } from '../everything.ts'

/** Tables that tell of steps rather than of records. */
const STEPS = ['audit', 'removal', 'merge', 'split', 'build', 'archive_state', 'picture_task', 'claim', 'mail']

/** All rows of all records and links. */
export async function recordRows(db: ArchiveDatabase): Promise<Record<string, unknown[]>> {
  return Object.fromEntries(Object.entries(await everything(db)).filter(([table]) => !STEPS.includes(table)))
}
