import { effectiveRole, type Caller } from '#rules/access/permissions.ts'
import { SOCIETY_ID, societyIdOf } from '../repositories/settings.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { ReadClaims, TokenKind, Tokens } from './tokens.ts'

type Row = [
  epoch: number,
  role: 'volunteer' | 'staff' | 'administrator',
  organization: number | null,
  archive: string,
  ended: 0 | 1,
  society: string | null,
]
export interface Session {
  caller: Caller & { id: number }
  claims: ReadClaims
}
/** The session of a token of one of these kinds; undefined if it is not (or no longer) valid. */
export type ReadSession = (kinds: readonly TokenKind[], token: string) => Promise<Session | undefined>

/**
 * Reads tokens. Account and session are looked up each time, so that ending a session or changing a role takes effect at once.
 * Rotated refresh tokens are checked in sessions.ts.
 */
export function createSessionReader(reader: ArchiveDatabase, tokens: Tokens): ReadSession {
  const statement = reader.prepareRead(
    `select epoch, role, organization_id, (select archive from archive_state) as archive,
       exists (select 1 from session where session.id = ? and ended = 1) as ended,
       (select value from setting where name = '${SOCIETY_ID}') as society
     from account where id = ? and activated_at is not null and disabled_at is null`,
  )
  return async (kinds, token) => {
    const claims = await tokens.read(kinds, token)
    if (!claims) return undefined
    const [row] = await statement.all([claims.session, claims.account])
    if (!row) return undefined
    const [epoch, role, organization, archive, ended, society] = row as Row
    if (ended || archive !== claims.archive || epoch !== claims.epoch) return undefined
    const account = { role, organization }
    return { caller: { id: claims.account, ...account, role: effectiveRole(account, societyIdOf(society)) }, claims }
  }
}
