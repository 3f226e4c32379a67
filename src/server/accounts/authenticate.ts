import { society } from '#society'
import { effectiveRole } from '#rules/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Authenticate } from '../http/gatekeeper.ts'
import type { Tokens } from './tokens.ts'

interface Row {
  epoch: number
  role: 'volunteer' | 'staff' | 'administrator'
  organization: number | null
}

/** Reads access tokens. The account is looked up each time, so that a session that was ended, and a role that was taken, end at once. */
export function createAuthenticate(reader: ArchiveDatabase, tokens: Tokens): Authenticate {
  const statement = reader.sqlite.prepare(
    `select epoch, role, organization_id as organization from account
     where id = ? and activated_at is not null and disabled_at is null`,
  )
  return async (token) => {
    const claims = await tokens.read(['access'], token)
    const account = claims && (statement.get(claims.account) as unknown as Row | undefined)
    if (!account || account.epoch !== claims.epoch) return undefined
    const { organization } = account
    return { id: claims.account, role: effectiveRole(account, society.organizationId), organization }
  }
}
