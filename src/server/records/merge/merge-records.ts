import type { MergedKind } from '#contract/merged.ts'
import { API, FORM } from '#contract/messages.ts'
import { MERGE } from '#contract/review-messages.ts'
import type { FieldConflict } from '#contract/review.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { readSocietyId } from '../../repositories/settings.ts'
import { recordChange } from '../audit.ts'
import { isAncestor } from '../check-links.ts'
import { endClaim } from '../claims.ts'
import { changedColumns, readFields } from '../fields.ts'
import { refreshSearch } from '../refresh-search.ts'
import { findUsingRows, usesIn } from '../removal/uses.ts'
import { readReviewStatus, type ReviewStatus } from '../reviewed.ts'
import { auditAffected, recordOfRow } from '../rows/affected-records.ts'
import { findRow, keyOfRow, readSchema, type Reference, rowsWhere, type Schema } from '../rows/schema.ts'
import { type DbRecord, RECORD_TABLES } from '../tables.ts'
import { type ChangeLog, createChangeLog, recordOperation } from '../undo/operations.ts'
import { isOrdered, mergeFields } from './merge-fields.ts'

/** One of the two records. */
type MergedRow = Pick<ReviewStatus, 'label' | 'state'> & { key: number }

const conflict = (sentence: string) => new DomainError('conflict', sentence)

/** Accounts of the society have more rights (rules/access), which a merge must not give. */
async function requireSameMembers(trx: Trx, from: MergedRow, into: MergedRow): Promise<void> {
  const society = await readSocietyId(trx)
  if (from.key === society) throw conflict(MERGE.isSociety)
  if (into.key !== society) return
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', from.key)
    .executeTakeFirst()
  if (account) throw conflict(MERGE.newMembers(from.label))
}

/**
 * Checks that two records can become one.
 * @throws {DomainError} invalid for the record itself; conflict with the reason.
 */
async function checkMerge(trx: Trx, kind: MergedKind, from: MergedRow, into: MergedRow): Promise<void> {
  if (from.key === into.key) throw new DomainError('invalid', { into: [API.namesItself] })
  for (const { state, label } of [from, into])
    if (state === 'discarded' || state === 'hidden') throw conflict(MERGE[state](label))
  if (from.state === 'published' && into.state !== 'published') throw conflict(MERGE.intoDraft(from.label, into.label))
  if (kind === 'organizations') return requireSameMembers(trx, from, into)
  if (kind === 'people') {
    const married = await trx
      .selectFrom('person_spouse')
      .select('person_id')
      .where('person_id', 'in', [from.key, into.key])
      .where('spouse_id', 'in', [from.key, into.key])
      .executeTakeFirst()
    if (married) throw conflict(MERGE.married(from.label, into.label))
  }
  const why = { people: MERGE.ancestor, locations: MERGE.succeeds, subjects: MERGE.above, collections: MERGE.above }[
    kind
  ]
  if (await isAncestor(trx, kind, from.key, into.key)) throw conflict(why(from.label, into.label))
  // What lies below the one that stays can become part of it.
  if (why !== MERGE.above && (await isAncestor(trx, kind, into.key, from.key)))
    throw conflict(why(into.label, from.label))
}

export interface MergeRequest {
  kind: MergedKind
  from: number
  into: number
  /** Fields whose value is that of `from`, where both have one. */
  take?: readonly string[]
}

/**
 * Two records become one: everything that refers to `from` refers to `into` afterwards, which also gets the fields that it did not have. `from` goes; its
 * id leads to `into` (repositories/merged.ts), and an undo brings it back.
 * @returns the id of the operation, and the fields where both had something else.
 * @throws {DomainError} not-found, invalid, conflict.
 */
