import type { Kysely } from 'kysely'
import { isReviewedKind } from '#contract/record.ts'
import type { DeskRecord, RecordKind } from '#contract/record.ts'
import { isAtLeast, mayEdit, mayRead } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'
import type { View } from '../repositories/view.ts'
import { plainLabel } from './labels.ts'
import { readReviewed } from './reviewed.ts'

/** What a record is called, where it stands, and whose it is. */
export type Standing = Pick<DeskRecord, 'label' | 'state' | 'author' | 'submitted_at' | 'note'>

/** A scan stands where its item stands; what has no review is published, and nobody's. Undefined where there is no such record. `view` is of who reads what it is called. */
export async function standingOf(
  db: Kysely<Tables>,
  kind: RecordKind,
  key: RecordKey,
  view?: View,
): Promise<Standing | undefined> {
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

const own = ({ state, author }: Standing) => ({ state, author: author?.id ?? null })
const isKept = (kind: RecordKind) => !isReviewedKind(kind) && kind !== 'scans'

/** What has no review is shown to staff alone. */
export const readable = (caller: Caller, kind: RecordKind, standing: Standing): boolean =>
  isKept(kind) ? isAtLeast(caller, 'staff') : mayRead(caller, own(standing))
export const editable = (caller: Caller, kind: RecordKind, standing: Standing): boolean =>
  isKept(kind) ? isAtLeast(caller, 'staff') : mayEdit(caller, own(standing))
/** Who is told how the record came about: staff, and whose record it is. */
export const isInsider = (caller: Caller, { author }: Standing): boolean =>
  isAtLeast(caller, 'staff') || (caller.id !== null && author?.id === caller.id)
