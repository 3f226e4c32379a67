import { sql } from 'kysely'
import type { Health } from '#contract/status.ts'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { originalKey } from '../storage/keys.ts'
import { storageFailure } from '../errors/storage-failure.ts'

/** How many of the newest originals to try: if none can be read, the disk is missing or another one. */
const SAMPLE = 3

/** Checks that pictures can be written and read. */
export async function mediaState(db: Db, media: MediaStore): Promise<Health['media']['status']> {
  try {
    await media.check()
    return (await canRead(db, media)) ? 'ok' : 'unreadable'
  } catch (error) {
    const trouble = storageFailure(error)
    if (trouble === 'read-only') return trouble
    return trouble === 'no-access' || (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'unreadable' : 'failed'
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
