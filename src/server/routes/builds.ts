import { inTransaction } from '../database/write.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Mount } from '../http/mount.ts'
import { requestRebuild, latestBuilds } from '../jobs/request-rebuild.ts'

/** The site's builds, and requesting one; a server that builds starts it (publishing/rebuilds.ts). */
export function mountBuilds(mount: Mount, { db, reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  mount('builds', () => latestBuilds(reader), { live: true })
  mount('requestBuild', ({ body }) =>
    inTransaction(db, (trx) => requestRebuild(trx, body?.reason || 'Requested by staff', { atOnce: true })),
  )
}
