import { randomUUID } from 'node:crypto'
import type { Claims } from '#server/accounts/tokens.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'

/** Claims of a new session, for signing tokens without a login. */
export function claimsOf({ sqlite }: ArchiveDatabase, account: number, epoch = 1): Claims {
  const { archive } = sqlite.prepare('select archive from archive_state').get()!
  return { account, archive: String(archive), epoch, session: randomUUID(), serial: 1 }
}
