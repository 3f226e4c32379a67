import { HEALTH } from '#contract/messages.ts'
import { RECORD_PAGE } from '#rules/addresses/record-address.ts'
import type { Db } from '../database/tables.ts'

/** So many in a row are a problem: one may fail because the machine is busy, and the next publishing builds again. */
export const PROBLEM = 2
const LISTED = 20
/** The message of a build that ended with its server. It is made again. */
export const INTERRUPTED = 'Interrupted: the server was stopped during the build. The previous site is still up.'

/** How many builds have failed since the last good one, and what somebody should read about it if it is a problem. Rollbacks do not count: they can be refused. */
export async function failedInARow(db: Db): Promise<{ count: number; problem: string | undefined }> {
  const rows = await db
    .selectFrom('build')
    .select(['state', 'message'])
    .where('state', 'in', ['done', 'failed'])
    .where('rollback', 'is', null)
    .where('message', '!=', INTERRUPTED)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  const good = rows.findIndex(({ state }) => state === 'done')
  const failed = good < 0 ? rows : rows.slice(0, good)
  const page = RECORD_PAGE.exec(failed[0]?.message ?? '')?.[0]
  return { count: failed.length, problem: failed.length < PROBLEM ? undefined : HEALTH.buildsFail(failed.length, page) }
}
