import { SETTING_NAMES } from '#contract/settings.ts'
import type { Db, Trx } from '../database/tables.ts'

/** The row that says so has this name. */
const POSTPONED = 'first-run-postponed'
/** An archive with any of these is in use. */
const RECORDS = ['item', 'location', 'person'] as const

/** True for a new archive whose settings were neither made nor put off. */
export async function isFirstRun(db: Db): Promise<boolean> {
  const set = await db
    .selectFrom('setting')
    .select('name')
    .where('name', 'in', [...SETTING_NAMES, POSTPONED])
    .limit(1)
    .executeTakeFirst()
  if (set) return false
  for (const table of RECORDS) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  }
  return true
}

export async function postponeFirstRun(trx: Trx): Promise<void> {
  const value = new Date().toISOString()
  await trx
    .insertInto('setting')
    .values({ name: POSTPONED, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
