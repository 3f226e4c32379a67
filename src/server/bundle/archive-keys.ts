import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { RECORD_TABLES, anyTable } from '../records/tables.ts'
import type { ListName } from './lists.ts'

type Key = number | string

/** What the archive holds already: keys only. */
export function createArchiveKeys(db: Kysely<Tables>) {
  const kept = new Map<ListName, Promise<Set<Key>>>()
  return {
    /** The keys of a list in the archive. */
    of(list: ListName): Promise<Set<Key>> {
      let keys = kept.get(list)
      if (!keys) {
        const [table, key] = RECORD_TABLES[list]
        keys = db
          .selectFrom(anyTable(table))
          .select(key as 'id')
          .execute()
          .then((rows) => new Set(rows.map((row) => (row as unknown as Record<string, Key>)[key]!)))
        kept.set(list, keys)
      }
      return keys
    },
    /** Parents in the archive: of a subject or a collection its parent. */
    async parents(list: 'subjects' | 'collections'): Promise<Map<number, number>> {
      const rows =
        list === 'subjects'
          ? await db.selectFrom('subject').select(['id', 'subject_parent as parent']).execute()
          : await db.selectFrom('collection').select(['id', 'parent_collection as parent']).execute()
      return new Map(rows.flatMap(({ id, parent }) => (parent === null ? [] : [[id, parent]])))
    },
    /** Who is parent of whom in the archive, by the id of the relationship. */
    async relationships(): Promise<Map<number, [parent: number, child: number]>> {
      const rows = await db
        .selectFrom('relationship')
        .select(['id', 'person1_id', 'person2_id'])
        .where('relationship_type', '=', 'parent')
        .execute()
      return new Map(rows.map((row) => [row.id, [row.person1_id, row.person2_id]]))
    },
    /** The item that has an identifier or an address already. */
    async itemWith(column: 'archival_identifier' | 'external_record_url', value: string): Promise<number | undefined> {
      const row = await db.selectFrom('item').select('id').where(column, '=', value).executeTakeFirst()
      return row?.id
    },
  }
}
export type ArchiveKeys = ReturnType<typeof createArchiveKeys>
