import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { ERROR } from '#contract/messages.ts'
import type { RecordFields } from '#contract/record.ts'
import { embedAddress } from '#rules/videos.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/errors.ts'
import { among } from '../repositories/conditions.ts'
import type { RecordKey } from './fields.ts'

const SENTENCES = { archival_identifier: ERROR.identifierInUse, externalRecordURL: ERROR.urlInUse } as const
/** SQLITE_CONSTRAINT_UNIQUE. */
const NOT_UNIQUE = 2067

/**
 * No other item, whoever's draft it is, has this item's identifier or address (spec §8). An empty one is none.
 * @param fields of an item, parsed; of a change, those that change.
 * @param key of the item that is changed; without it, it is a new one.
 * @throws {Refusal} 400, with both sentences where both are in use.
 */
export async function refuseDuplicates(trx: Transaction<Tables>, fields: RecordFields, key?: RecordKey): Promise<void> {
  const { archival_identifier: identifier, externalRecordURL: address } = fields as Record<string, string | undefined>
  const errors: Record<string, string[]> = {}
  const other = (condition: ReturnType<typeof among>) =>
    trx
      .selectFrom('item')
      .select('id')
      .where(condition)
      .where('id', '<>', Number(key ?? 0))
      .executeTakeFirst()
  if (identifier && (await other(among('archival_identifier', [identifier])))) {
    errors['archival_identifier'] = [SENTENCES.archival_identifier]
  }
  if (address && (await other(among('external_record_url', await sameAddresses(trx, address))))) {
    errors['externalRecordURL'] = [SENTENCES.externalRecordURL]
  }
  if (Object.keys(errors).length > 0) throw new Refusal(400, errors)
}

/** An address, and where it is a video's, every address of that video in the archive: the form sends embed links, an import what was written. */
async function sameAddresses(trx: Transaction<Tables>, address: string): Promise<string[]> {
  const embed = embedAddress(address)
  const video = /^https:\/\/www\.youtube\.com\/embed\/([\w-]+)$/.exec(embed)?.[1]
  if (!video) return [address]
  const { rows } = await sql<{ url: string }>`select external_record_url as url from item
    where instr(external_record_url, ${video}) > 0`.execute(trx)
  return [address, ...rows.map(({ url }) => url).filter((url) => embedAddress(url) === embed)]
}

/** What SQLite says when two items came to share one, as the answer that it means; any other error as it is. */
export function asDuplicate(error: unknown): unknown {
  const { errcode, message = '' } = error as { errcode?: number; message?: string }
  if (errcode !== NOT_UNIQUE) return error
  if (message.includes('item.archival_identifier')) {
    return new Refusal(400, { archival_identifier: [SENTENCES.archival_identifier] })
  }
  if (message.includes('item.external_record_url')) {
    return new Refusal(400, { externalRecordURL: [SENTENCES.externalRecordURL] })
  }
  return error
}
