import { sql } from 'kysely'
import { ERROR } from '#contract/messages.ts'
import type { RecordFields } from '#contract/record.ts'
import { embedAddress } from '#rules/media/videos.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isOneOf } from '../repositories/conditions.ts'
import type { RecordKey } from './fields.ts'

/** Fields that no two items share (spec §8). */
export const UNIQUE_FIELDS = [
  { field: 'archival_identifier', column: 'archival_identifier', reason: ERROR.identifierInUse },
  { field: 'externalRecordURL', column: 'external_record_url', reason: ERROR.urlInUse },
] as const
export type UniqueField = (typeof UNIQUE_FIELDS)[number]['field']
/** SQLITE_CONSTRAINT_UNIQUE, and PostgreSQL's unique_violation. */
const NOT_UNIQUE: readonly unknown[] = [2067, '23505']

/**
 * Checks that no other item, including drafts, has the same identifier or URL (spec §8). Empty ones are ignored.
 * @param fields of an item, parsed; of an edit, only the changed ones. @param key of the edited item.
 * @throws {DomainError} invalid, by field.
 */
export async function requireUnique(trx: Trx, fields: RecordFields, key?: RecordKey): Promise<void> {
  const errors: Record<string, string[]> = {}
  for (const { field, column, reason } of UNIQUE_FIELDS) {
    const value = fields[field] as string | undefined
    if (!value) continue
    const values = field === 'externalRecordURL' ? await sameAddresses(trx, value) : [value]
    const other = trx.selectFrom('item').select('id').where(isOneOf(column, values))
    if (await other.where('id', '<>', Number(key ?? 0)).executeTakeFirst()) errors[field] = [reason]
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
