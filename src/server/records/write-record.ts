import type { Transaction } from 'kysely'
import { inOrder, isRange } from '#contract/dates.ts'
import { API, FORM } from '#contract/messages.ts'
import { DATE_SPANS, isReviewedKind } from '#contract/record.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { columnsOf } from '#rules/review.ts'
import { isReviewed } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/errors.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'
import { checkLinks } from './check-links.ts'
import { asDuplicate, refuseDuplicates } from './duplicates.ts'
import { readFields, versionOf, writeFields } from './fields.ts'
import type { Columns, RecordKey } from './fields.ts'
import { changesBetween, keepStep } from './journal.ts'
import { refreshSearch } from './refresh-search.ts'
import { standingOf } from './standing.ts'

type Trx = Transaction<Tables>

/** @throws {Refusal} 400 on the end of a span that ends before it begins (spec §5 "Dates"). */
export function refuseBackwards(kind: RecordKind, fields: RecordFields): void {
  const [start, end] = DATE_SPANS[kind] ?? []
  if (start === undefined || end === undefined) return
  const follows = kind === 'items' ? isRange : inOrder
  const date = (field: string) => (fields[field] ?? null) as number | null
  if (!follows(date(start), date(end))) throw new Refusal(400, { [end]: [FORM.rangeEnd] })
}

/** Writes fields; where SQLite finds two items that would share what must be one's own, it is said as the spec says it. */
export async function writeOrRefuse(...parts: Parameters<typeof writeFields>): Promise<RecordKey> {
  try {
    return await writeFields(...parts)
  } catch (error) {
    throw asDuplicate(error)
  }
}

/** Asks for a rebuild where visitors see a record of this kind that stands so. */
export async function rebuildFor(trx: Trx, word: string, standing: { state: string; label: string }): Promise<void> {
  if (standing.state === 'published') await requestRebuild(trx, `${word} “${standing.label}”`)
}

interface NewRecord {
  kind: RecordKind
  /** Parsed by the contract's schema of the kind. */
  fields: RecordFields
  action: 'submitted' | 'added'
  /** Of a picture, which one it is. */
  columns?: Columns
}

/**
 * Adds a record with its links, its place in the full text and its step in the audit trail, in the caller's transaction: as a draft of the
 * caller where what they add is reviewed, else public at once, with a request for a rebuild.
 * @returns its key, and its fields as they are kept.
 * @throws {Refusal} 400 with the fields that name what is not there, what is in use by another item, or dates that run backwards.
 */
export async function addRecord(
  trx: Trx,
  caller: Caller,
  { kind, fields, action, columns }: NewRecord,
): Promise<{ key: RecordKey; fields: RecordFields }> {
  refuseBackwards(kind, fields)
  await checkLinks(trx, caller, kind, fields)
  if (kind === 'items') await refuseDuplicates(trx, fields)
  const now = new Date().toISOString()
  const key = await writeOrRefuse(trx, kind, undefined, fields, {
    ...columns,
    ...(isReviewedKind(kind) && {
      ...columnsOf(isReviewed(caller, kind) ? 'waiting' : 'published'),
      author_id: caller.id,
      submitted_at: now,
    }),
    ...(kind === 'items' && { created_at: now, updated_at: now }),
  })
  await refreshSearch(trx, kind, key)
  const kept = (await readFields(trx, kind, key))!
  const changes = changesBetween(undefined, kept)
  await keepStep(trx, { caller, action, kind, key, changes, version: versionOf(kept) })
  await rebuildFor(trx, 'Added', (await standingOf(trx, kind, key))!)
  return { key, fields: kept }
}

/** Kinds whose records come with a file, through their own calls. */
const WITH_FILES: Partial<Record<RecordKind, string>> = {
  scans: API.scansAreSent,
  person_images: API.picturesAreSent,
}

/**
 * Adds a record of any kind for staff: an item as a draft, everything else public at once.
 * @param fields parsed by the contract's schema of the kind.
 * @throws {Refusal} 400.
 */
export async function createRecord(
  trx: Trx,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
): Promise<RecordKey> {
  const withFile = WITH_FILES[kind]
  if (withFile !== undefined) throw new Refusal(400, withFile)
  if (kind === 'lots' && (await readFields(trx, kind, fields['lotNum'] as string))) {
    throw new Refusal(400, { lotNum: [API.lotTaken] })
  }
  return (await addRecord(trx, caller, { kind, fields, action: 'added' })).key
}
