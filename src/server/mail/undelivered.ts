import type { Db, Row, Trx } from '../database/tables.ts'

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
