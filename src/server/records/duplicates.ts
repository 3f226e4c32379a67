import { sql } from 'kysely'
import { ERROR } from '#contract/messages.ts'
import type { RecordFields } from '#contract/record.ts'
import { embedAddress } from '#rules/media/videos.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isOneOf } from '../repositories/conditions.ts'
import type { RecordKey } from './fields.ts'

const MESSAGES = { archival_identifier: ERROR.identifierInUse, externalRecordURL: ERROR.urlInUse } as const
/** SQLITE_CONSTRAINT_UNIQUE. */
const NOT_UNIQUE = 2067

/**
 * Checks that no other item, including drafts, has the same identifier or URL (spec §8). Empty ones are ignored.
 * @param fields of an item, parsed; of an edit, only the changed ones. @param key of the edited item.
 * @throws {DomainError} invalid, by field.
 */
export async function requireUnique(trx: Trx, fields: RecordFields, key?: RecordKey): Promise<void> {
  const { archival_identifier: identifier, externalRecordURL: address } = fields as Record<string, string | undefined>
  const errors: Record<string, string[]> = {}
  const other = (condition: ReturnType<typeof isOneOf>) =>
    trx
      .selectFrom('item')
      .select('id')
      .where(condition)
      .where('id', '<>', Number(key ?? 0))
      .executeTakeFirst()
  if (identifier && (await other(isOneOf('archival_identifier', [identifier])))) {
    errors['archival_identifier'] = [MESSAGES.archival_identifier]
  }
  if (address && (await other(isOneOf('external_record_url', await sameAddresses(trx, address))))) {
    errors['externalRecordURL'] = [MESSAGES.externalRecordURL]
  }
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', errors)
}

/** A URL, and for a video all its URLs in the archive: forms send embed links, imports what was written. */
async function sameAddresses(trx: Trx, address: string): Promise<string[]> {
  const embed = embedAddress(address)
  const video = /^https:\/\/www\.youtube\.com\/embed\/([\w-]+)$/.exec(embed)?.[1]
  if (!video) return [address]
  const { rows } = await sql<{ url: string }>`select external_record_url as url from item
    where instr(external_record_url, ${video}) > 0`.execute(trx)
  return [address, ...rows.map(({ url }) => url).filter((url) => embedAddress(url) === embed)]
}

/** Turns SQLite's unique constraint errors of items into the spec's messages; other errors are returned as they are. */
export function toDuplicateError(error: unknown): unknown {
  const { errcode, message = '' } = error as { errcode?: number; message?: string }
  if (errcode !== NOT_UNIQUE) return error
  if (message.includes('item.archival_identifier')) {
    return new DomainError('invalid', { archival_identifier: [MESSAGES.archival_identifier] })
  }
  if (message.includes('item.external_record_url')) {
    return new DomainError('invalid', { externalRecordURL: [MESSAGES.externalRecordURL] })
  }
  return error
}
