import { sql } from 'kysely'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import { reviewState } from '#rules/access/review-steps.ts'
import type { Db } from '../database/tables.ts'

const isKept = (table: 'item' | 'subject' | 'collection') =>
  sql<boolean>`(${sql.ref(`${table}.visibility`)} = 'published' or ${sql.ref(`${table}.state`)} <> 'discarded')`

/** All subjects or collections by name, without discarded ones, with the number of items that are filed at each. */
export async function readTree(db: Db, kind: TreeKind): Promise<TreeRow[]> {
  const rows = kind === 'subjects' ? await subjects(db) : await collections(db)
  return rows.map(({ visibility, state, ...row }) => ({ ...row, state: reviewState({ visibility, state }) }))
}

const subjects = (db: Db) =>
  db
    .selectFrom('subject')
    .leftJoin('item_subject', 'item_subject.subject_id', 'subject.id')
    .leftJoin('item', (join) => join.onRef('item.id', '=', 'item_subject.item_id').on(isKept('item')))
    .select(['subject.id', 'subject_name as name', 'subject_parent as parent', 'subject.visibility', 'subject.state'])
    .select(({ fn }) => fn.count<number>('item.id').as('items'))
    .where(isKept('subject'))
    .groupBy('subject.id')
    .orderBy('subject_name')
    .orderBy('subject.id')
    .execute()

const collections = (db: Db) =>
  db
    .selectFrom('collection')
    .leftJoin('item', (join) => join.onRef('item.collection_id', '=', 'collection.id').on(isKept('item')))
    .select(['collection.id', 'collection_name as name', 'parent_collection as parent', 'hierarchy'])
    .select(['collection.visibility', 'collection.state'])
    .select(({ fn }) => fn.count<number>('item.id').as('items'))
    .where(isKept('collection'))
    .groupBy('collection.id')
    .orderBy('collection_name')
    .orderBy('collection.id')
    .execute()
