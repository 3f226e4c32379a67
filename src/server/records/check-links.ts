import { sql } from 'kysely'
import { isReviewedKind, type RecordFields, type RecordKind } from '#contract/record.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Db, Trx } from '../database/tables.ts'
import { successionProblem, type PlaceInTime } from '#rules/years/succession.ts'
import { STORY_LINKS, namedInStory, withIds } from '#rules/stories/story-blocks.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { readMapLayers } from '../repositories/map-layers.ts'
import { knowsPerson, viewForCaller, visible } from '../repositories/view.ts'
import type { RecordKey } from './fields.ts'
import { RECORD_LINKS, RECORD_TABLES } from './tables.ts'
import { readSurvivors, survivorOf } from '../repositories/merged.ts'

type Errors = Record<string, string[]>
/** Missing records that an error names, of thousands. */
const MOST_NAMED = 10

/** Condition: the caller may refer to the record, since they can see it and it is not discarded. */
const linkableBy = (table: string, caller: Caller) => {
  const isVisible = visible(table, viewForCaller(caller))
  return sql<boolean>`${isVisible} and (${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`
}

/**
 * Checks that every referenced record exists, is visible to the caller and not discarded, and that there are no cycles. A hidden draft gives the
 * same error as a record that does not exist.
 * @param fields parsed; of an edit, only the changed ones.
 * @param changed key and previous fields of an edited record; missing for a new one.
 * @throws {DomainError} invalid, by field.
 */
export async function checkLinks(
  db: Db,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
  { key, before = {} }: { key?: RecordKey; before?: RecordFields } = {},
): Promise<void> {
  const errors: Errors = {}
  for (const [field, link] of Object.entries(RECORD_LINKS[kind])) {
    const ids = idsIn(fields[field])
    const missing = await missingOf(db, caller, link, ids)
    if (missing.length > 0) errors[field] = missing.slice(0, MOST_NAMED).map((id) => API.noSuchRecord(id))
    else if (link === kind && key !== undefined && ids.includes(key)) errors[field] = [API.namesItself]
  }
  if (kind === 'stories') Object.assign(errors, await checkStory(db, caller, fields['text'], before['text']))
  if (Object.keys(errors).length === 0) {
    // Both people of a relationship are checked together, even if only one changes.
    const { person1, person2 } = before
    const both = kind === 'relationships' && key !== undefined && ('person1' in fields || 'person2' in fields)
    Object.assign(errors, await findCycles(db, caller, kind, both ? { person1, person2, ...fields } : fields, key))
  }
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', errors)
}

/** The ids in a field: one, a list, or none. */
function idsIn(value: unknown): RecordKey[] {
  if (value === null || value === undefined || value === '') return []
  return [...new Set(Array.isArray(value) ? (value as RecordKey[]) : [value as RecordKey])]
}

async function missingOf(db: Db, caller: Caller, kind: RecordKind, ids: RecordKey[]): Promise<RecordKey[]> {
  if (ids.length === 0) return []
  const [table, column] = RECORD_TABLES[kind]
  const mayName = isReviewedKind(kind) ? linkableBy(table, caller) : sql<boolean>`true`
  const { rows } = await sql<{ key: RecordKey }>`select ${sql.ref(column)} as key from ${sql.table(table)}
    where ${isOneOf(column, ids)} and ${mayName}`.execute(db)
  const existing = new Set(rows.map((row) => row.key))
  return ids.filter((id) => !existing.has(id))
}

async function missingMaps(db: Db, names: readonly RecordKey[]): Promise<RecordKey[]> {
  const { overlays } = await readMapLayers(db)
  return names.filter((name) => !overlays.some(({ id }) => id === name))
}

/** What lines of a story name and is not there. What it has named before may be gone by now. */
async function checkStory(db: Db, caller: Caller, text: unknown, before: unknown): Promise<Errors> {
  const known = new Set(namedInStory(before).map(({ word, key }) => `${word} ${key}`))
  const missing: string[] = []
  const added = namedInStory(text).filter(({ word, key }) => !known.has(`${word} ${key}`))
  for (const [word, named] of Map.groupBy(added, (each) => each.word)) {
    const keys = [...new Set(named.map(({ key }) => key))]
    const gone = await (word === 'map' ? missingMaps(db, keys) : missingOf(db, caller, STORY_LINKS[word], keys))
    missing.push(...gone.map((key) => API.noneInStory(word, key)))
  }
  return missing.length > 0 ? { text: missing.slice(0, MOST_NAMED) } : {}
}

/** The field, and column, that names a parent of the same kind. */
const PARENTS: Partial<Record<RecordKind, string>> = { subjects: 'subject_parent', collections: 'parent_collection' }

