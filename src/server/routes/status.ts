import { statfs } from 'node:fs/promises'
import type { Health } from '#contract/status.ts'
import type { Mount } from '../http/mount.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Repositories } from '../repositories/repositories.ts'

interface Parts {
  media: MediaStore
  dataDir: string
  version: string
}

const tried = async (attempt: () => unknown): Promise<'ok' | 'failed'> => {
  try {
    await attempt()
    return 'ok'
  } catch {
    return 'failed'
  }
}

/** Bytes free for this program, and bytes altogether, where the archive's data lies. */
async function diskSpace(folder: string): Promise<Health['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { status: 'ok', free: bavail * bsize, total: blocks * bsize }
  } catch {
    return { status: 'failed', free: 0, total: 0 }
  }
}

/** How the archive is, and how often it has changed (our additions). */
export function mountStatus(mount: Mount, { state }: Repositories, parts: Parts): void {
  mount(
    'health',
    async ({ reply }): Promise<Health> => {
      const [database, media, disk] = await Promise.all([
        tried(() => state.check()),
        tried(() => parts.media.check()),
        diskSpace(parts.dataDir),
      ])
      const failed = [database, media, disk.status].includes('failed')
      if (failed) reply.code(503)
      return {
        status: failed ? 'failed' : 'ok',
        version: parts.version,
        database: { status: database, kind: 'sqlite' },
        media: { status: media },
        disk,
      }
    },
    { live: true },
  )
  mount('changes', () => ({ counter: state.read().counter }))
}
