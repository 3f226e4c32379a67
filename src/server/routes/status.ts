import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { diskSpace } from '../health/disk-space.ts'
import { AWAY, mediaState } from '../health/media-state.ts'
import { storageFailure } from '../errors/storage-failure.ts'
import type { HealthState } from '../health/health-state.ts'
import type { Mount } from '../http/mount.ts'
import { within } from '../limits/within.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { Repositories } from '../repositories/repositories.ts'

interface Deps {
  reader: ArchiveDatabase
  media: MediaStore
  /** Folders whose disks need free space, and the required percentage. */
  folders: readonly string[]
  fullBelow: number
  healthState: HealthState
  version: string
}

/** Milliseconds for a disk or store to answer: balancers give up soon after. */
const PATIENCE = 4000
const UNKNOWN_DISK: Health['disk'] = { status: 'failed', free: 0, total: 0 }

async function databaseState(check: () => Promise<void>, damaged: boolean): Promise<Health['database']['status']> {
  try {
    await check()
    return damaged ? 'damaged' : 'ok'
  } catch (error) {
    return storageFailure(error) === 'damaged' ? 'damaged' : 'failed'
  }
}

/** Health and change counter of the archive (our additions). */
export function mountStatus(mount: Mount, { state }: Repositories, parts: Deps): void {
  mount(
    'health',
    async ({ reply }): Promise<Health> => {
      const { damaged, sweepStopped, storeTroubled, stopping } = parts.healthState.current()
      // The media folder is created if needed, before its disk is measured.
      const [database, media] = await Promise.all([
        within(
          PATIENCE,
          databaseState(() => state.check(), damaged),
          'failed' as const,
        ),
        within(PATIENCE, mediaState(parts.reader, parts.media), AWAY),
      ])
      const disk = await within(PATIENCE, diskSpace(parts.folders, parts.fullBelow), UNKNOWN_DISK)
      const problems = [
        stopping && HEALTH.stopping,
        database === 'damaged' && HEALTH.damaged,
        database === 'failed' && HEALTH.databaseAway,
        media.problem ?? false,
        disk.status === 'full' && HEALTH.diskFull(parts.fullBelow),
        disk.status === 'failed' && HEALTH.diskFailed,
        sweepStopped && HEALTH.sweepStopped,
        storeTroubled && media.status === 'ok' && HEALTH.storeTroubled,
      ].filter((sentence) => typeof sentence === 'string')
      const failed = database !== 'ok' || media.status !== 'ok' || disk.status === 'failed'
      const ready = !failed && !stopping
      if (!ready) reply.code(503)
      return {
        ready,
        status: failed ? 'failed' : stopping ? 'stopping' : problems.length > 0 ? 'warning' : 'ok',
        version: parts.version,
        database: { status: database, kind: parts.reader.engine.kind },
        media: { status: media.status },
        disk,
        sweep: { status: sweepStopped ? 'stopped' : 'ok' },
        problems,
      }
    },
    { live: true },
  )
  mount('changes', async ({ query: { since } }) => {
    const { archive, counter } = await state.read()
    if (since === undefined) return { counter }
    const changed = await state.changesSince(since)
    const items = changed?.items ?? null
    return { counter, log: archive, items: changed?.others ? null : items, changed_items: items }
  })
}
