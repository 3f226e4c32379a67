import { isReviewedKind, type DeskRecord, type RecordKind } from '#contract/record.ts'
import { isAtLeast, mayEdit, mayRead, type Caller } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'
import type { View } from '../repositories/view.ts'
import { plainLabel } from './labels.ts'
import { readReviewed } from './reviewed.ts'

/** A record's label, review state and author. */
export type ReviewStatus = Pick<DeskRecord, 'label' | 'state' | 'author' | 'submitted_at' | 'note'>

/** The review status of a record; undefined if it does not exist. Scans have their item's; kinds without a review are published. */
export async function readReviewStatus(
  db: Db,
  kind: RecordKind,
  key: RecordKey,
  view?: View,
): Promise<ReviewStatus | undefined> {
  if (isReviewedKind(kind)) return readReviewed(db, kind, key as number, view)
  if (kind === 'scans') {
    const scan = await db
      .selectFrom('scan')
      .select(['item_id', 'scan_order'])
      .where('id', '=', key as number)
      .executeTakeFirst()
    const item = scan && (await readReviewed(db, 'items', scan.item_id))
    return item && { ...item, label: `Scan ${scan.scan_order} of “${item.label}”` }
  }
  const label = await plainLabel(db, kind, key)
  return label === undefined ? undefined : { label, state: 'published', author: null, submitted_at: null, note: '' }
}

const stateAndAuthor = ({ state, author }: ReviewStatus) => ({ state, author: author?.id ?? null })
const isUnreviewed = (kind: RecordKind) => !isReviewedKind(kind) && kind !== 'scans'

/** Kinds without a review are only shown to staff. */
export const canRead = (caller: Caller, kind: RecordKind, status: ReviewStatus): boolean =>
  isUnreviewed(kind) ? isAtLeast(caller, 'staff') : mayRead(caller, stateAndAuthor(status))
export const canEdit = (caller: Caller, kind: RecordKind, status: ReviewStatus): boolean =>
  isUnreviewed(kind) ? isAtLeast(caller, 'staff') : mayEdit(caller, stateAndAuthor(status))
/** True for staff and the author, who see notes and history. */
export const seesReviewDetails = (caller: Caller, { author }: ReviewStatus): boolean =>
  isAtLeast(caller, 'staff') || (caller.id !== null && author?.id === caller.id)
