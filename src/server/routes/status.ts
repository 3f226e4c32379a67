import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import type { Db } from '../database/tables.ts'
import { diskSpace } from '../health/disk-space.ts'
import { mediaState } from '../health/media-state.ts'
import { storageFailure } from '../errors/storage-failure.ts'
import type { HealthState } from '../health/health-state.ts'
import type { Mount } from '../http/mount.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { Repositories } from '../repositories/repositories.ts'

interface Deps {
  reader: Db
  media: MediaStore
  /** Folders whose disks need free space, and the required percentage. */
  folders: readonly string[]
  fullBelow: number
  healthState: HealthState
  version: string
}

function databaseState(check: () => void, damaged: boolean): Health['database']['status'] {
  try {
    check()
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
      const { damaged, sweepStopped, storeTroubled } = parts.healthState.current()
      const database = databaseState(() => state.check(), damaged)
      // Creates the media folder if needed, before its disk is measured.
      const media = await mediaState(parts.reader, parts.media)
      const disk = await diskSpace(parts.folders, parts.fullBelow)
      const problems = [
        database === 'damaged' && HEALTH.damaged,
        media.problem ?? false,
        disk.status === 'full' && HEALTH.diskFull(parts.fullBelow),
        sweepStopped && HEALTH.sweepStopped,
        storeTroubled && media.status === 'ok' && HEALTH.storeTroubled,
      ].filter((sentence) => typeof sentence === 'string')
      const failed = database !== 'ok' || media.status !== 'ok' || disk.status === 'failed'
      if (failed) reply.code(503)
      return {
        status: failed ? 'failed' : problems.length > 0 ? 'warning' : 'ok',
        version: parts.version,
        database: { status: database, kind: 'sqlite' },
        media: { status: media.status },
        disk,
        sweep: { status: sweepStopped ? 'stopped' : 'ok' },
        problems,
      }
    },
    { live: true },
  )
  mount('changes', ({ query: { since } }) => {
    const { archive, counter } = state.read()
    return since === undefined ? { counter } : { counter, log: archive, items: state.changedItems(since) }
  })
}
