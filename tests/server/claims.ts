import { randomUUID } from 'node:crypto'
import type { Claims } from '#server/accounts/tokens.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'

/** Claims of a new session, for signing tokens without a login. */
export async function claimsOf(db: ArchiveDatabase, account: number, epoch = 1): Promise<Claims> {
  const { archive } = await db.selectFrom('archive_state').select('archive').executeTakeFirstOrThrow()
  return { account, archive, epoch, session: randomUUID(), serial: 1 }
}
