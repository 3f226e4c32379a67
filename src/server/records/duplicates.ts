import { sql } from 'kysely'
import { ERROR } from '#contract/messages.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { embedAddress } from '#rules/media/videos.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { readOldAddresses, takenProblem } from '../repositories/old-addresses.ts'
import type { RecordKey } from './fields.ts'
import type { Change } from './audit.ts'

/** Fields that no two items share (spec §8). */
export const UNIQUE_FIELDS = [
  { field: 'archival_identifier', column: 'archival_identifier', reason: ERROR.identifierInUse },
  { field: 'externalRecordURL', column: 'external_record_url', reason: ERROR.urlInUse },
] as const
export type UniqueField = (typeof UNIQUE_FIELDS)[number]['field']
/** SQLITE_CONSTRAINT_UNIQUE, and PostgreSQL's unique_violation. */
const NOT_UNIQUE: readonly unknown[] = [2067, '23505']

/**
 * Checks that no other item, including drafts, has the same identifier or URL (spec §8), and no other record one of the old addresses. Empty ones are ignored.
 * @param fields parsed; of an edit, only the changed ones. @param id of the edited record.
 * @throws {DomainError} invalid, by field.
 */
export async function requireUnique(trx: Trx, kind: RecordKind, fields: RecordFields, id: RecordKey = 0) {
  const errors: Record<string, string[]> = {}
  const { old_url: text } = fields
  const problem = text ? takenProblem(await readOldAddresses(trx), text, { kind, id }) : undefined
  if (problem) errors['old_url'] = [problem]
  for (const { field, column, reason } of UNIQUE_FIELDS) {
    const value = fields[field] as string | undefined
    if (!value) continue
    const values = field === 'externalRecordURL' ? await sameAddresses(trx, value) : [value]
    const other = trx.selectFrom('item').select('id').where(isOneOf(column, values))
    if (await other.where('id', '<>', Number(id)).executeTakeFirst()) errors[field] = [reason]
  }
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', errors)
}

/** A URL, and for a video all its URLs in the archive: forms send embed links, imports what was written. */
async function sameAddresses(trx: Trx, address: string): Promise<string[]> {
  const videoOf = (url: string) => embedAddress(url).replace(/\?start=\d+$/, '')
  const embed = videoOf(address)
  const video = /^https:\/\/www\.youtube\.com\/embed\/([\w-]+)$/.exec(embed)?.[1]
  if (!video) return [address]
  const { rows } = await sql<{ url: string }>`select external_record_url as url from item
    where instr(external_record_url, ${video}) > 0`.execute(trx)
  return [address, ...rows.map(({ url }) => url).filter((url) => videoOf(url) === embed)]
}

/** Turns the database's unique constraint errors of items into the spec's messages; other errors are returned as they are. */
export function toDuplicateError(error: unknown): unknown {
  const { errcode, code, message = '' } = error as { errcode?: number; code?: string; message?: string }
  if (!NOT_UNIQUE.includes(errcode ?? code)) return error
  const shared = UNIQUE_FIELDS.find(({ column }) => /item[._](\w+?)(_key)?\b/.exec(message)?.[1] === column)
  return shared ? new DomainError('invalid', { [shared.field]: [shared.reason] }) : error
}

type Identifiers = Record<UniqueField, string | null>

async function readIdentifiers(trx: Trx, item: number): Promise<Identifiers> {
  return await trx
    .selectFrom('item')
    .select(['archival_identifier', 'external_record_url as externalRecordURL'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
}

async function writeIdentifiers(trx: Trx, item: number, values: Partial<Identifiers>) {
  const given = UNIQUE_FIELDS.filter(({ field }) => field in values)
  const columns = Object.fromEntries(given.map(({ field, column }) => [column, values[field]]))
  if (given.length > 0) await trx.updateTable('item').set(columns).where('id', '=', item).execute()
}

/** A discarded item releases its identifier and URL; the audit trail keeps them. */
export async function releaseIdentifiers(trx: Trx, item: number): Promise<Change[]> {
  const before = await readIdentifiers(trx, item)
  const released = UNIQUE_FIELDS.map(({ field }) => field).filter((field) => before[field] !== null)
  await writeIdentifiers(trx, item, Object.fromEntries(released.map((field) => [field, null])))
  return released.map((field) => ({ field, before: before[field], after: null }))
}

/** Restores what a discarded item released, unless it was edited since. @throws {DomainError} with the messages of spec §8, if another item uses it by now. */
export async function restoreIdentifiers(trx: Trx, item: number): Promise<Change[]> {
  const step = await trx
    .selectFrom('audit')
    .select(['id', 'fields'])
    .where('kind', '=', 'items')
    .where('record_key', '=', String(item))
    .where('action', '=', 'discarded')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!step) return []
  // A field that was edited since, even to be empty, stays as it is.
  const edits = await trx
    .selectFrom('audit')
    .select('fields')
    .where('kind', '=', 'items')
    .where('record_key', '=', String(item))
    .where('id', '>', step.id)
    .execute()
  const edited = new Set(edits.flatMap(({ fields }) => (JSON.parse(fields) as Change[]).map((change) => change.field)))
  const now = await readIdentifiers(trx, item)
  const restored = Object.fromEntries(
    (JSON.parse(step.fields) as Change[])
      .filter(({ field }) => now[field as UniqueField] === null && !edited.has(field))
      .map(({ field, before }) => [field, before as string]),
  )
  await requireUnique(trx, 'items', restored, item)
  await writeIdentifiers(trx, item, restored)
  return Object.entries(restored).map(([field, value]) => ({ field, before: null, after: value }))
}
