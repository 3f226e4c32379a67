import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { compose } from './compose.ts'
import type { Letter } from './letters.ts'

export type { Letter } from './letters.ts'

/**
 * Keeps a letter to be sent, in the caller's transaction: what is undone writes to nobody. No network is waited for here. Its links get the
 * site's address when it is sent (deliver-mail.ts), from the configuration of the process that sends: a letter that the command line queued
 * leads to the same place as the server's.
 */
export async function queueMail(trx: Transaction<Tables>, letter: Letter): Promise<void> {
  const now = new Date().toISOString()
  await trx
    .insertInto('mail')
    .values({ recipient: letter.to, kind: letter.kind, ...compose(letter), created_at: now, next_attempt_at: now })
    .execute()
}
