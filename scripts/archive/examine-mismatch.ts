import { examineArchive } from '#server/bundle/doctor.ts'
import type { DoctorReport } from '#server/bundle/doctor-report.ts'
import { compareOriginals } from '#server/identity/compare-identities.ts'
import { withDatabaseCopy, databaseIsMissing } from '#server/identity/missing-database.ts'
import type { ArchiveIdentityError } from '#server/identity/identity-error.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { archiveConfig } from './open-archive.ts'

/** Examines, read-only, an archive that can't be opened. With `adopt` it is marked as belonging together; true when that worked. */
export async function examineMismatch(
  error: ArchiveIdentityError,
  { repair, adopt }: { repair: boolean; adopt: boolean },
  sayReport: (report: DoctorReport) => void,
): Promise<boolean> {
  const config = archiveConfig()
  const media = openMediaStore(config)
  console.log(error.message)
  await withDatabaseCopy(config.databaseUrl ?? config.databaseFile, async (db) => {
    if (!db) console.log('No database can be read. This is in the media folder:')
    const { onlyMedia, onlyDatabase } = await compareOriginals(db, media)
    console.log(
      `Originals only in the media folder: ${onlyMedia.length}. Only in the database: ${onlyDatabase.length}.`,
    )
    if (repair) {
      for (const key of onlyMedia) console.log(`${key}: Only in the media folder.`)
      for (const key of onlyDatabase) console.log(`${key}: Only in the database.`)
    } else if (db) sayReport(await examineArchive({ db, media, tilesDir: config.overlaysDir }))
  })
  if (!adopt) return false
  if (config.databaseUrl === undefined && databaseIsMissing(config)) {
    console.error('There is no database for these media. "npm run archive -- init" creates an empty one.')
    return false
  }
  const db = await openArchive(config, { adopt: true })
  await db.destroy()
  console.log(
    'Database and media belong together from now on. Nothing was deleted. Run "npm run archive -- doctor" again.',
  )
  return true
}
