import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { recordAudits } from '../records/audit.ts'
import { RECORD_TABLES, untyped, type DbRecord, type DbValue } from '../records/tables.ts'
import type { LinkTable } from '../records/to-columns.ts'
import type { ListName } from './lists.ts'
import type { PlannedRow } from './plan-rows.ts'

export interface WriteCounts {
  added: number
  updated: number
  unchanged: number
}

export interface ImportInfo {
  source: string
  /** Missing for the command line. */
  caller?: Caller | undefined
  /** ISO 8601. */
  now: string
}

/** Writes the new and changed rows of a batch with their links, their audit entries, and where they came from. Other rows are not touched, so that change counter and `updated_at` stay. */
export async function writeBatch(trx: Trx, list: ListName, batch: readonly PlannedRow[], info: ImportInfo) {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const db = untyped(trx)
  const written = batch.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const added: DbRecord[] = []
  for (const { write, old, record } of written) {
    const values = list === 'items' ? withTimestamps(write.record, old, info.now) : write.record
    if (old) await db.updateTable(table).set(values).where(key, '=', record).execute()
    else added.push(values)
  }
  if (added.length > 0) await db.insertInto(table).values(added).execute()
  await writeLinks(db, written)
  const step = await recordAudits(
    trx,
    written.map(({ record, outcome, changes }) => ({
      ...(info.caller && { caller: info.caller }),
      action: outcome === 'new' ? 'added' : 'edited',
      kind: list,
      key: record,
      changes,
      note: `Import of ${info.source}`,
    })),
  )
  await noteRows(trx, list, batch, { ...info, step })
}

/** Timestamps of an item: from the bundle, else unchanged, else now; a published item always has a publication time. */
function withTimestamps(record: DbRecord, old: DbRecord | undefined, now: string): DbRecord {
  const updated = record['updated_at'] === old?.['updated_at'] ? null : record['updated_at']
  return {
    ...record,
    created_at: record['created_at'] ?? old?.['created_at'] ?? now,
    updated_at: updated ?? now,
    published_at:
      record['published_at'] ?? old?.['published_at'] ?? (record['visibility'] === 'published' ? now : null),
  }
}

async function writeLinks(db: ReturnType<typeof untyped>, written: readonly PlannedRow[]): Promise<void> {
  for (const [at, { table, from, field }] of (written[0]?.write.links ?? []).entries()) {
    const name: string = table
    const changed = written.filter(({ old, changes }) => !old || changes.some((each) => each.field === field))
    const replaced = changed.filter(({ old }) => old).map(({ record }) => record)
    if (replaced.length > 0) await db.deleteFrom(name).where(from, 'in', replaced).execute()
    const values = changed.flatMap(({ record, write }) => linkRows(record, write.links[at]!))
    for (let first = 0; first < values.length; first += 1000) {
      await db
        .insertInto(name)
        .values(values.slice(first, first + 1000))
        .execute()
    }
  }
}

const linkRows = (owner: DbValue, { from, to, ids }: LinkTable): DbRecord[] =>
  ids.map((id, position) => ({ [from]: owner, [to]: id, position }))

/** Remembers what each row became, and the last step about it that its source has seen. */
async function noteRows(
  trx: Trx,
  list: ListName,
  batch: readonly PlannedRow[],
  { source, now, step }: ImportInfo & { step: number },
): Promise<void> {
  const rows = batch.flatMap(({ key, record, outcome, seen }) => {
    const isWritten = outcome === 'new' || outcome === 'changed'
    const last = isWritten ? step : seen
    return last === undefined
      ? []
      : [{ source, list, key: String(key), record_key: String(record), step: last, imported_at: now }]
  })
  if (rows.length === 0) return
  await trx
    .insertInto('imported_row')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['source', 'list', 'key']).doUpdateSet((eb) => ({
        record_key: eb.ref('excluded.record_key'),
        step: eb.ref('excluded.step'),
        imported_at: eb.ref('excluded.imported_at'),
      })),
    )
    .execute()
}
