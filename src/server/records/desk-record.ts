import type { Kysely } from 'kysely'
import type { DeskRecord, RecordFields, RecordKind } from '#contract/record.ts'
import { isAtLeast } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { recordsBrought } from './brings.ts'
import { readFields, versionOf } from './fields.ts'
import type { RecordKey } from './fields.ts'
import { historyOf } from './history.ts'
import { hangsOnHidden, shownLinks, shownSteps } from './shown-links.ts'
import { sightOf } from '../repositories/view.ts'
import { isInsider, readable, standingOf } from './standing.ts'

type Part = Pick<DeskRecord['scans'][number], 'kind' | 'key' | 'fields'>

/**
 * A record's version: that of its own fields, and after a dot that of its scans and of the drafts that become public with it, where it has any. A change
 * asks for the first alone (somebody may add a scan while another one writes a title), a publishing for both: nothing becomes public that its reader
 * has not seen.
 */
function wholeVersion(fields: RecordFields, ...others: Part[][]): string {
  const more = others.flat().map(({ kind, key, fields: own }) => ({ kind, key, ...own }))
  return [versionOf(fields), ...(more.length > 0 ? [versionOf({ more })] : [])].join('.')
}
/** The version of a record's own fields, of what `DeskRecord` calls its version. */
export const ownVersion = (version: string): string => version.split('.')[0]!

/** How an ETag header names a version. */
export const tagOf = ({ version }: Pick<DeskRecord, 'version'>): string => `"${version}"`

async function scansOf(db: Kysely<Tables>, item: number): Promise<DeskRecord['scans']> {
  const ids = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['scan.id', 'scan.scan_order', 'scan.version', 'original.width', 'original.height'])
    .where('scan.item_id', '=', item)
    .orderBy('scan.scan_order')
    .orderBy('scan.id')
    .execute()
  const scans: DeskRecord['scans'] = []
  for (const { id, scan_order, ...picture } of ids) {
    const fields = (await readFields(db, 'scans', id))!
    scans.push({ kind: 'scans', key: id, label: `Scan ${scan_order}`, ...picture, fields })
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
  const view = sightOf(caller)
  const standing = await standingOf(db, kind, key, view)
  if (!standing || !readable(caller, kind, standing)) return undefined
  const fields = (await readFields(db, kind, key))!
  const shown = await shownLinks(db, caller, kind, fields)
  const isStaff = isAtLeast(caller, 'staff')
  const insider = isInsider(caller, standing)
  // Whose record it is reads it all the same: what they changed has to be answered.
  if (!insider && hangsOnHidden(kind, fields, shown)) return undefined
  // An author is not told of other people's drafts, even where staff have tied them to theirs.
  const brings: DeskRecord['brings'] = []
  for (const each of await recordsBrought(db, kind, key, view)) {
    if (!isStaff && each.author?.id !== caller.id) continue
    brings.push({ ...each, fields: await shownLinks(db, caller, each.kind, each.fields) })
  }
  const history = insider ? await historyOf(db, kind, key, { withScans: isStaff }) : []
  const scans = kind === 'items' ? await scansOf(db, key as number) : []
  const { label, state, author, submitted_at, note } = standing
  return {
    kind,
    key,
    label,
    version: wholeVersion(fields, scans, brings),
    state,
    ...(insider ? { author, submitted_at, note } : { author: null, submitted_at: null, note: '' }),
    fields: shown,
    scans,
    brings,
    history: await shownSteps(db, caller, kind, history),
  }
}
