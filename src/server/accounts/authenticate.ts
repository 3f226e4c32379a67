import { society } from '#society'
import { effectiveRole } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Authenticate } from '../http/gatekeeper.ts'
import type { Claims, TokenKind, Tokens } from './tokens.ts'

interface Row {
  epoch: number
  role: 'volunteer' | 'staff' | 'administrator'
  organization: number | null
}
export interface Session {
  caller: Caller & { id: number }
  claims: Claims
}
/** Whose session a token of one of these kinds belongs to; undefined where it is not good (any more). */
export type ReadSession = (kinds: readonly TokenKind[], token: string) => Promise<Session | undefined>

/** Reads tokens. The account is looked up each time, so that a session that was ended, and a role that was taken, end at once. */
export function createSessionReader(reader: ArchiveDatabase, tokens: Tokens): ReadSession {
  const statement = reader.sqlite.prepare(
    `select epoch, role, organization_id as organization from account
     where id = ? and activated_at is not null and disabled_at is null`,
  )
  return async (kinds, token) => {
    const claims = await tokens.read(kinds, token)
    const account = claims && (statement.get(claims.account) as unknown as Row | undefined)
    if (!account || account.epoch !== claims.epoch) return undefined
    const { organization } = account
    return {
      caller: { id: claims.account, role: effectiveRole(account, society.organizationId), organization },
      claims,
    }
  }
}

/** Who an Authorization header speaks for: access tokens only. */
export const createAuthenticate =
  (readSession: ReadSession): Authenticate =>
  async (token) =>
    (await readSession(['access'], token))?.caller
