import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { ReviewedKind } from '#contract/record.ts'
import type { Tables } from '../database/tables.ts'
import { readReviewed } from '../records/reviewed.ts'

/** What names a record of a kind: where, the column that says who names, and the column that names. */
type Naming = [kind: ReviewedKind, table: keyof Tables, by: string, names: string]
const NAMING: Partial<Record<ReviewedKind, Naming[]>> = {
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
/** What staff keep without a review names records too. */
const KEPT: Partial<Record<ReviewedKind, [label: string, table: keyof Tables, names: string][]>> = {
  people: [
    ['land ownership', 'ownership', 'person_id'],
    ['employment', 'employment', 'person_id'],
  ],
  organizations: [
    ['employment', 'employment', 'organization_id'],
    ['premises', 'organization_location', 'organization_id'],
  ],
}

/** What the records are called that name this one and are not discarded, each once. */
export async function namersOf(trx: Transaction<Tables>, kind: ReviewedKind, key: number): Promise<string[]> {
  const labels: string[] = []
  const seen = new Set<string>()
  for (const [byKind, table, by, names] of NAMING[kind] ?? []) {
    const { rows } = await sql<{ key: number }>`select ${sql.ref(by)} as key from ${sql.table(table)}
      where ${sql.ref(names)} = ${key} order by 1`.execute(trx)
    for (const row of rows) {
      if (seen.has(`${byKind} ${row.key}`) || (byKind === kind && row.key === key)) continue
      seen.add(`${byKind} ${row.key}`)
      const record = await readReviewed(trx, byKind, row.key)
      if (record && record.state !== 'discarded') labels.push(record.label)
    }
  }
  for (const [label, table, names] of KEPT[kind] ?? []) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(names)} = ${key} limit 1`.execute(trx)
    if (rows.length > 0) labels.push(label)
  }
  return labels
}
