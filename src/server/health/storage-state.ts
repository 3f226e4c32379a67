import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { S3Error, type S3ErrorCode } from '#s3/s3-error.ts'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { originalKey } from '../storage/keys.ts'
import { storageFailure } from '../errors/storage-failure.ts'
import type { Config } from '../config.ts'

/** How many of the newest originals to try: if none can be read, the disk is missing or another one. */
const SAMPLE = 3

interface MediaState {
  status: Health['media']['status']
  /** A sentence for the person who runs the archive. */
  problem?: string | undefined
}

const UNREADABLE = { status: 'unreadable', problem: HEALTH.unreadable } as const
/** Also of a disk or store that does not answer in time. */
export const AWAY: MediaState = { status: 'failed', problem: HEALTH.mediaAway }
const STORE_PROBLEMS: Partial<Record<S3ErrorCode, string>> = {
  ERR_STORE_DENIED: HEALTH.storeDenied,
  ERR_STORE_UNAVAILABLE: HEALTH.storeAway,
  ERR_STORE_FULL: HEALTH.storeFull,
}

/** Checks that pictures can be written and read. */
export async function mediaState(db: Db, media: MediaStore): Promise<MediaState> {
  try {
    await media.check()
    return (await canRead(db, media)) ? { status: 'ok' } : UNREADABLE
  } catch (error) {
    if (error instanceof S3Error) return { status: 'failed', problem: STORE_PROBLEMS[error.code] }
    const trouble = storageFailure(error)
    if (trouble === 'read-only') return { status: trouble, problem: HEALTH.readOnly }
    const unreadable = trouble === 'no-access' || (error as NodeJS.ErrnoException).code === 'ENOTDIR'
    return unreadable ? UNREADABLE : AWAY
  }
}

async function canRead(db: Db, media: MediaStore): Promise<boolean> {
  const newest = await db
    .selectFrom('original')
    .select(['sha256', 'format'])
    .orderBy(sql`rowid`, 'desc')
    .limit(SAMPLE)
    .execute()
    // Database errors are reported separately.
    .catch(() => [])
  if (newest.length === 0) return true
  for (const { sha256, format } of newest) {
    if (await media.readPart(originalKey(sha256, format), 0, 1)) return true
  }
  return false
}

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
