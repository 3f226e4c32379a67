import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { createClockCheck } from '../health/check-database.ts'
import { diskSpace, AWAY, mediaState } from '../health/storage-state.ts'
import { isDenied, storageFailure } from '../errors/storage-failure.ts'
import type { HealthState } from '../health/health-state.ts'
import type { Mount } from '../http/mount.ts'
import { failedInARow } from '../jobs/builds.ts'
import { within } from '../limits/concurrency.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { replicaProblem, type Replica } from '../reads/replica.ts'
import type { Repositories } from '../repositories/repositories.ts'

interface Deps {
  reader: ArchiveDatabase
  media: MediaStore
  /** Folders whose disks need free space, and the required percentage. */
  folders: readonly string[]
  fullBelow: number
  healthState: HealthState
  replica: Replica | undefined
  /** Whether this process leads; missing where nobody asks. */
  leads: (() => boolean) | undefined
  version: string
}

/** Milliseconds for a disk or store to answer: balancers give up soon after. */
const PATIENCE = 4000
const UNKNOWN_DISK: Health['disk'] = { status: 'failed', free: 0, total: 0 }

interface DatabaseState {
  status: Health['database']['status']
  problems: string[]
}
const DATABASE_AWAY: DatabaseState = { status: 'failed', problems: [HEALTH.databaseAway] }
const DAMAGED: DatabaseState = { status: 'damaged', problems: [HEALTH.damaged] }

/** @param readClock seconds by which its clock is ahead, if that is too much. */
async function databaseState(
  check: () => Promise<void>,
  readClock: () => Promise<number | undefined>,
  damaged: boolean,
): Promise<DatabaseState> {
  try {
    await check()
    if (damaged) return DAMAGED
    const ahead = await readClock()
    return { status: 'ok', problems: ahead === undefined ? [] : [HEALTH.clocks(ahead)] }
  } catch (error) {
    if (storageFailure(error) === 'damaged') return DAMAGED
    return isDenied(error) ? { status: 'failed', problems: [HEALTH.databaseDenied] } : DATABASE_AWAY
  }
}

/** The change counter of the archive (our addition). */
export function mountChanges(mount: Mount, { state }: Pick<Repositories, 'state'>): void {
  mount('changes', async ({ query: { since } }) => {
    const { archive, counter } = await state.read()
    if (since === undefined) return { counter }
    const changed = await state.changesSince(since)
    const items = changed?.items ?? null
    return { counter, log: archive, items: changed?.others ? null : items, changed_items: items }
  })
}

/** The health of the archive (our addition). */
export function mountStatus(mount: Mount, { state }: Pick<Repositories, 'state'>, parts: Deps): void {
  const readClock = createClockCheck(parts.reader)
  mount('health', async ({ reply }): Promise<Health> => {
    const { damaged, sweepStopped, storeTroubled, databaseFull, stopping } = parts.healthState.current()
    // The media folder is created if needed, before its disk is measured.
    const [database, media] = await Promise.all([
      within(
        PATIENCE,
        databaseState(() => state.check(), readClock, damaged),
        DATABASE_AWAY,
      ),
      within(PATIENCE, mediaState(parts.reader, parts.media), AWAY),
    ])
    // Reported as a problem of the database if it can't be read.
    const builds = failedInARow(parts.reader).catch(() => undefined)
    const failing = (await within(PATIENCE, builds, undefined))?.problem
    const replica = parts.replica?.state()
    const disk = await within(PATIENCE, diskSpace(parts.folders, parts.fullBelow), UNKNOWN_DISK)
    const problems = [
      stopping && HEALTH.stopping,
      ...database.problems,
      databaseFull && HEALTH.databaseFull,
      replica && replicaProblem(replica),
      media.problem ?? false,
      disk.status === 'full' && HEALTH.diskFull(parts.fullBelow),
      disk.status === 'failed' && HEALTH.diskFailed,
      sweepStopped && HEALTH.sweepStopped,
      failing,
      storeTroubled && media.status === 'ok' && HEALTH.storeTroubled,
    ].filter((sentence) => typeof sentence === 'string')
    const failed = database.status !== 'ok' || media.status !== 'ok' || disk.status === 'failed'
    const ready = !failed && !stopping
    if (!ready) reply.code(503)
    return {
      ready,
      status: failed ? 'failed' : stopping ? 'stopping' : problems.length > 0 ? 'warning' : 'ok',
      version: parts.version,
      database: {
        status: database.status,
        kind: parts.reader.engine.kind,
        ...(replica && { replica: replica.status }),
      },
      ...(parts.leads && { leads: parts.leads() }),
      media: { status: media.status },
      disk,
      sweep: { status: sweepStopped ? 'stopped' : 'ok' },
      problems,
    }
  })
}
