import type { DeskRecord, RecordFields, RecordKind } from '#contract/record.ts'
import { isAtLeast, type Caller } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import { readClaim } from './claims.ts'
import { dependentDrafts, draftsInStory } from './dependent-drafts.ts'
import { readFields, versionOf, type RecordKey } from './fields.ts'
import { historyOf } from './audit.ts'
import { namesForRecord } from './names.ts'
import { dependsOnHidden, redactLinks, redactHistory } from './redact-links.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { shownSize } from '../repositories/shown-size.ts'
import { viewForCaller } from '../repositories/view.ts'
import { seesReviewDetails, canRead, readReviewStatus } from './reviewed.ts'

const OF_PEOPLE: ReadonlySet<RecordKind> = new Set(['people', 'relationships', 'graves', 'person_images'])

type Part = Pick<DeskRecord['scans'][number], 'kind' | 'key' | 'fields'> & { version?: string }

/**
 * A record's version: that of its fields, then a dot and that of its scans with their pictures, files and dependent drafts, if any. Edits only check the first part
 * (somebody may add a scan meanwhile), publishing checks both, so that nothing unseen is published.
 */
function wholeVersion(fields: RecordFields, files: DeskRecord['files'], ...others: Part[][]): string {
  const more: object[] = [
    ...others.flat().map(({ kind, key, version, fields: own }) => ({ kind, key, version, ...own })),
    ...files.map(({ key, version }) => ({ key, version })),
  ]
  return [versionOf(fields), ...(more.length > 0 ? [versionOf({ more })] : [])].join('.')
}
/** The part of a version that covers the record's own fields. */
export const ownVersion = (version: string): string => version.split('.')[0]!

export const etagOf = ({ version }: Pick<DeskRecord, 'version'>): string => `"${version}"`

/** @param withHidden for staff. */
async function scansOf(db: Db, item: number, withHidden: boolean): Promise<DeskRecord['scans']> {
  const ids = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['scan.id', 'scan.scan_order', 'scan.version', 'scan.hidden_until'])
    .select(shownSize())
    .where('scan.item_id', '=', item)
    .$if(!withHidden, (query) => query.where('scan.hidden_until', 'is', null))
    .orderBy('scan.scan_order')
    .orderBy('scan.id')
    .execute()
  const scans: DeskRecord['scans'] = []
  for (const { id, scan_order, hidden_until: hidden, ...picture } of ids) {
    const fields = (await readFields(db, 'scans', id))!
    const shown = { ...picture, ...(hidden !== null && { hidden_until: hidden }) }
    scans.push({ kind: 'scans', key: id, label: `Scan ${scan_order}`, ...shown, fields })
  }
  return scans
}

async function filesOf(db: Db, item: number, withHidden: boolean): Promise<DeskRecord['files']> {
  const rows = await db
    .selectFrom('item_file')
    .select('id')
    .where('item_id', '=', item)
    .$if(!withHidden, (query) => query.where('hidden_until', 'is', null))
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const pages = db.selectFrom('page_task').select(['document_id', 'page', 'problem']).where('problem', '<>', '')
  const failed = await pages.where(isOneOf('document_id', ids)).orderBy('page').execute()
  const files: DeskRecord['files'] = []
  for (const id of ids) {
    const own = failed.filter((page) => page.document_id === id).map(({ page, problem }) => ({ page, problem }))
    files.push({ key: id, version: versionOf((await readFields(db, 'files', id))!), failed: own })
  }
  return files
}

/** A record for the review desk; undefined if the caller may not read it. Only staff and its author see names, notes and history. */
export async function loadDeskRecord(
  db: Db,
  caller: Caller,
  kind: RecordKind,
  key: RecordKey,
): Promise<DeskRecord | undefined> {
  const view = viewForCaller(caller)
  const status = await readReviewStatus(db, kind, key, view)
  if (!status || !canRead(caller, kind, status)) return undefined
  const fields = (await readFields(db, kind, key))!
  const shown = await redactLinks(db, caller, kind, fields)
  const isStaff = isAtLeast(caller, 'staff')
  const insider = seesReviewDetails(caller, status)
  // Authors can always read their own record, since staff may have questions about it. What others may know of a person, the public reads tell.
  if (!insider && (dependsOnHidden(kind, fields, shown) || OF_PEOPLE.has(kind))) return undefined
  // Authors do not see other people's drafts, even if staff linked them.
  const brings: DeskRecord['brings'] = []
  const whole: Part[] = []
  for (const each of await dependentDrafts(db, kind, key, view)) {
    if (!isStaff && each.author?.id !== caller.id) continue
    whole.push(each)
    brings.push({ ...each, fields: await redactLinks(db, caller, each.kind, each.fields) })
  }
  const steps = insider ? await historyOf(db, kind, key, { withScans: isStaff }) : []
  const history = await redactHistory(db, caller, kind, steps)
  const wholeScans = kind === 'items' ? await scansOf(db, key as number, isStaff) : []
  const files = kind === 'items' ? await filesOf(db, key as number, isStaff) : []
  const { label, state, author, submitted_at, note, hidden_until: hidden } = status
  return {
    kind,
    key,
    label,
    version: wholeVersion(fields, files, wholeScans, whole),
    state,
    ...(hidden !== undefined && { hidden_until: hidden }),
    ...(insider ? { author, submitted_at, note } : { author: null, submitted_at: null, note: '' }),
    fields: shown,
    scans: wholeScans.map(({ fields: { text, ...own }, ...scan }) => ({ ...scan, has_text: text !== '', fields: own })),
    files,
    brings,
    ...(kind === 'stories' && { left_out: await draftsInStory(db, fields['text'], view) }),
    history,
    names: await namesForRecord(db, { kind, fields: shown, brings, history }, view),
    claim: isStaff ? await readClaim(db, kind, key) : null,
  }
}