export async function mergeRecords(trx: Trx, caller: Caller, { kind, from, into, take }: MergeRequest) {
  const [gone, stays] = [await readReviewStatus(trx, kind, from), await readReviewStatus(trx, kind, into)]
  if (!stays) throw new DomainError('invalid', { into: [API.noSuchRecord(into)] })
  await checkMerge(trx, kind, { ...gone!, key: from }, { ...stays, key: into })
  const schema = await readSchema(trx)
  const [table] = RECORD_TABLES[kind]
  const [row, survivor] = [
    (await findRow(trx, schema, table, { id: from }))!,
    (await findRow(trx, schema, table, { id: into }))!,
  ]
  const fields = { from: (await readFields(trx, kind, from))!, into: (await readFields(trx, kind, into))! }
  const belowInto = new Set<unknown>([from, into])
  for (const parent of [fields.from['subject_parent'], fields.from['parent_collection']]) {
    if (typeof parent === 'number' && (await isAncestor(trx, kind, into, parent))) belowInto.add(parent)
  }
  const fits = (field: string, value: unknown) => !field.includes('parent') || !belowInto.has(value)
  const merged = mergeFields(kind, fields.into, fields.from, fits, take)
  if (take?.length && !isOrdered(kind, merged.fields)) throw new DomainError('invalid', { take: [FORM.rangeEnd] })
  const log = createChangeLog(trx, schema)
  const affected = usesIn(await findUsingRows(trx, schema, table, row), { kind, key: from })
  // A link of the survivor can be folded into one that is moved.
  const links = usesIn(await findUsingRows(trx, schema, table, survivor), { kind, key: into })
  const others = [...affected, ...links.filter(({ effect }) => effect === 'removed')].filter(
    (record) => record.kind !== kind || (record.key !== into && record.key !== from),
  )
  const note = MERGE.note(gone!.label, stays.label)
  await auditAffected(
    trx,
    caller,
    [{ kind, key: from }, ...others],
    { added: 'added', removed: 'merged', note },
    async () => {
      const changed = changedColumns(kind, survivor, merged.fields)
      // It is named even if nothing of it changes: a merge is not undone into a record that was removed since.
      await log.update(table, survivor, changed)
      for (const reference of schema.references)
        if (reference.parent === table) await moveLinks(trx, schema, log, reference, { from, into })
      await log.delete(table, row)
    },
  )
  await endClaim(trx, kind, from)
  await recordChange(trx, { caller, action: 'merged', kind, key: into, before: fields.into, note })
  await refreshSearch(trx, kind, into)
  const wasPublic = gone!.state === 'published'
  const operation = { type: 'merge' as const, kind, record_key: String(from), into_id: into, label: gone!.label }
  const id = await recordOperation(trx, caller, { ...operation, public: wasPublic ? 1 : 0 }, log.changes)
  const conflicts: FieldConflict[] = merged.conflicts
  return { id, conflicts, labels: { gone: gone!.label, stays: stays.label }, wasPublic }
}

/** Columns that do not tell two links apart: who entered them and when. The description of a relationship is kept, see `fold`. */
const NOT_COMPARED = new Set([
  'id',
  'author_id',
  'submitted_at',
  'note',
  'visibility',
  'state',
  'description',
  'version',
])
/** Of two relationships, or two gravestones, with the same content the public one stays. */
const rank = (row: DbRecord) => (row['visibility'] === 'draft' ? (row['state'] === 'discarded' ? 0 : 1) : 2)

/** The description of a place is all that there is of it. */
const isCompared = (table: string, column: string) =>
  !NOT_COMPARED.has(column) || (column === 'description' && table === 'location_description')
const isSameLink = (table: string, one: DbRecord, other: DbRecord) =>
  Object.keys(one).every((column) => !isCompared(table, column) || one[column] === other[column])

/** The texts of both descriptions. */
const joined = (kept: DbRecord, other: DbRecord) =>
  [...new Set([kept['description'], other['description']])].filter(Boolean).join('\n')

/** Of a draft's description nothing gets into a public link: nobody has reviewed it. */
const canFold = (one: DbRecord, other: DbRecord) => {
  const [kept, gone] = rank(one) > rank(other) ? [one, other] : [other, one]
  return rank(kept) === rank(gone) || !gone['description'] || joined(kept, gone) === kept['description']
}

/** Keeps one of two equal links. */
async function fold(log: ChangeLog, table: string, mine: DbRecord, moved: DbRecord, after: DbRecord): Promise<void> {
  const [kept, other] = rank(moved) > rank(mine) ? [moved, mine] : [mine, moved]
  await log.delete(table, other)
  const changes: DbRecord = kept === moved ? { ...after } : {}
  if ('description' in kept && joined(kept, other) !== kept['description']) changes['description'] = joined(kept, other)
  if (Object.keys(changes).length > 0) await log.update(table, kept, changes)
}

/** Makes every row that refers to `from` refer to `into`. A link that `into` has already is folded into that one. */
async function moveLinks(
  trx: Trx,
  schema: Schema,
  log: ChangeLog,
  { table, column, optional }: Reference,
  { from, into }: { from: number; into: number },
) {
  const after = { [column]: into }
  for (const row of await rowsWhere(trx, schema, table, column, from)) {
    if (recordOfRow(table, row)?.isLink) {
      const twin = await findRow(trx, schema, table, { ...keyOfRow(schema, table, row), ...after })
      if (twin) await log.delete(table, row)
      else await log.update(table, row, after)
      continue
    }
    // Items, lots and trees only name it; the other tables have a row for each link.
    const others = optional ? [] : await rowsWhere(trx, schema, table, column, into)
    const twin = others.find((other) => isSameLink(table, { ...row, ...after }, other) && canFold(row, other))
    if (twin) await fold(log, table, twin, row, after)
    else await log.update(table, row, after)
  }
}
