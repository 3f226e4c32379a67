import { RECORD_KINDS } from '#contract/record.ts'
import type { RecordKind } from '#contract/record.ts'
import { readFields, readKey, versionOf } from '#server/records/fields.ts'
import type { TestArchive } from '../fixtures.ts'

/** Stands in an If-Match header for the version that the record of the address has at that moment. */
export const VERSION = '{version}'

/** Headers as they are sent: with the current version where VERSION stands. */
export async function withVersion(
  town: TestArchive,
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  if (headers['if-match'] !== VERSION) return headers
  const [, kind, text] = /^\/api\/records\/(\w+)\/(\w+)\//.exec(url) ?? []
  if (!RECORD_KINDS.includes(kind as RecordKind)) return headers
  const key = readKey(kind as RecordKind, text!)
  const fields = key === undefined ? undefined : await readFields(town.db, kind as RecordKind, key)
  return fields ? { ...headers, 'if-match': `"${versionOf(fields)}"` } : headers
}
