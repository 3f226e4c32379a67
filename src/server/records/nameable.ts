import { sql } from 'kysely'
import { isAtLeast } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { visible } from '../repositories/view.ts'

/** Records of a table of reviewed ones that the caller's fields may name: what they see (view.ts), without what was discarded. */
export const nameable = (table: string, caller: Caller) => {
  const reach = isAtLeast(caller, 'staff') ? 'all' : caller.id === null ? 'published' : 'own'
  const seen = visible(table, { reach, viewer: caller.id ?? 0 })
  return sql<boolean>`${seen} and (${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`
}
