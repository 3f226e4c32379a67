import type { BackupFailure, SiteState } from '#contract/operations.ts'
import type { Db } from '../database/tables.ts'
import { diskSpace } from '../health/disk-space.ts'
import type { HealthState } from '../health/health-state.ts'
import { failedInARow } from '../jobs/failed-builds.ts'
import { readUpkeep } from '../jobs/upkeep.ts'
import { readHooks, readMailState, readPictureState } from '../operations/read-state.ts'

export interface FactSources {
  db: Db
  folders: readonly string[]
  fullBelow: number
  healthState: HealthState
  /** The state of the site that is served. */
  site?: (() => SiteState | undefined) | undefined
  backupFailure?: (() => BackupFailure | undefined) | undefined
  leads?: () => boolean
}

/** Waiting requests, and the last build that ended well or failed. */
async function readBuildFacts(db: Db) {
  const builds = db.selectFrom('build').selectAll()
  const open = await builds.where('state', 'in', ['waiting', 'running']).orderBy('id').execute()
  const newest = builds.orderBy('id', 'desc').limit(1)
  const done = await newest.where('state', '=', 'done').executeTakeFirst()
  const ended = await newest.where('state', 'in', ['done', 'failed']).executeTakeFirst()
  return { open, done, ended, failed: (await failedInARow(db)).count }
}

async function countDrafts(db: Db): Promise<number> {
  const query = db.selectFrom('item').where('visibility', '=', 'draft').where('state', '=', 'waiting')
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** What the gauges tell, read when Prometheus asks. @throws if the database can't be read. */
export async function readArchiveFacts(sources: FactSources) {
  const { db, folders, fullBelow, healthState, site, backupFailure, leads } = sources
  return {
    builds: await readBuildFacts(db),
    mail: await readMailState(db, false),
    pictures: await readPictureState(db),
    calls: (await readHooks(db)).length,
    drafts: await countDrafts(db),
    backup: await readUpkeep(db, 'backup'),
    fixity: await readUpkeep(db, 'fixity'),
    disk: await diskSpace(folders, fullBelow),
    health: healthState.current(),
    site: site?.(),
    backupFailed: backupFailure?.() !== undefined,
    leads: leads?.() ?? false,
  }
}
export type ArchiveFacts = Awaited<ReturnType<typeof readArchiveFacts>>
