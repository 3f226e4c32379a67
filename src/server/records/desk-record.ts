import type { Kysely } from 'kysely'
import type { DeskRecord, RecordKind } from '#contract/record.ts'
import { isAtLeast } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { recordsBrought } from './brings.ts'
import { readFields, versionOf } from './fields.ts'
import type { RecordKey } from './fields.ts'
import { historyOf } from './history.ts'
import { shownLinks } from './shown-links.ts'
import { isInsider, readable, standingOf } from './standing.ts'

/** How an ETag header names a version. */
export const tagOf = ({ version }: Pick<DeskRecord, 'version'>): string => `"${version}"`

async function scansOf(db: Kysely<Tables>, item: number): Promise<DeskRecord['scans']> {
  const ids = await db
    .selectFrom('scan')
    .select(['id', 'scan_order'])
    .where('item_id', '=', item)
    .orderBy('scan_order')
    .orderBy('id')
    .execute()
  const scans: DeskRecord['scans'] = []
  for (const { id, scan_order } of ids) {
    const fields = (await readFields(db, 'scans', id))!
    scans.push({ kind: 'scans', key: id, label: `Scan ${scan_order}`, fields })
  }
  return scans
}

/**
 * A record as the review desk shows it; undefined where there is none that this caller may read. Who is neither staff nor its author gets what is
 * public of it: nobody's name, no notes, no history.
 */
export async function loadDeskRecord(
  db: Kysely<Tables>,
  caller: Caller,
  kind: RecordKind,
  key: RecordKey,
): Promise<DeskRecord | undefined> {
  const standing = await standingOf(db, kind, key)
  if (!standing || !readable(caller, kind, standing)) return undefined
  const fields = (await readFields(db, kind, key))!
  const shown = await shownLinks(db, caller, kind, fields)
  if (!shown) return undefined
  const isStaff = isAtLeast(caller, 'staff')
  const insider = isInsider(caller, standing)
  // An author is not told of other people's drafts, even where staff have tied them to theirs.
  const brings = (await recordsBrought(db, kind, key)).filter(({ author }) => isStaff || author === caller.id)
  const { label, state, author, submitted_at, note } = standing
  return {
    kind,
    key,
    label,
    version: versionOf(fields),
    state,
    ...(insider ? { author, submitted_at, note } : { author: null, submitted_at: null, note: '' }),
    fields: shown,
    scans: kind === 'items' ? await scansOf(db, key as number) : [],
    brings: brings.map(({ author: _author, ...each }) => each),
    history: insider ? await historyOf(db, kind, key, { withScans: isStaff }) : [],
  }
}
