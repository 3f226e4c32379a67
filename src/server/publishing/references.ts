import { sql } from 'kysely'
import type { ReviewedKind } from '#contract/record.ts'
import type { Tables, Trx } from '../database/tables.ts'
import { readReviewed } from '../records/reviewed.ts'

/** References to records of a kind: the referring kind, its table, its key column, and the referring column. */
type Reference = [kind: ReviewedKind, table: keyof Tables, by: string, column: string]
const REFERENCES: Partial<Record<ReviewedKind, Reference[]>> = {
  people: [
    ['items', 'item_person', 'item_id', 'person_id'],
    ['items', 'item_contributor', 'item_id', 'person_id'],
    ['items', 'item', 'id', 'creator_id'],
    ['people', 'person_spouse', 'person_id', 'spouse_id'],
    ['relationships', 'relationship', 'id', 'person1_id'],
    ['relationships', 'relationship', 'id', 'person2_id'],
    ['graves', 'grave', 'id', 'person_id'],
    ['person_images', 'person_image', 'id', 'person_id'],
  ],
  organizations: [['items', 'item_organization', 'item_id', 'organization_id']],
  subjects: [
    ['items', 'item_subject', 'item_id', 'subject_id'],
    ['subjects', 'subject', 'id', 'subject_parent'],
  ],
  collections: [
    ['items', 'item', 'id', 'collection_id'],
    ['collections', 'collection', 'id', 'parent_collection'],
  ],
}
/** References from records without a review. */
const UNREVIEWED: Partial<Record<ReviewedKind, [label: string, table: keyof Tables, column: string][]>> = {
  people: [
    ['land ownership', 'ownership', 'person_id'],
    ['employment', 'employment', 'person_id'],
  ],
  organizations: [
    ['employment', 'employment', 'organization_id'],
    ['premises', 'organization_location', 'organization_id'],
  ],
}

/** The labels of the records that refer to this one and are not discarded. */
export async function findReferences(trx: Trx, kind: ReviewedKind, key: number): Promise<string[]> {
  const labels: string[] = []
  const seen = new Set<string>()
  for (const [byKind, table, by, column] of REFERENCES[kind] ?? []) {
    const { rows } = await sql<{ key: number }>`select ${sql.ref(by)} as key from ${sql.table(table)}
      where ${sql.ref(column)} = ${key} order by 1`.execute(trx)
    for (const row of rows) {
      if (seen.has(`${byKind} ${row.key}`) || (byKind === kind && row.key === key)) continue
      seen.add(`${byKind} ${row.key}`)
      const record = await readReviewed(trx, byKind, row.key)
      if (record && record.state !== 'discarded') labels.push(record.label)
    }
  }
  for (const [label, table, column] of UNREVIEWED[kind] ?? []) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${key} limit 1`.execute(trx)
    if (rows.length > 0) labels.push(label)
  }
  return labels
}
