import type { Transaction } from 'kysely'
import { society } from '#society'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'
import { readFields, versionOf, writeFields } from '../records/fields.ts'
import { changesBetween, keepStep } from '../records/journal.ts'
import { refreshSearch } from '../records/refresh-search.ts'

/**
 * The society's own organization (society.ts names its id) in an archive that has none yet: the first member could not be told from a volunteer
 * without it. Its name is the society's; staff say the rest.
 */
export async function addSociety(trx: Transaction<Tables>, caller: Caller | undefined): Promise<void> {
  const dates = { date_opened: null, date_opened_text: '', date_closed: null, date_closed_text: '' }
  const said = { name: society.name, altname: [], ...dates, description: '' }
  const columns = { id: society.organizationId, visibility: 'published' }
  const key = await writeFields(trx, 'organizations', undefined, said, columns)
  const fields = (await readFields(trx, 'organizations', key))!
  await keepStep(trx, {
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
