import { sql } from 'kysely'
import { API } from '#contract/messages.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'
import { linkableBy } from './linkable.ts'

type Errors = Record<string, string[]>

/** Kinds with a parent of the same kind. */
const PARENT_FIELDS = {
  subjects: ['subject', 'subject_parent'],
  collections: ['collection', 'parent_collection'],
} as const

/** Finds cycles and duplicate parents: somebody who would be their own ancestor, a subject below itself, the same parent twice. */
export async function findCycles(
  db: Db,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
  key: RecordKey | undefined,
): Promise<Errors> {
  if (kind === 'subjects' || kind === 'collections') {
    const [table, field] = PARENT_FIELDS[kind]
    const parent = fields[field] as number | null | undefined
    // A new record has no descendants.
    if (key === undefined || !parent) return {}
    return (await isAncestor(db, { table, field, parent, key })) ? { [field]: [API.circle] } : {}
  }
  if (kind === 'relationships') return checkParent(db, caller, fields, key)
  return {}
}

async function isAncestor(
  db: Db,
  { table, field, parent, key }: { table: string; field: string; parent: number; key: RecordKey },
): Promise<boolean> {
  const { rows } = await sql`with recursive above(id) as (
      select ${parent} union select row.${sql.ref(field)} from ${sql.table(table)} as row join above on row.id = above.id
      where row.${sql.ref(field)} is not null)
    select 1 from above where id = ${key}`.execute(db)
  return rows.length > 0
}

/** Ignores drafts that the caller may not see, so that errors reveal nothing; they count when staff publish them. */
async function checkParent(db: Db, caller: Caller, fields: RecordFields, key: RecordKey = 0): Promise<Errors> {
  const { person1, person2 } = fields as { person1?: number; person2?: number }
  if (person1 === undefined || person2 === undefined) return {}
  if (person1 === person2) return { person2: [API.ownParent] }
  const known = sql`relationship.relationship_type = 'parent' and relationship.id <> ${key} and ${linkableBy('relationship', caller)}`
  const duplicate =
    await sql`select 1 from relationship where person1_id = ${person1} and person2_id = ${person2} and ${known}`.execute(
      db,
    )
  if (duplicate.rows.length > 0) return { non_field_errors: [API.parentAlready] }
  const circle = await sql`with recursive above(id) as (
      select ${person1} union select person1_id from relationship join above on relationship.person2_id = above.id where ${known})
    select 1 from above where id = ${person2}`.execute(db)
  return circle.rows.length > 0 ? { person1: [API.ownAncestor] } : {}
}
