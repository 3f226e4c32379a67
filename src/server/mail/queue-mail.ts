import type { Trx } from '../database/tables.ts'
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
