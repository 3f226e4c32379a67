import { sql } from 'kysely'
import type { Caller } from '#rules/permissions.ts'
import { sightOf, visible } from '../repositories/view.ts'

/** Records of a table of reviewed ones that the caller's fields may name: what they see (view.ts), without what was discarded. */
export const nameable = (table: string, caller: Caller) => {
  const seen = visible(table, sightOf(caller))
  return sql<boolean>`${seen} and (${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`
}
