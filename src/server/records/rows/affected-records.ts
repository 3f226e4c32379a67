import { RECORD_KINDS, type AuditAction, type RecordFields, type RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { letOthersRun } from '../../limits/concurrency.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { changesBetween, recordAudits } from '../audit.ts'
import { toFields, versionOf, type RecordKey } from '../fields.ts'
import { createRowReader } from '../from-columns.ts'
import { touchItems } from '../derived.ts'
import { refreshSearch } from '../refresh-search.ts'
import { isItemPart } from '../labels.ts'
import { LINK_TABLES, RECORD_TABLES, untyped, type DbRecord } from '../tables.ts'
import { inParts } from './schema.ts'

export interface RecordId {
  kind: RecordKind
  key: RecordKey
}
export const idText = ({ kind, key }: RecordId) => `${kind} ${key}`

/** Where each table's rows belong: to the record that they are, or whose list they are in. */
const OWNERS = new Map<string, { kind: RecordKind; column: string; isLink: boolean }>([
  ...RECORD_KINDS.map((kind) => {
    const [table, column] = RECORD_TABLES[kind]
    return [table, { kind, column, isLink: false }] as const
  }),
  ...RECORD_KINDS.flatMap((kind) =>
    (LINK_TABLES[kind] ?? []).map(({ table, from }) => [table, { kind, column: from, isLink: true }] as const),
  ),
])

/** The record that a row belongs to; undefined for accounts. */
export function recordOfRow(table: string, row: DbRecord): (RecordId & { isLink: boolean }) | undefined {
  const owner = OWNERS.get(table)
  return owner && { kind: owner.kind, key: row[owner.column] as RecordKey, isLink: owner.isLink }
}

/** The fields of records as the audit trail keeps them, of a picture, its item and file too, and their versions. */
async function readAudited(trx: Trx, records: readonly RecordId[]) {
  const found = new Map<string, { fields: RecordFields; version: string }>()
  for (const [kind, some] of Map.groupBy(records, (record) => record.kind)) {
    await letOthersRun()
    const [table, column] = RECORD_TABLES[kind]
    const keys = some.map(({ key }) => key)
    const rows = await untyped(trx).selectFrom(table).selectAll().where(isOneOf(column, keys)).execute()
    if (rows.length === 0) continue
    const toRecord = await createRowReader(trx, kind, rows, column)
    for (const row of rows) {
      const record = toRecord(row)
      const fields = toFields(kind, record)
      const { item, file, file_name } = record
      found.set(idText({ kind, key: row[column] as RecordKey }), {
        fields: { ...fields, ...('file' in record && { file, file_name }), ...(isItemPart(kind) && { item }) },
        version: versionOf(fields),
      })
    }
  }
  return found
}

/**
 * Runs a change of many rows, then records what it did to each of these records in the audit trail, and renews their full text.
 * @param actions what an entry says where the record came (`added`) or went (`removed`); one that is there before and after was edited.
 */
export async function auditAffected<T>(
  trx: Trx,
  caller: Caller,
  records: readonly RecordId[],
  { added, removed, note = '' }: { added: AuditAction; removed: AuditAction; note?: string },
  change: () => Promise<T>,
): Promise<T> {
  const distinct = [...new Map(records.map((record) => [idText(record), record])).values()]
  const parts = inParts(distinct)
  const before = new Map<string, RecordFields>()
  for (const part of parts) for (const [id, { fields }] of await readAudited(trx, part)) before.set(id, fields)
  const done = await change()
  for (const part of parts) {
    const after = await readAudited(trx, part)
    const steps = part.flatMap((record) => {
      const [had, has] = [before.get(idText(record)), after.get(idText(record))]
      const changes = changesBetween(had, has?.fields)
      if (changes.length === 0 && (had !== undefined) === (has !== undefined)) return []
      const action = had ? (has ? ('edited' as const) : removed) : added
      return [{ ...record, caller, action, changes, note, version: has?.version ?? '' }]
    })
    await recordAudits(trx, steps)
    const items = steps.flatMap((step) => {
      const { item } = (after.get(idText(step))?.fields ?? before.get(idText(step)))!
      return step.kind === 'items' ? (step.key as number) : isItemPart(step.kind) ? (item as number) : []
    })
    await touchItems(trx, ...items)
    const there = steps.filter((step) => after.has(idText(step)))
    for (const [kind, some] of Map.groupBy(there, (step) => step.kind)) {
      const keys = some.map(({ key }) => key)
      await refreshSearch(trx, kind, ...keys)
    }
  }
  return done
}
