import { RECORD_KINDS } from '#contract/record.ts'
import type { RecordKind } from '#contract/record.ts'
import { loadDeskRecord } from '#server/records/desk-record.ts'
import { readKey } from '#server/records/fields.ts'
import { readSettingsForm } from '#server/routes/settings.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'

/** Placeholder in If-Match for the record's current version. */
export const VERSION = '{version}'

/** Replaces VERSION in headers with the current version. */
export async function withVersion(
  town: TestArchive,
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  if (headers['if-match'] !== VERSION) return headers
  if (url === '/api/settings/') return { ...headers, 'if-match': `"${(await readSettingsForm(town.db)).version}"` }
  const [, kind, text] = /^\/api\/records\/(\w+)\/(\w+)\//.exec(url) ?? []
  if (!RECORD_KINDS.includes(kind as RecordKind)) return headers
  if (url.endsWith('/picture/')) {
    const scan = await town.db.selectFrom('scan').select('version').where('id', '=', Number(text)).executeTakeFirst()
    return scan ? { ...headers, 'if-match': `"${scan.version}"` } : headers
  }
  const key = readKey(kind as RecordKind, text!)
  const staff = { id: TEST_ACCOUNTS.staff.id, role: 'staff', organization: null } as const
  const record = key === undefined ? undefined : await loadDeskRecord(town.db, staff, kind as RecordKind, key)
  return record ? { ...headers, 'if-match': `"${record.version}"` } : headers
}
