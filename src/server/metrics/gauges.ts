import { Gauge, type Registry } from 'prom-client'
import type { BackupFailure, SiteState } from '#contract/archive-state.ts'
import type { Db } from '../database/tables.ts'
import { diskSpace } from '../health/storage-state.ts'
import type { HealthState } from '../health/health-state.ts'
import { failedInARow } from '../jobs/builds.ts'
import { readUpkeep } from '../jobs/upkeep.ts'
import { readHooks, readMailState, readPictureState } from '../health/read-state.ts'

/** A value; values by `state`; or nothing, where there is none yet. */
type Reading = number | Record<string, number> | undefined
type GaugeLine = readonly [help: string, read: (facts: ArchiveFacts) => Reading]

const seconds = (moment: string | null | undefined) => (moment ? Date.parse(moment) / 1000 : undefined)
const between = (from: string | null, to: string | null) => (from && to ? seconds(to)! - seconds(from)! : undefined)

/** By name. Moments are in seconds since 1970; docs/operate/watch.md has an alarm for each. */
export const GAUGES: Record<string, GaugeLine> = {
  lotline_builds_open: [
    'Builds of the site that were asked for and have not ended.',
    ({ builds }) => builds.open.length,
  ],
  lotline_build_oldest_request_timestamp_seconds: [
    'When the oldest open build was asked for.',
    ({ builds }) => seconds(builds.open[0]?.requested_at),
  ],
  lotline_build_last_success_timestamp_seconds: [
    'When the last good build ended.',
    ({ builds }) => seconds(builds.done?.finished_at),
  ],
  lotline_build_last_duration_seconds: [
    'How long the last good build took.',
    ({ builds: { done } }) => done && between(done.started_at, done.finished_at),
  ],
  lotline_build_failed: [
    '1 if the last build that ended has failed.',
    ({ builds }) => Number(builds.ended?.state === 'failed'),
  ],
  lotline_builds_failed_in_a_row: ['Builds that have failed since the last good one.', ({ builds }) => builds.failed],
  lotline_site_built_timestamp_seconds: [
    'When the pages that are served were built.',
    ({ site }) => seconds(site?.built_at),
  ],
  lotline_mails: [
    'Letters that wait to be sent, and that failed at least once, by state.',
    ({ mail: { waiting, undelivered } }) => ({ waiting, undelivered }),
  ],
  lotline_pictures: [
    'Pictures whose sizes wait to be made, and that could not be made, by state.',
    ({ pictures }) => pictures,
  ],
  lotline_calls_waiting: [
    'Calls to other machines (WEBHOOK_URL, PURGE_URL, PURGE_COMMAND) that were not made yet.',
    ({ calls }) => calls,
  ],
  lotline_drafts_waiting: ['Items that were sent in and wait for a cataloguer.', ({ drafts }) => drafts],
  lotline_backup_last_success_timestamp_seconds: [
    'When the last backup was made.',
    ({ backup }) => seconds(backup?.made_at),
  ],
  lotline_backup_failed: [
    '1 if the last nightly backup of this server has failed.',
    ({ backupFailed }) => Number(backupFailed),
  ],
  lotline_originals_checked_timestamp_seconds: [
    'When the SHA-256 of every original was last compared.',
    ({ fixity }) => seconds(fixity?.checked_at),
  ],
  lotline_originals_damaged: [
    'Originals that were missing or changed at the last check.',
    ({ fixity }) => fixity && fixity.problems.length + fixity.more,
  ],
  lotline_database_damaged: ['1 if a damaged page of the database was found.', ({ health }) => Number(health.damaged)],
  lotline_leads: [
    '1 in the process that leads: it builds the site and does what only one of several does.',
    ({ leads }) => Number(leads),
  ],
  lotline_stopping: ['1 while this server is being stopped.', ({ health }) => Number(health.stopping)],
  lotline_disk_free_bytes: [
    'Free bytes of the fullest disk of the archive.',
    ({ disk }) => (disk.status === 'failed' ? undefined : disk.free),
  ],
  lotline_disk_size_bytes: ['Size of that disk.', ({ disk }) => (disk.status === 'failed' ? undefined : disk.total)],
}

/** Registers the gauges. The function that is returned sets them; without facts they have no values. */
export function createGauges(registry: Registry): (facts: ArchiveFacts | undefined) => void {
  const registers = [registry]
  const gauges = Object.entries(GAUGES).map(([name, [help, read]]) => {
    return { gauge: new Gauge({ name, help, labelNames: ['state'], registers }), read }
  })
  return (facts) => {
    for (const { gauge, read } of gauges) {
      gauge.reset()
      const reading = facts && read(facts)
      if (typeof reading === 'number') gauge.set(reading)
      else for (const [state, value] of Object.entries(reading ?? {})) gauge.set({ state }, value)
    }
  }
}

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
