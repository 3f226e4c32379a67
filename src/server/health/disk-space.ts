import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Health } from '#contract/status.ts'
import type { Config } from '../config.ts'

/** The folders that need free space. */
export const archiveFolders = ({
  dataDir,
  databaseFile,
  mediaDir,
}: Pick<Config, 'dataDir' | 'databaseFile' | 'mediaDir'>) => [dataDir, dirname(databaseFile), mediaDir]

/** Free and total bytes of the fullest disk that holds the archive's data. @param fullBelow percent. */
export async function diskSpace(folders: readonly string[], fullBelow: number): Promise<Health['disk']> {
  try {
    const disks = await Promise.all(
      folders.map(async (folder) => {
        const { bavail, blocks, bsize } = await statfs(folder)
        return { free: bavail * bsize, total: blocks * bsize }
      }),
    )
    const share = ({ free, total }: (typeof disks)[number]) => (100 * free) / Math.max(total, 1)
    const fullest = disks.reduce((a, b) => (share(b) < share(a) ? b : a))
    return { status: share(fullest) < fullBelow ? 'full' : 'ok', ...fullest }
  } catch {
    return { status: 'failed', free: 0, total: 0 }
  }
}
