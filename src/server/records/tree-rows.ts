import { sql, type RawBuilder } from 'kysely'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import { reviewState } from '#rules/access/review-steps.ts'
import type { Db } from '../database/tables.ts'
import { lastChanged } from '../repositories/view.ts'

const isKept = (table: 'item' | 'subject' | 'collection' | 'story') =>
  sql<boolean>`(${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`
const itemsOf = (rows: RawBuilder<unknown>) => sql<number>`(select count(*) from ${rows} and ${isKept('item')})`

/** All subjects, collections or stories by name, without discarded ones, with the number of items that are filed at each. */
export async function readTree(db: Db, kind: TreeKind): Promise<TreeRow[]> {
  const rows = await ROWS[kind](db)
  return rows.map(({ visibility, state, ...row }) => ({ ...row, state: reviewState({ visibility, state }) }))
}

const ROWS = {
  subjects: (db: Db) =>
    db
      .selectFrom('subject')
      .select(['id', 'subject_name as name', 'subject_parent as parent', 'visibility', 'state'])
      .select(itemsOf(sql`item_subject join item on item.id = item_id where subject_id = subject.id`).as('items'))
      .where(isKept('subject'))
      .orderBy('subject_name')
      .orderBy('id')
      .execute(),
  collections: (db: Db) =>
    db
      .selectFrom('collection')
      .select(['id', 'collection_name as name', 'parent_collection as parent', 'hierarchy', 'visibility', 'state'])
      .select(itemsOf(sql`item where collection_id = collection.id`).as('items'))
      .where(isKept('collection'))
      .orderBy('collection_name')
      .orderBy('id')
      .execute(),
  stories: (db: Db) =>
    db
      .selectFrom('story')
      .select(['id', 'title as name', 'visibility', 'state', lastChanged('story').as('updated_at')])
      .select([sql<null>`null`.as('parent'), sql<number>`0`.as('items')])
      .where(isKept('story'))
      .orderBy('title')
      .orderBy('id')
      .execute(),
}
