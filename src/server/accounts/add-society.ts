import { society } from '#society'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { requestRebuild } from '../jobs/request-rebuild.ts'
import { readFields, versionOf, writeFields } from '../records/fields.ts'
import { changesBetween, recordAudit } from '../records/audit.ts'
import { refreshSearch } from '../records/refresh-search.ts'

/** Adds the society's own organization (its id is in society.ts) to an archive that has none yet: without it, members could not be told from volunteers. */
export async function addSociety(trx: Trx, caller: Caller | undefined): Promise<void> {
  const dates = { date_opened: null, date_opened_text: '', date_closed: null, date_closed_text: '' }
  const fields_ = { name: society.name, altname: [], ...dates, description: '' }
  const columns = { id: society.organizationId, visibility: 'published' }
  const key = await writeFields(trx, 'organizations', undefined, fields_, columns)
  const fields = (await readFields(trx, 'organizations', key))!
  await recordAudit(trx, {
    ...(caller && { caller }),
    action: 'added',
    kind: 'organizations',
    key,
    changes: changesBetween(undefined, fields),
    version: versionOf(fields),
  })
  await refreshSearch(trx, 'organizations', key)
  await requestRebuild(trx, `Added “${society.name}”`)
}
