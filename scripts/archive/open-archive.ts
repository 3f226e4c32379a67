import { dirname, resolve } from 'node:path'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { tellOfFinishedRestore } from '../start/finished-restore.ts'
import { openDatabase, type ArchiveDatabase } from '#server/database/open.ts'
import { originalsFingerprint } from '#server/identity/compare-identities.ts'
import { raiseGeneration } from '#server/identity/generation.ts'
import { hasDatabase } from '#server/identity/missing-database.ts'
import { openArchive, requireDatabase } from '#server/identity/open-archive.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'

/** An error that the person at the terminal can fix: printed without a stack. */
export class UserError extends Error {}

/** Resolves a path against the caller's folder: npm changes to the project root and passes the original folder in INIT_CWD. */
export const fromCaller = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path)

/** The configuration from the environment. @throws {UserError} */
export function archiveConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error
  }
}

interface OpenArchive {
  db: ArchiveDatabase
  media: MediaStore
  tilesDir: string
  /** Folders that may hold leftovers of earlier restores and versions. */
  keptBeside: string[]
}

async function noArchive({ databaseUrl, databaseFile }: Config): Promise<string> {
  const makes = '"npm run archive -- init" makes one, and so does "npm start".'
  if (databaseUrl === undefined)
    return `There is no archive at ${databaseFile}. DATA_DIR sets its folder. If there is to be one: ${makes}`
  const { withoutPassword } = await import('#server/database/dialects/postgres.ts')
  return `There is no archive in the database ${withoutPassword(databaseUrl)} yet. ${makes} DATABASE_URL sets the database.`
}

/** Without one of these, a command may be called from the wrong folder or by a forgetful person: it makes no second archive. */
const isNamed = ({ DATA_DIR, DATABASE_URL }: NodeJS.ProcessEnv) => Boolean(DATA_DIR || DATABASE_URL)

/** Opens the archive of the environment for `work`. `absent`: what to do where there is none; `pretend` uses an empty one in memory, `make` makes one where the environment names its place. */
export async function withArchive<T>(
  absent: 'make' | 'refuse' | 'pretend',
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  const config = archiveConfig()
  tellOfFinishedRestore(config)
  requireDatabase(config)
  const there = await hasDatabase(config)
  if (!there && (absent === 'refuse' || (absent === 'make' && !isNamed(process.env))))
    throw new UserError(await noArchive(config))
  await using db =
    !there && absent === 'pretend' ? await openDatabase(':memory:') : await openArchive(config, { say: console.error })
  const before = await originalsFingerprint(db)
  const done = await work({
    db,
    media: openMediaStore(config),
    tilesDir: config.overlaysDir,
    keptBeside: [config.dataDir, dirname(config.databaseFile), dirname(config.mediaDir)],
  })
  if ((await originalsFingerprint(db)) !== before && db.engine.place !== ':memory:')
    await raiseGeneration({ db, mediaDir: config.mediaDir, s3: config.s3 })
  return done
}
