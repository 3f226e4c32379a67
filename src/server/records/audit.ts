import { sql } from 'kysely'
import type { AuditAction, AuditEntry, AuditKind, RecordFields, RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Db, Row, Trx } from '../database/tables.ts'
import { readFields, versionOf, type RecordKey } from './fields.ts'

/** Condition: a step that changes fields, and not only the review state. */
export const IS_EDIT = "action not in ('published', 'returned', 'resubmitted', 'discarded', 'unpublished')"

export interface Change {
  field: string
  before: unknown
  after: unknown
}

/** The fields that differ between two states of a record; a record that does not exist has no fields. */
export function changesBetween(before: RecordFields = {}, after: RecordFields = {}): Change[] {
  const same = (field: string) => JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !same(field))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}

interface Step {
  /** Missing for the command line. */
  caller?: Caller | undefined
  action: AuditAction
  kind: AuditKind
  key: RecordKey
  changes?: Change[]
  note?: string
  /** The record's version after the step (fields.ts). */
  version?: string
}

/** Adds an entry about a record that is there: how it differs from what it was. */
export async function recordChange(
  trx: Trx,
  {
    before,
    item,
    ...step
  }: Omit<Step, 'kind' | 'changes' | 'version'> & {
    kind: RecordKind
    before?: RecordFields
    /** Of a new part of an item: no edit changes it. */
    item?: number
  },
): Promise<RecordFields> {
  const after = (await readFields(trx, step.kind, step.key))!
  await recordAudit(trx, { ...step, changes: changesBetween(before, { item, ...after }), version: versionOf(after) })
  return after
}

/** Adds an entry to the audit trail, in the transaction of the change. Entries are never modified. */
export async function recordAudit(trx: Trx, step: Step): Promise<void> {
  await recordAudits(trx, [step])
}

/** Who does something now; a command line has no account. */
export async function actorOf(trx: Trx, caller: Caller | undefined) {
  const id = caller?.id ?? null
  const account =
    id === null ? undefined : await trx.selectFrom('account').select('name').where('id', '=', id).executeTakeFirst()
  return { at: new Date().toISOString(), account_id: id, actor: account?.name ?? '' }
}

/** Adds entries of one account. Returns the id of the last one; 0 if there are none. */
export async function recordAudits(trx: Trx, steps: readonly Step[]): Promise<number> {
  if (steps.length === 0) return 0
  const by = await actorOf(trx, steps[0]!.caller)
  const rows = steps.map(({ action, kind, key, changes = [], note = '', version = '' }) => ({
    ...{ ...by, action, kind, record_key: String(key), fields: JSON.stringify(changes), note, version },
  }))
  const added = await trx.insertInto('audit').values(rows).returning('id').execute()
  return added.at(-1)!.id
}

/** The same for thousands of records that were added, without their fields. */
export async function recordBeginnings(
  trx: Trx,
  { caller, kind, keys, note }: Pick<Step, 'caller' | 'kind'> & { keys: readonly RecordKey[]; note: string },
): Promise<number> {
  const { at, account_id, actor } = await actorOf(trx, caller)
  const { rows } = await sql<{ id: number }>`insert into audit (at, account_id, actor, action, kind, record_key, note)
    select ${at}, cast(${account_id} as bigint), ${actor}, 'added', ${kind}, value, ${note}
    from json_each(${JSON.stringify(keys.map(String))}) as texts returning id`.execute(trx)
  return rows.at(-1)?.id ?? 0
}

const PAGE = 100

const toEntry = (row: Row<'audit'>): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: row.account_id === null ? null : { id: row.account_id, name: row.actor },
  action: row.action as AuditEntry['action'],
  kind: row.kind as AuditKind,
  key: row.kind === 'lots' ? row.record_key : Number(row.record_key),
  fields: JSON.parse(row.fields) as AuditEntry['fields'],
  note: row.note,
})

interface AuditFilter {
  kind?: AuditKind | undefined
  actor?: number | undefined
  before?: number | undefined
}

/** A page of the audit trail, newest first. */
export async function readAudit(db: Db, { kind, actor, before }: AuditFilter): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(PAGE)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (actor !== undefined) query = query.where('account_id', '=', actor)
  if (before !== undefined) query = query.where('id', '<', before)
  return (await query.execute()).map(toEntry)
}

/** The steps of the current record: a lot's number can be reused after a removal, and earlier steps are not its history unless it was brought back. */
const ofRecord = (db: Db, kind: RecordKind, key: RecordKey) =>
  db
    .selectFrom('audit')
    .where('kind', '=', kind)
    .where('record_key', '=', String(key))
    .where(
      sql<boolean>`audit.id > (select coalesce(max(gone.id), 0) from audit as gone
        where gone.kind = ${kind} and gone.record_key = ${String(key)} and gone.action = 'removed' and not exists (
          select 1 from audit as later where later.kind = gone.kind and later.record_key = gone.record_key
            and later.action = 'restored' and later.id > gone.id))`,
    )

/** The steps of a record, newest first; `withScans` adds those of an item's scans, including removed ones. */
export async function historyOf(db: Db, kind: RecordKind, key: RecordKey, { withScans = false } = {}) {
  const rows = await ofRecord(db, kind, key).selectAll().execute()
  if (withScans && kind === 'items') {
    const scans = await db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'scans')
      .where(
        'record_key',
        'in',
        // The last step of a removed scan names its item.
        sql<string>`(select cast(id as text) from scan where item_id = ${key} union
          select record_key from audit where kind = 'scans' and action = 'removed' and exists (
            select 1 from json_each(audit.fields) where value ->> 'field' = 'item' and value ->> 'before' = ${key}))`,
      )
      .execute()
    rows.push(...scans)
  }
  return rows.sort((a, b) => b.id - a.id).map(toEntry)
}

/** The changes since a version; all of them if no step led to it (it was imported). */
export async function changesSince(db: Db, kind: RecordKind, key: RecordKey, version: string): Promise<AuditEntry[]> {
  const last = await ofRecord(db, kind, key)
    .select('id')
    .where('version', '=', version)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const rows = await ofRecord(db, kind, key)
    .selectAll()
    .where('id', '>', last?.id ?? 0)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toEntry)
}
