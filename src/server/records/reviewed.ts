import { sql, type RawBuilder } from 'kysely'
import type { ItemType } from '#contract/item.ts'
import type { RecordState, ReviewedKind } from '#contract/record.ts'
import { itemTitle, organizationName, personName } from '#rules/names/record-names.ts'
import { reviewColumns, reviewState } from '#rules/access/review-steps.ts'
import { RECORD_TABLES, anyTable } from './tables.ts'
import type { Db, Trx } from '../database/tables.ts'
import { visible, type View } from '../repositories/view.ts'

/** The review state, author and label of a record. */
export interface ReviewedRow {
  key: number
  state: RecordState
  author: { id: number; name: string } | null
  submitted_at: string | null
  note: string
  label: string
}

const ALL: View = { reach: 'all', viewer: 0 }

/** The columns that a label is made of, as JSON; `r` is the row. */
const person = (column: string, view: View = ALL) =>
  sql<string>`(select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
    from person where id = ${sql.ref(column)}${view.reach === 'all' ? sql`` : sql` and ${visible('person', view)}`})`
const LABELS: Record<ReviewedKind, (view: View) => RawBuilder<string>> = {
  items: () => sql`json_object('title', r.title, 'type', r.type)`,
  people: () => person('r.id'),
  organizations: () => sql`json_object('id', r.id, 'name', r.name)`,
  subjects: () => sql`json_object('name', r.subject_name)`,
  collections: () => sql`json_object('name', r.collection_name)`,
  relationships: (view) =>
    sql`json_array(json(${person('r.person1_id', view)}), json(${person('r.person2_id', view)}))`,
  graves: (view) => person('r.person_id', view),
  person_images: (view) => person('r.person_id', view),
}
type Parts = { first_name: string; middle_name: string; surname: string }
/** A person whom the reader may not see is "somebody". */
const nameOf = (parts: Parts | null) => (parts ? personName(parts) : 'somebody')
const NAMES: Record<ReviewedKind, (parts: never) => string> = {
  items: (parts: { title: string; type: ItemType }) => itemTitle(parts),
  people: (parts: Parts) => personName(parts),
  organizations: (parts: { id: number; name: string }) => organizationName(parts),
  subjects: (parts: { name: string }) => parts.name,
  collections: (parts: { name: string }) => parts.name,
  relationships: ([parent, child]: [Parts | null, Parts | null]) => `${nameOf(parent)}, parent of ${nameOf(child)}`,
  graves: (parts: Parts | null) => `Gravestone of ${nameOf(parts)}`,
  person_images: (parts: Parts | null) => `Picture of ${nameOf(parts)}`,
}

/** Records of a kind with their review status; the caller adds conditions. `view` decides which names the reader sees. */
export function reviewedQuery(db: Db, kind: ReviewedKind, view: View = ALL) {
  return db
    .selectFrom(`${RECORD_TABLES[kind][0] as 'subject'} as r`)
    .leftJoin('account as a', 'a.id', 'r.author_id')
    .select(['r.id as key', 'r.visibility', 'r.state', 'r.author_id', 'a.name as author_name'])
    .select(['r.submitted_at', 'r.note', LABELS[kind](view).as('label')])
}
type Found = Awaited<ReturnType<ReturnType<typeof reviewedQuery>['execute']>>[number]

export const toReviewed = (kind: ReviewedKind, row: Found): ReviewedRow => ({
  key: row.key,
  state: reviewState(row),
  author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
  submitted_at: row.submitted_at,
  note: row.note,
  label: NAMES[kind](JSON.parse(row.label) as never),
})

/** The review status of a record; undefined if it does not exist. */
export async function readReviewed(
  db: Db,
  kind: ReviewedKind,
  key: number,
  view: View = ALL,
): Promise<ReviewedRow | undefined> {
  const row = await reviewedQuery(db, kind, view).where('r.id', '=', key).executeTakeFirst()
  return row && toReviewed(kind, row)
}

/** Sets the review state. Items record when they were first published and last changed. */
export async function setReviewState(
  trx: Trx,
  kind: ReviewedKind,
  key: number,
  state: RecordState,
  note = '',
): Promise<void> {
  await trx
    .updateTable(anyTable(RECORD_TABLES[kind][0]))
    .set({ ...reviewColumns(state), note })
    .where('id', '=', key)
    .execute()
  if (kind !== 'items') return
  const now = new Date().toISOString()
  await trx
    .updateTable('item')
    .set((eb) => ({
      updated_at: now,
      ...(state === 'published' && { published_at: eb.fn.coalesce('published_at', eb.val(now)) }),
    }))
    .where('id', '=', key)
    .execute()
}
