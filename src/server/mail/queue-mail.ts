import type { Trx, Db, Row } from '../database/tables.ts'
import { readSettings } from '../repositories/settings.ts'
import { compose } from './compose.ts'
import type { Letter } from './letters.ts'

export type { Letter } from './letters.ts'

/**
 * Queues a letter in the caller's transaction. The site's address is filled in when it is sent (deliver-mail.ts), so that letters queued on the
 * command line have the server's links.
 */
export async function queueMail(trx: Trx, letter: Letter): Promise<void> {
  const composed = compose(letter, await readSettings(trx))
  const now = new Date().toISOString()
  await trx
    .insertInto('mail')
    .values({ recipient: letter.to, kind: letter.kind, ...composed, created_at: now, next_attempt_at: now })
    .execute()
}

export type UndeliveredLetter = Pick<Row<'mail'>, 'recipient' | 'created_at' | 'last_error' | 'next_attempt_at'>

/** Letters that could not be delivered at their first attempt or later, oldest first. */
export const undeliveredLetters = (db: Db): Promise<UndeliveredLetter[]> =>
  db
    .selectFrom('mail')
    .select(['recipient', 'created_at', 'last_error', 'next_attempt_at'])
    .where('attempts', '>', 0)
    .orderBy('id')
    .execute()

/** Before another link is sent: one that could not be delivered would come twice, or never. */
export async function dropUndelivered(trx: Trx, recipient: string): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where('recipient', '=', recipient)
    .where('kind', 'in', ['invitation', 'reset'])
    .where('attempts', '>', 0)
    .execute()
}

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
