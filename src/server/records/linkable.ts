import { sql } from 'kysely'
import type { Caller } from '#rules/access/permissions.ts'
import { viewForCaller, visible } from '../repositories/view.ts'

/** Condition: the caller may refer to the record, since they can see it and it is not discarded. */
export const linkableBy = (table: string, caller: Caller) => {
  const isVisible = visible(table, viewForCaller(caller))
  return sql<boolean>`${isVisible} and (${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`
}
