import { requestRebuild } from '#server/jobs/builds.ts'
import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/database/write.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { lastReport } from '../build-site/last-report.ts'
import { CODE_CHANGED, needsBuild } from './needs-build.ts'

/** True after an upgrade of Lotline: the pages of before are served until the server has built the new ones. */
export const isAfterUpgrade = async (config: Config): Promise<boolean> =>
  config.mayLead &&
  lastReport(config) !== undefined &&
  (await needsBuild(config, { changesLater: true })) === CODE_CHANGED

/** Asks the server for a build of the whole site. */
export async function requestBuild(config: Config): Promise<void> {
  await using db = await openArchive(config)
  await inTransaction(db, (trx) => requestRebuild(trx, CODE_CHANGED, { atOnce: true }))
}
