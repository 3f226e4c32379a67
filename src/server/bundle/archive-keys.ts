import type { Db } from '../database/tables.ts'
import { UNIQUE_FIELDS } from '../records/duplicates.ts'
import { readPlacesInTime } from '../repositories/locations.ts'
import { readOldAddresses, takenProblem } from '../repositories/old-addresses.ts'
import type { ListName } from './lists.ts'
import type { Key, Problem, Row } from './bundle-row.ts'

/** Looks up links and identifiers in the archive, to check a bundle against. */
export function createArchiveKeys(db: Db) {
  return {
    async parents(list: 'subjects' | 'collections'): Promise<Map<number, number>> {
      const rows =
        list === 'subjects'
          ? await db.selectFrom('subject').select(['id', 'subject_parent as parent']).execute()
          : await db.selectFrom('collection').select(['id', 'parent_collection as parent']).execute()
      return new Map(rows.flatMap(({ id, parent }) => (parent === null ? [] : [[id, parent]])))
    },
    places: () => readPlacesInTime(db),
    async relationships(): Promise<Map<number, [parent: number, child: number]>> {
      const rows = await db
        .selectFrom('relationship')
        .select(['id', 'person1_id', 'person2_id'])
        .where('relationship_type', '=', 'parent')
        .execute()
      return new Map(rows.map((row) => [row.id, [row.person1_id, row.person2_id]]))
    },
    oldAddresses: () => readOldAddresses(db),
    async itemWith(column: 'archival_identifier' | 'external_record_url', value: string): Promise<number | undefined> {
      const row = await db.selectFrom('item').select('id').where(column, '=', value).executeTakeFirst()
      return row?.id
    },
  }
}
export type ArchiveKeys = ReturnType<typeof createArchiveKeys>

/** Checks what two records must not share (spec §8; old addresses), within the bundle and against the archive. `record`: what the row is there, if anything. */
export function createUniqueValues(keys: ArchiveKeys) {
  const seen = UNIQUE_FIELDS.map(() => new Map<string, number>())
  let known: Map<string, { kind: string; id: Key }> | undefined
  return async (kind: ListName, row: Row, key: Key, record: Key | undefined): Promise<Problem[]> => {
    const problems: Problem[] = []
    for (const [at, { field, column, reason }] of UNIQUE_FIELDS.entries()) {
      const value = kind === 'items' ? row[field] : ''
      if (typeof value !== 'string' || value === '') continue
      const first = seen[at]!.get(value)
      if (first !== undefined) {
        problems.push({ field, reason: `${reason} (${value}, item ${first})` })
        continue
      }
      seen[at]!.set(value, row['id'] as number)
      const holder = await keys.itemWith(column, value)
      if (holder !== undefined && holder !== record) {
        problems.push({ field, reason: `${reason} (${value}, item ${holder} of the archive)` })
      }
    }
    if (!row['old_url']) return problems
    known ??= await keys.oldAddresses()
    const id = record ?? `${key} of the import`
    const reason = takenProblem(known, row['old_url'], { kind, id })
    if (reason) return [...problems, { field: 'old_url', reason }]
    for (const address of String(row['old_url']).split('\n')) known.set(address, { kind, id })
    return problems
  }
}
