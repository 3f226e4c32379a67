import { inTransaction } from '../database/write.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Mount } from '../http/mount.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'
import { latestBuilds } from '../repositories/builds.ts'

/** The rebuilds of the site: how they went, and asking for one. A waiting one is begun by a server that builds (publishing/rebuilds.ts). */
export function mountBuilds(mount: Mount, { db, reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  mount('builds', () => latestBuilds(reader), { live: true })
  mount('requestBuild', ({ body }) =>
    inTransaction(db, (trx) => requestRebuild(trx, body?.reason || 'Asked for by staff', { atOnce: true })),
  )
}
