import * as v from 'valibot'
import { API } from '#contract/messages.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { DATE_SPANS, changedFields } from '#contract/record-fields.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { ignoredFields, mayAgreeToCredit, type Caller } from '#rules/access/permissions.ts'
import type { Db, Trx } from '../database/tables.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { ocrData } from '../jobs/ocr-data.ts'
import { refreshDerived } from './derived.ts'
import { refreshSearch } from './refresh-search.ts'
import { checkLinks, requireSuccession, resolveLinks } from './check-links.ts'
import { requireUnique } from './duplicates.ts'
import { keepWords } from '#rules/texts/word-boxes.ts'
import { requireSame, requireVersion, whyGone } from './expected-version.ts'
import { readFields, type Columns, type RecordKey } from './fields.ts'
import { RECORD_LINKS } from './tables.ts'
import { actorOf, recordChange } from './audit.ts'
import { isItemPart } from './labels.ts'
import { redactLinks, restoreHidden } from './redact-links.ts'
import { canEdit, canRead, readReviewStatus } from './reviewed.ts'
import {
  rebuildIfPublished,
  requireConsent,
  requireDateOrder,
  requireOutline,
  requireTimes,
  writeUnique,
} from './write-record.ts'

export interface PendingEdit {
  caller: Caller
  kind: RecordKind
  key: RecordKey
  header: string | undefined
}

/** Loads a record for an edit. @param picture the version of what is changed, if that is not the fields. @throws {DomainError} not-found, forbidden, version-required, changed. */
export async function requireEditable(trx: Db, { caller, kind, key, header }: PendingEdit, picture?: string) {
  const status = await readReviewStatus(trx, kind, key)
  if (!status) throw await whyGone(trx, caller, kind, key)
  if (!canRead(caller, kind, status)) throw notFound()
  if (!canEdit(caller, kind, status)) throw new DomainError('forbidden', API.forbidden)
  const fields = (await readFields(trx, kind, key))!
  if (picture !== undefined) requireSame(header, picture, API.changedMeanwhile)
  else await requireVersion(trx, caller, { kind, key, fields, header })
  return { status, fields }
}

/** The sent fields that differ from what the caller was shown. A new date without its `_text` clears the old text. */
function changedIn({ caller, kind }: PendingEdit, shown: RecordFields, sent: RecordFields): RecordFields {
  const ignored = Object.keys(ignoredFields(caller, kind))
  const changes: RecordFields = {}
  for (const [field, value] of Object.entries(sent)) {
    // Empty fields may be stored differently than the contract writes them (no identifier is null).
    const stored = v.safeParse(changedFields[kind], { [field]: shown[field] })
    const same = JSON.stringify(stored.success ? stored.output[field] : shown[field]) === JSON.stringify(value)
    if (!same && !ignored.includes(field)) changes[field] = value
  }
  for (const field of Object.keys(changes)) {
    const textField = `${field}_text`
    if (shown[textField] && !(textField in sent)) changes[textField] = ''
  }
  return changes
}

/** The changed references, lists without the ids that they had before: those may stay even if discarded. */
function newLinks(kind: RecordKind, shown: RecordFields, changes: RecordFields): RecordFields {
  const links: RecordFields = {}
  for (const [field, value] of Object.entries(changes)) {
    if (!(field in RECORD_LINKS[kind]) && kind !== 'stories') continue
    const had = shown[field]
    links[field] = Array.isArray(value) && Array.isArray(had) ? value.filter((id) => !had.includes(id)) : value
  }
  return links
}

/** Adds references that are hidden from the caller back to changed lists, so that an author's edit does not remove what staff linked. */
function withHiddenLinks(before: RecordFields, shown: RecordFields, changes: RecordFields): RecordFields {
  const whole = { ...changes }
  for (const [field, sent] of Object.entries(changes)) {
    const [had, seen] = [before[field], shown[field]]
    if (Array.isArray(had) && Array.isArray(seen) && Array.isArray(sent)) whole[field] = restoreHidden(had, seen, sent)
  }
  return whole
}

/** An empty text with this source asks for a machine (scans/ocr-job.ts). */
function requireReader(kind: RecordKind, { text_source: source, text }: RecordFields): void {
  if (kind === 'scans' && source === 'machine' && text === '' && !ocrData('eng'))
    throw new DomainError('invalid', { text_source: [PICTURE.noReader] })
}

async function checkChanges(
  trx: Trx,
  { caller, kind, key }: PendingEdit,
  author: number | null,
  { before, shown, changes }: Record<'before' | 'shown' | 'changes', RecordFields>,
) {
  if (kind === 'lots' && 'lotNum' in changes) throw new DomainError('invalid', { lotNum: [API.lotNumberStays] })
  if (DATE_SPANS[kind]?.some((field) => field in changes)) requireDateOrder(kind, { ...before, ...changes })
  requireOutline(kind, changes)
  if (['living', 'consent_date', 'consent_note'].some((field) => field in changes))
    requireConsent(kind, { ...before, ...changes })
  requireTimes(kind, changes)
  if ('text_source' in changes) requireReader(kind, { ...before, ...changes })
  await checkLinks(trx, caller, kind, newLinks(kind, shown, changes), { key, before })
  if (kind === 'locations' && ['predecessors', 'date_start', 'date_end'].some((field) => field in changes))
    await requireSuccession(trx, { ...before, ...changes }, Number(key))
  await requireUnique(trx, kind, changes, key)
  if (changes['credit'] === true && !mayAgreeToCredit(caller, author)) {
    throw new DomainError('invalid', { credit: [API.authorAgrees] })
  }
}

/** Where the words of a scan stand in a text that was edited. */
async function movedWords(trx: Trx, { kind, key }: PendingEdit, { text }: RecordFields): Promise<Columns> {
  if (kind !== 'scans' || text === undefined) return {}
  const scan = await trx.selectFrom('scan').select('words').where('id', '=', Number(key)).executeTakeFirstOrThrow()
  return { words: keepWords(scan.words, String(text)) }
}

/**
 * Changes fields of a record; fields that are not sent stay as they are. Without changes nothing is recorded.
 * @param sent parsed by the contract's schema.
 * @param words of a scan, where they stand (rules/texts/word-boxes.ts); by default those that its text still has.
 * @throws {DomainError} not-found, forbidden, version-required, changed, invalid.
 */
export async function editRecord(trx: Trx, edit: PendingEdit, sent: RecordFields, words?: string): Promise<void> {
  const { caller, kind, key } = edit
  const { status, fields: before } = await requireEditable(trx, edit)
  const shown = await redactLinks(trx, caller, kind, before)
  const changed = changedIn(edit, shown, await resolveLinks(trx, kind, sent))
  if (Object.keys(changed).length === 0 && !words) return
  if (changed['text_source'] === 'checked')
    changed['text_by'] ||= before['text_by'] || (await actorOf(trx, caller)).actor
  await checkChanges(trx, edit, status.author?.id ?? null, { before, shown, changes: changed })
  const restored = withHiddenLinks(before, shown, changed)
  const now = new Date().toISOString()
  const columns: Columns =
    kind === 'items' ? { updated_at: now } : words ? { words } : await movedWords(trx, edit, changed)
  await writeUnique(trx, kind, key, { ...before, ...restored }, columns)
  if (isItemPart(kind)) await refreshDerived(trx, kind, key)
  await refreshSearch(trx, kind, key)
  await recordChange(trx, { caller, action: 'edited', kind, key, before })
  await rebuildIfPublished(trx, 'Edited', (await readReviewStatus(trx, kind, key))!)
}
