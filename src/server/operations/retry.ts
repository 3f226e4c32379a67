import type { Trx } from '../database/tables.ts'
import type { HookName } from '../hooks/deliver.ts'

/** Makes a letter due now. False if there is none: it was sent meanwhile. */
export async function retryLetter(trx: Trx, id: number, now = new Date()): Promise<boolean> {
  const set = { next_attempt_at: now.toISOString() }
  const { numUpdatedRows } = await trx
    .updateTable('mail')
    .set(set)
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The same for a call to another machine. */
export async function retryHook(trx: Trx, name: HookName, now = new Date()): Promise<boolean> {
  const set = { next_attempt_at: now.toISOString() }
  const { numUpdatedRows } = await trx.updateTable('hook').set(set).where('name', '=', name).executeTakeFirst()
  return numUpdatedRows > 0n
}