/** True if `above` is an ancestor of `below`, of whatever degree, drafts included. */
export async function isAncestor(db: Db, kind: RecordKind, above: RecordKey, below: RecordKey): Promise<boolean> {
  const parent = PARENTS[kind]
  const step =
    kind === 'locations'
      ? sql`select predecessor_id from location_predecessor join up on location_id = up.id`
      : kind === 'people'
        ? sql`select person1_id from relationship join up on relationship.person2_id = up.id where relationship_type = 'parent'`
        : sql`select ${sql.ref(`row.${parent}`)} from ${sql.table(RECORD_TABLES[kind][0])} as row
          join up on row.id = up.id where ${sql.ref(`row.${parent}`)} is not null`
  const { rows } = await sql`with recursive up(id) as (select cast(${below} as bigint) union ${step})
    select 1 from up where id = ${above} and ${above} <> ${below}`.execute(db)
  return rows.length > 0
}

/** Finds cycles and duplicate parents: somebody who would be their own ancestor, a subject below itself, the same parent twice. */
async function findCycles(db: Db, caller: Caller, kind: RecordKind, fields: RecordFields, key?: RecordKey) {
  if (kind === 'relationships') return checkParent(db, caller, fields, key)
  for (const id of kind === 'locations' && key !== undefined ? idsIn(fields['predecessors']) : [])
    if (await isAncestor(db, kind, key!, id)) return { predecessors: [API.ownPredecessor] }
  const field = PARENTS[kind]
  // A new record has no descendants.
  if (field === undefined || key === undefined || !fields[field]) return {}
  return (await isAncestor(db, kind, key, fields[field] as RecordKey)) ? { [field]: [API.circle] } : {}
}

/**
 * Checks a place against those that it came out of, and those that came out of it.
 * @param fields all of them, as they will be. @throws {DomainError} invalid, if one was there before what it came out of.
 */
export async function requireSuccession(db: Db, fields: RecordFields, pk = 0): Promise<void> {
  const { predecessors = [], date_start = null, date_end = null } = fields as unknown as Partial<PlaceInTime>
  const later = db.selectFrom('location_predecessor').select('location_id').where('predecessor_id', '=', pk)
  const neighbours = await db
    .selectFrom('location')
    .select(['id as pk', 'date_start', 'date_end'])
    .where((eb) => eb.or([isOneOf('id', predecessors), eb('id', 'in', later)]))
    .execute()
  const others = neighbours.map((each) => ({ ...each, predecessors: predecessors.includes(each.pk) ? [] : [pk] }))
  const problem = successionProblem([{ pk, date_start, date_end, predecessors }, ...others])
  if (problem?.pk === pk) throw new DomainError('invalid', { predecessors: [problem.reason] })
  if (problem) throw new DomainError('invalid', { date_start: [API.successor(problem.pk, problem.reason)] })
}

/** Ignores drafts and the family of living people, which the caller may not see, so that errors reveal nothing; they count when staff publish. */
async function checkParent(db: Db, caller: Caller, fields: RecordFields, key: RecordKey = 0): Promise<Errors> {
  const { person1, person2 } = fields as { person1?: number; person2?: number }
  if (person1 === undefined || person2 === undefined) return {}
  if (person1 === person2) return { person2: [API.ownParent] }
  const known = sql`relationship.relationship_type = 'parent' and relationship.id <> ${key} and ${linkableBy('relationship', caller)}
    and ${knowsPerson('relationship.person1_id', viewForCaller(caller))} and ${knowsPerson('relationship.person2_id', viewForCaller(caller))}`
  const duplicate = await sql`select 1 from relationship
    where person1_id = ${person1} and person2_id = ${person2} and ${known}`.execute(db)
  if (duplicate.rows.length > 0) return { non_field_errors: [API.parentAlready] }
  const circle = await sql`with recursive above(id) as (
      select cast(${person1} as bigint) union select person1_id from relationship join above on relationship.person2_id = above.id where ${known})
    select 1 from above where id = ${person2}`.execute(db)
  return circle.rows.length > 0 ? { person1: [API.ownAncestor] } : {}
}

/** Fields with the ids of those that stay where they name merged records: a draft may be older than the merge. */
export async function resolveLinks(trx: Trx, kind: RecordKind, fields: RecordFields): Promise<RecordFields> {
  const survivors = await readSurvivors(trx)
  if (survivors.size === 0) return fields
  const resolved = { ...fields }
  for (const [field, link] of Object.entries(RECORD_LINKS[kind])) {
    const value = fields[field]
    const resolve = (id: unknown) => (typeof id === 'number' ? survivorOf(survivors, link, id) : id)
    if (value !== undefined) resolved[field] = Array.isArray(value) ? [...new Set(value.map(resolve))] : resolve(value)
  }
  if (kind === 'stories' && typeof fields['text'] === 'string')
    resolved['text'] = withIds(fields['text'], (link, id) => survivorOf(survivors, link, id))
  return resolved
}
