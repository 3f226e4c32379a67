import { sql } from 'kysely'
import { REVIEWED_KINDS, type RecordKind, type ReviewedKind } from '#contract/record.ts'
import type { Trx } from '../database/tables.ts'
import { readReviewed } from '../records/reviewed.ts'
import { linkPlaces } from '../records/tables.ts'

/** Labels of records without a review. */
const UNREVIEWED: Partial<Record<RecordKind, string>> = {
  ownership: 'land ownership',
  employment: 'employment',
  organization_locations: 'premises',
}

/** The labels of the records that refer to this one and are not discarded. */
export async function findReferences(trx: Trx, kind: ReviewedKind, key: number): Promise<string[]> {
  const keysBy = async (by: RecordKind) => {
    const found = new Set<number>()
    for (const { table, from, to } of linkPlaces(by, kind)) {
      const { rows } = await sql<{ key: number }>`select ${sql.ref(from)} as key from ${sql.table(table)}
        where ${sql.ref(to)} = ${key} order by 1`.execute(trx)
      for (const row of rows) if (by !== kind || row.key !== key) found.add(row.key)
    }
    return found
  }
  const labels: string[] = []
  for (const by of REVIEWED_KINDS) {
    for (const other of await keysBy(by)) {
      const record = await readReviewed(trx, by, other)
      if (record && record.state !== 'discarded') labels.push(record.label)
    }
  }
  for (const [by, label] of Object.entries(UNREVIEWED)) {
    if ((await keysBy(by as RecordKind)).size > 0) labels.push(label)
  }
  return labels
}
