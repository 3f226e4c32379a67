import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import { reviewState } from '#rules/access/review-steps.ts'
import type { Db, Tables } from '../database/tables.ts'
import { lastChanged } from '../repositories/view.ts'

const isKept = (table: string) =>
  sql<boolean>`(${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`
const itemsOf = (rows: RawBuilder<unknown>) => sql`(select count(*) from ${rows} and ${isKept('item')}) as items`

const filedAtSubject = itemsOf(sql`item_subject join item on item.id = item_id where subject_id = subject.id`)
const filedAtCollection = itemsOf(sql`item where collection_id = collection.id`)
/** The table of each kind, and the columns of its rows besides those that all have. */
const TREES: Record<TreeKind, [table: 'subject' | 'collection' | 'story', columns: RawBuilder<unknown>]> = {
  subjects: ['subject', sql`subject_name as name, subject_parent as parent, ${filedAtSubject}`],
  collections: [
    'collection',
    sql`collection_name as name, parent_collection as parent, hierarchy, ${filedAtCollection}`,
  ],
  stories: ['story', sql`title as name, null as parent, 0 as items, ${lastChanged('story')} as updated_at`],
}

/** All subjects, collections or stories by name, without discarded ones, with the number of items that are filed at each. */
export async function readTree(db: Db, kind: TreeKind): Promise<TreeRow[]> {
  const [table, columns] = TREES[kind]
  const { rows } = await sql<Omit<TreeRow, 'state'> & Pick<Selectable<Tables['item']>, 'visibility' | 'state'>>`
    select id, ${columns}, visibility, state from ${sql.table(table)} where ${isKept(table)} order by name, id`.execute(
    db,
  )
  return rows.map(({ visibility, state, ...row }) => ({ ...row, state: reviewState({ visibility, state }) }))
}
