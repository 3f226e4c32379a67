import { setImmediate as letOthersRun } from 'node:timers/promises'
import { RECORD_KINDS, type AuditAction, type RecordFields, type RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { changesBetween, recordAudit } from '../audit.ts'
import { readFields, versionOf, type RecordKey } from '../fields.ts'
import { readRecord } from '../from-columns.ts'
import { touchItem } from '../scan-changed.ts'
import { refreshSearch } from '../refresh-search.ts'
import { LINK_TABLES, RECORD_TABLES, type DbRecord } from '../tables.ts'

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

/** The fields of a record as the audit trail keeps them: of a picture, its item and file too. */
async function auditedFields(trx: Trx, { kind, key }: RecordId): Promise<RecordFields | undefined> {
  const [fields, record] = [await readFields(trx, kind, key), await readRecord(trx, kind, key)]
  if (!fields || !record) return undefined
  const { item, file, file_name } = record
  return { ...fields, ...('file' in record && { file, file_name }), ...(kind === 'scans' && { item }) }
}

/**
 * Runs a change of many rows, then records what it did to each of these records in the audit trail, and renews their full text.
 * @param actions what an entry says where the record came (`added`) or went (`removed`); one that is there before and after was edited.
 */
export async function auditAffected<T>(
  trx: Trx,
  caller: Caller,
  records: readonly RecordId[],
  actions: { added: AuditAction; removed: AuditAction; note?: string },
  change: () => Promise<T>,
): Promise<T> {
  const distinct = [...new Map(records.map((record) => [idText(record), record])).values()]
  const before = new Map<RecordId, RecordFields | undefined>()
  for (const record of distinct) {
    await letOthersRun()
    before.set(record, await auditedFields(trx, record))
  }
  const done = await change()
  for (const record of distinct) {
    await letOthersRun()
    const [had, has] = [before.get(record), await auditedFields(trx, record)]
    const changes = changesBetween(had, has)
    if (!had && !has) continue
    if (had && has && changes.length === 0) continue
    await recordAudit(trx, {
      caller,
      ...record,
      action: had ? (has ? 'edited' : actions.removed) : actions.added,
      changes,
      note: actions.note ?? '',
      version: has ? versionOf((await readFields(trx, record.kind, record.key))!) : '',
    })
    if (has && record.kind === 'items') await touchItem(trx, record.key as number)
    if (has) await refreshSearch(trx, record.kind, record.key)
  }
  return done
}
