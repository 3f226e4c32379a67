import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import type { EndpointName } from '#contract/endpoints.ts'
import { isAtLeast, accessTo, type Caller } from '#rules/access/permissions.ts'
import { VIEWER } from '../database/archive-database.ts'
import type { Tables } from '../database/tables.ts'

/** What a read may show: published records, those and the viewer's own drafts, or everything. `viewer` is the account id, 0 if none. */
export interface View {
  reach: 'published' | 'own' | 'all'
  viewer: number
}
export const PUBLIC: View = { reach: 'published', viewer: 0 }

/** What the caller may see with a call (rules/access). */
export function viewForCall(caller: Caller, call: EndpointName): View {
  const reach = accessTo(caller, call)
  if (reach === 'none' || reach === 'published' || caller.id === null) return PUBLIC
  return { reach, viewer: caller.id }
}

/** What the caller may see of single records, independent of the call. */
export const viewForCaller = (caller: Caller): View =>
  isAtLeast(caller, 'staff')
    ? { reach: 'all', viewer: caller.id ?? 0 }
    : caller.id === null
      ? PUBLIC
      : { reach: 'own', viewer: caller.id }

/** Statements for the public have no placeholder for the viewer. */
export { VIEWER }

/** Condition: a reviewed record is visible to somebody who knows its id. */
export function visibleText(table: string, reach: View['reach']): string {
  if (reach === 'all') return 'true'
  const published = `${table}.visibility = 'published'`
  // What is hidden is for staff only.
  const own = `(${table}.author_id = ${VIEWER} and ${table}.state <> 'hidden')`
  return reach === 'published' ? published : `(${published} or ${own})`
}

/** Condition: it is visible in lists, which leave out other people's discarded drafts, even for staff. */
export function listedText(table: string, reach: View['reach']): string {
  if (reach !== 'all') return visibleText(table, reach)
  return `(${table}.visibility = 'published' or ${table}.state <> 'discarded' or ${table}.author_id = ${VIEWER})`
}

/** Condition: the caller may see more of a person than the name (rules/access/living.ts). Drafts are seen by their author and staff only. */
export function knownText(person: string, reach: View['reach']): string {
  if (reach === 'all') return 'true'
  return reach === 'published'
    ? `${person}.privacy = 'full'`
    : `(${person}.privacy = 'full' or ${person}.visibility = 'draft')`
}
export const isKnown = (person: string, { reach }: View) => sql<boolean>`${sql.raw(knownText(person, reach))}`
/** Condition: the same of the person that a column refers to. */
export const knowsPerson = (column: string, view: View): RawBuilder<boolean> =>
  view.reach === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select 1 from person as known where known.id = ${sql.ref(column)} and ${isKnown('known', view)})`

/** Columns of what a person did, empty where the caller knows the name only. */
export function ofKnown<D extends string, T extends string>(person: string, dates: D[], texts: T[], view: View) {
  const known = knowsPerson(person, view)
  return [
    ...dates.map((name) => sql<number | null>`case when ${known} then ${sql.ref(name)} end`.as(name)),
    ...texts.map((name) => sql<string>`case when ${known} then ${sql.ref(name)} else '' end`.as(name)),
  ] as (AliasedRawBuilder<number | null, D> | AliasedRawBuilder<string, T>)[]
}

/** Raw SQL for Kysely with the viewer bound. */
const bound = (text: string, { viewer }: View): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    text.split(VIEWER).map((part) => sql.raw(part)),
    sql`${viewer}`,
  )}`

export const visible = (table: string, view: View) => bound(visibleText(table, view.reach), view)
export const listed = (table: string, view: View) => bound(listedText(table, view.reach), view)

/** The id in a column, or null if the record that it refers to is hidden. */
export const shownLink = (column: string, table: string, view: View): RawBuilder<number | null> =>
  view.reach === 'all'
    ? sql<number | null>`${sql.ref(column)}`
    : sql<number | null>`(select linked.id from ${sql.table(table)} as linked
        where linked.id = ${sql.ref(column)} and ${visible('linked', view)})`

/** Condition: the record that a column refers to is visible in lists. */
export const linksToListed = (column: string, table: string, view: View): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} as named where named.id = ${sql.ref(column)} and ${listed('named', view)})`

/** Keeps `visibility` for logged-in users only: the public sees published records anyway. */
export const withVisibility = <R extends { visibility: string }>(
  row: R,
  { reach }: View,
): Omit<R, 'visibility'> & { visibility?: R['visibility'] | undefined } => ({
  ...row,
  visibility: reach === 'published' ? undefined : row.visibility,
})

/** When what visitors see of a record has changed last; null if that is not known (an archive that was imported before this was kept). */
export const lastChanged = (kind: Tables['last_changed']['kind']) =>
  sql<
    string | null
  >`(select at from last_changed where kind = ${sql.lit(kind)} and last_changed.id = ${sql.ref(`${kind}.id`)})`
