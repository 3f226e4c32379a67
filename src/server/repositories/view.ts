import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { EndpointName } from '#contract/endpoints.ts'
import { isAtLeast, reachOf } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'

/** What a read may show: what is published; that and somebody's own drafts; or everything. `viewer` is the account, 0 for nobody. */
export interface View {
  reach: 'published' | 'own' | 'all'
  viewer: number
}
export const PUBLIC: View = { reach: 'published', viewer: 0 }

/** What this caller sees of what the call reads (rules/permissions.ts). */
export function viewOf(caller: Caller, call: EndpointName): View {
  const reach = reachOf(caller, call)
  if (reach === 'none' || reach === 'published' || caller.id === null) return PUBLIC
  return { reach, viewer: caller.id }
}

/** What this caller sees of records that are read one by one, whatever the call: the permission table's `drafts` row, and staff everything. */
export const sightOf = (caller: Caller): View =>
  isAtLeast(caller, 'staff')
    ? { reach: 'all', viewer: caller.id ?? 0 }
    : caller.id === null
      ? PUBLIC
      : { reach: 'own', viewer: caller.id }

/** Stands in SQL for the account that looks; a statement for the public has none. */
export const VIEWER = ':viewer'

/** A record that may be shown to who knows its id: the condition on a row of a table (or its alias) of reviewed records. */
export function visibleText(table: string, reach: View['reach']): string {
  if (reach === 'all') return 'true'
  const published = `${table}.visibility = 'published'`
  return reach === 'published' ? published : `(${published} or ${table}.author_id = ${VIEWER})`
}

/** The same in a list: what others discarded is offered to nobody, not even to staff, who find it in the review desk. */
export function listedText(table: string, reach: View['reach']): string {
  if (reach !== 'all') return visibleText(table, reach)
  return `(${table}.visibility = 'published' or ${table}.state <> 'discarded' or ${table}.author_id = ${VIEWER})`
}

/** SQL text for Kysely, with the account as a parameter. */
const bound = (text: string, { viewer }: View): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    text.split(VIEWER).map((part) => sql.raw(part)),
    sql`${viewer}`,
  )}`

export const visible = (table: string, view: View) => bound(visibleText(table, view.reach), view)
export const listed = (table: string, view: View) => bound(listedText(table, view.reach), view)

/** The id in a column, or null where the record of that table that it names may not be shown. */
export const shownLink = (column: string, table: string, view: View): RawBuilder<number | null> =>
  view.reach === 'all'
    ? sql<number | null>`${sql.ref(column)}`
    : sql<number | null>`(select linked.id from ${sql.table(table)} as linked
        where linked.id = ${sql.ref(column)} and ${visible('linked', view)})`

/** The record of that table that a column names may stand in a list. */
export const namesListed = (column: string, table: string, view: View): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} as named where named.id = ${sql.ref(column)} and ${listed('named', view)})`

/** Who is logged in is told which records are drafts; answers for everybody hold published ones only and do not say so. */
export const saysVisibility = <R extends { visibility: string }>(view: View) =>
  view.reach === 'published'
    ? ({ visibility: _, ...row }: R): Omit<R, 'visibility'> & Partial<Pick<R, 'visibility'>> => row as never
    : (row: R) => row
