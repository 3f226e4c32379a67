import { HITS } from '../postgres/ranking.ts'
import { forBoth } from './for-both.ts'

/**
 * Lists of items with tags or words look up thousands of items by their ids, for what lists are narrowed and sorted by. That is an index of its own: rows of items are
 * wide, and their texts would be read with them (repositories/item-statements.ts).
 */
const COLUMNS = 'id, visibility, type, sort_date, span_order, span_end'

/** On SQLite, indexes of links have the item in them. */
const LINKS = {
  item_person: 'person_id',
  item_contributor: 'person_id',
  item_subject: 'subject_id',
  item_organization: 'organization_id',
}
const POSTGRES = [
  ...Object.entries(LINKS).flatMap(([table, tag]) => [
    `drop index ${table}_${tag}_idx`,
    `create index on ${table} (${tag}) include (item_id)`,
  ]),
  'drop index item_creator_id_idx',
  'create index on item (creator_id) include (id)',
  `create index on item (${COLUMNS})`,
  ...HITS,
]

export const up = forBoth(async ({ run, onPostgres }) => {
  const statements = onPostgres ? POSTGRES : [`create index item_${COLUMNS.replaceAll(', ', '_')} on item (${COLUMNS})`]
  for (const statement of statements) await run(statement)
})
