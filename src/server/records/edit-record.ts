import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { API } from '#contract/messages.ts'
import { DATE_SPANS, changedFields } from '#contract/record.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { NO_ARCHIVAL_DESCRIPTION, mayDescribeArchivally } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal, notFound } from '../http/errors.ts'
import { afterScanChange } from '../scans/after-change.ts'
import { checkLinks } from './check-links.ts'
import { refuseDuplicates } from './duplicates.ts'
import { requireVersion } from './expected-version.ts'
import { readFields, versionOf } from './fields.ts'
import type { RecordKey } from './fields.ts'
import { changesBetween, keepStep } from './journal.ts'
import { RECORD_LINKS } from './links.ts'
import { refreshSearch } from './refresh-search.ts'
import { shownLinks, withHidden } from './shown-links.ts'
import { editable, readable, standingOf } from './standing.ts'
import { rebuildFor, refuseBackwards, writeOrRefuse } from './write-record.ts'

type Trx = Transaction<Tables>

/** What somebody does to a record that is there. */
export interface Touching {
  caller: Caller
  kind: RecordKind
  key: RecordKey
  /** The If-Match header. */
  header: string | undefined
}

/**
 * The record that a caller wants to change, with its fields.
 * @throws {Refusal} 404, 403, 428, 412.
 */
export async function recordToChange(trx: Trx, { caller, kind, key, header }: Touching) {
  const standing = await standingOf(trx, kind, key)
  if (!standing || !readable(caller, kind, standing)) throw notFound()
  if (!editable(caller, kind, standing)) throw new Refusal(403, API.forbidden)
  const fields = (await readFields(trx, kind, key))!
  await requireVersion(trx, caller, { kind, key, fields, header })
  return { standing, fields }
}

/** Of what was sent, what says something else than the caller was shown. A new date without its words takes the old words with it. */
function newIn({ caller, kind }: Touching, shown: RecordFields, sent: RecordFields): RecordFields {
  const unbelieved = kind === 'items' && !mayDescribeArchivally(caller) ? Object.keys(NO_ARCHIVAL_DESCRIPTION) : []
  const changes: RecordFields = {}
  for (const [field, value] of Object.entries(sent)) {
    // An empty field may be kept in another way than the contract writes it (no identifier is null).
    const kept = v.safeParse(changedFields[kind], { [field]: shown[field] })
    const same = JSON.stringify(kept.success ? kept.output[field] : shown[field]) === JSON.stringify(value)
    if (!same && !unbelieved.includes(field)) changes[field] = value
  }
  for (const field of Object.keys(changes)) {
    const words = `${field}_text`
    if (shown[words] && !(words in sent)) changes[words] = ''
  }
  return changes
}

/** Of the changes those that name records, each list without the ids that it had before: they may stay, discarded or not. */
function newLinks(kind: RecordKind, shown: RecordFields, changes: RecordFields): RecordFields {
  const links: RecordFields = {}
  for (const [field, value] of Object.entries(changes)) {
    if (!(field in RECORD_LINKS[kind])) continue
    const had = shown[field]
    links[field] = Array.isArray(value) && Array.isArray(had) ? value.filter((id) => !had.includes(id)) : value
  }
  return links
}

/** The changes with what the caller is not shown put back: what staff have tied to a record stays tied when its author changes it. */
function wholeChanges(before: RecordFields, shown: RecordFields, changes: RecordFields): RecordFields {
  const whole = { ...changes }
  for (const [field, sent] of Object.entries(changes)) {
    const [had, seen] = [before[field], shown[field]]
    if (Array.isArray(had) && Array.isArray(seen) && Array.isArray(sent)) whole[field] = withHidden(had, seen, sent)
  }
  return whole
}

async function checkChanges(
  trx: Trx,
  { caller, kind, key }: Touching,
  { before, shown, changes }: Record<'before' | 'shown' | 'changes', RecordFields>,
) {
  if (kind === 'lots' && 'lotNum' in changes) throw new Refusal(400, { lotNum: [API.lotNumberStays] })
  if (DATE_SPANS[kind]?.some((field) => field in changes)) refuseBackwards(kind, { ...before, ...changes })
  await checkLinks(trx, caller, kind, newLinks(kind, shown, changes), { key, before })
  if (kind === 'items') await refuseDuplicates(trx, changes, key)
}

/**
 * Changes fields of a record: what is not sent stays as it is. Nothing new is no step.
 * @param sent parsed by the contract's schema of the kind's changes.
 * @throws {Refusal} 404, 403, 428, 412 with what changed meanwhile, 400.
 */
export async function editRecord(trx: Trx, touching: Touching, sent: RecordFields): Promise<void> {
  const { caller, kind, key } = touching
  const { fields: before } = await recordToChange(trx, touching)
  const shown = await shownLinks(trx, caller, kind, before)
  const said = newIn(touching, shown, sent)
  if (Object.keys(said).length === 0) return
  await checkChanges(trx, touching, { before, shown, changes: said })
  const changed = wholeChanges(before, shown, said)
  const now = new Date().toISOString()
  await writeOrRefuse(trx, kind, key, { ...before, ...changed }, kind === 'items' ? { updated_at: now } : {})
  if (kind === 'scans') await afterScanChange(trx, key as number)
  await refreshSearch(trx, kind, key)
  const after = (await readFields(trx, kind, key))!
  const changes = changesBetween(before, after)
  await keepStep(trx, { caller, action: 'edited', kind, key, changes, version: versionOf(after) })
  await rebuildFor(trx, 'Edited', (await standingOf(trx, kind, key))!)
}
