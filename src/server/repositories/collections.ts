import type { Kysely } from 'kysely'
import type { Collection } from '#contract/collection.ts'
import type { Tables } from '../database/tables.ts'

/** Collections, spec §3. */
export function createCollections(db: Kysely<Tables>) {
  const select = db
    .selectFrom('collection')
    .select(['id', 'collection_name', 'collection_description', 'hierarchy', 'parent_collection'])
  return {
    /** By id; `parent` names the collection that they are directly in. */
    list({ parent }: { parent?: number | undefined }): Promise<Collection[]> {
      const query = select.orderBy('id')
      return (parent ? query.where('parent_collection', '=', parent) : query).execute()
    },
    find: (id: number): Promise<Collection | undefined> => select.where('id', '=', id).executeTakeFirst(),
  }
}
