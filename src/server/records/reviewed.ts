import {
  isReviewedKind,
  type DeskRecord,
  type RecordKind,
  type RecordState,
  type ReviewedKind,
} from '#contract/record.ts'
import { isAtLeast, mayEdit, mayRead, type Caller } from '#rules/access/permissions.ts'
import { reviewColumns, reviewState } from '#rules/access/review-steps.ts'
import type { Db, Trx } from '../database/tables.ts'
import type { View } from '../repositories/view.ts'
import type { RecordKey } from './fields.ts'
import { ALL, isItemPart, ITEM_PARTS, REVIEWED_LABELS } from './labels.ts'
import { namesOf } from './names.ts'
import { RECORD_TABLES, anyTable } from './tables.ts'

export type ReviewStatus = Pick<DeskRecord, 'label' | 'state' | 'author' | 'submitted_at' | 'note' | 'hidden_until'>
export type ReviewedRow = ReviewStatus & { key: number }

/** Records of a kind with their review status; the caller adds conditions. `view` decides which names the reader sees. */
export function reviewedQuery(db: Db, kind: ReviewedKind, view: View = ALL) {
  return db
    .selectFrom(`${RECORD_TABLES[kind][0] as 'subject'} as r`)
    .leftJoin('account as a', 'a.id', 'r.author_id')
    .select(['r.id as key', 'r.visibility', 'r.state', 'r.author_id', 'a.name as author_name', 'a.disabled_at'])
    .select(['r.submitted_at', 'r.note', 'r.hidden_until', REVIEWED_LABELS[kind].columns(view).as('label')])
}
type Hidden = { hidden_until?: string | number | null }
const hiddenUntil = ({ hidden_until: until }: Hidden) => (until == null ? {} : { hidden_until: String(until) })
type Found = Awaited<ReturnType<ReturnType<typeof reviewedQuery>['execute']>>[number]

export const toReviewed = (kind: ReviewedKind, row: Found): ReviewedRow => ({
  key: row.key,
  state: reviewState(row),
  ...hiddenUntil(row),
  author:
    row.author_id === null
      ? null
      : {
          id: row.author_id,
          name: row.author_name ?? '',
          ...(row.disabled_at !== null && { disabled: true as const }),
        },
  submitted_at: row.submitted_at,
  note: row.note,
  label: REVIEWED_LABELS[kind].read(row.label),
})

/** The review status of a record that takes part in the review; undefined if it does not exist. */
export async function readReviewed(db: Db, kind: ReviewedKind, key: number, view: View = ALL) {
  const row = await reviewedQuery(db, kind, view).where('r.id', '=', key).executeTakeFirst()
  return row && toReviewed(kind, row)
}

type NewState = { note?: string; until?: string | undefined }
/** Sets the review state, and until when it is hidden. Items record when they were first published and last changed. */
export async function setReviewState(
  trx: Trx,
  kind: ReviewedKind,
  key: number,
  state: RecordState,
  set: NewState = {},
) {
  const { note = '', until = 'staff' } = set
  await trx
    .updateTable(anyTable(RECORD_TABLES[kind][0]))
    .set({ ...reviewColumns(state), note, hidden_until: state === 'hidden' ? until : null })
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

/** The review status of a record; undefined if it does not exist. Parts of items have their item's; kinds without a review are published. */
export async function readReviewStatus(
  db: Db,
  kind: RecordKind,
  key: RecordKey,
  view?: View,
): Promise<ReviewStatus | undefined> {
  if (isReviewedKind(kind)) return readReviewed(db, kind, key as number, view)
  if (isItemPart(kind)) {
    const [order, word] = ITEM_PARTS[kind]
    const part = await db
      .selectFrom(RECORD_TABLES[kind][0] as 'scan')
      .select(['item_id', `${order as 'scan_order'} as order`, 'hidden_until'])
      .where('id', '=', key as number)
      .executeTakeFirst()
    const item = part && (await readReviewed(db, 'items', part.item_id))
    return item && { ...partStatus(item, part), label: `${word} ${part.order} of “${item.label}”` }
  }
  const label = (await namesOf(db, kind, [key]))[key]
  if (label === undefined) return undefined
  const status = { label, state: 'published', author: null, submitted_at: null, note: '' } as const
  if (kind !== 'location_descriptions') return status
  const rows = db.selectFrom('location_description').select('hidden_until').where('id', '=', Number(key))
  return partStatus(status, await rows.executeTakeFirstOrThrow())
}

/** A part without a review is hidden by itself; in a draft that makes no difference. */
export const partStatus = <S extends Pick<ReviewStatus, 'state'>>(status: S, row: Hidden) => ({
  ...{ ...status, ...hiddenUntil(row) },
  state: status.state === 'published' && row.hidden_until != null ? ('hidden' as const) : status.state,
})

const stateAndAuthor = ({ state, author }: ReviewStatus) => ({ state, author: author?.id ?? null })
const isUnreviewed = (kind: RecordKind) => !isReviewedKind(kind) && !isItemPart(kind)

/** Kinds without a review are only shown to staff. */
export const canRead = (caller: Caller, kind: RecordKind, status: ReviewStatus): boolean =>
  isUnreviewed(kind) ? isAtLeast(caller, 'staff') : mayRead(caller, stateAndAuthor(status))
export const canEdit = (caller: Caller, kind: RecordKind, status: ReviewStatus): boolean =>
  isUnreviewed(kind) ? isAtLeast(caller, 'staff') : mayEdit(caller, stateAndAuthor(status))
/** True for staff and the author, who see notes and history. */
export const seesReviewDetails = (caller: Caller, { author }: ReviewStatus): boolean =>
  isAtLeast(caller, 'staff') || (caller.id !== null && author?.id === caller.id)
