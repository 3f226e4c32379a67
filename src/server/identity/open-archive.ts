import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from '#locks/lock-file.ts'
import { openDatabase, type ArchiveDatabase } from '../database/open.ts'
import { DomainError } from '../errors/domain-error.ts'
import { S3Error } from '#s3/s3-error.ts'
import { IDENTITY_FILE, readIdentity } from '../storage/identity-file.ts'
import { mediaPlace, openMediaStore, type MediaLocation } from '../storage/open-media-store.ts'
import { MOVING, compareIdentities, compareOriginals, readDatabaseIdentity } from './compare-identities.ts'
import { raiseGeneration } from './generation.ts'
import {
  ArchiveIdentityError,
  MISMATCH_MESSAGES,
  damagedDatabaseMessage,
  damagedIdentityMessage,
  unmarkedMismatchMessage,
  emptyDatabaseMessage,
  missingDatabaseMessage,
  readOnlyMessage,
} from './identity-error.ts'
import { databaseIsMissing, leftoverParts, type ArchivePaths } from './missing-database.ts'

interface OpenOptions {
  /** Takes the lease and begins a new generation. */
  server?: boolean
  /** Accepts what is there as belonging together, or creates a database beside it, because a person said so. */
  adopt?: boolean
  /** Tells a person of an upgrade of the database. */
  say?: (sentence: string) => void
}

/** SQLite result codes (https://sqlite.org/rescode.html). */
const DAMAGED = 11
const NO_DATABASE = 26
const NOT_WRITABLE = [3, 8, 14, 23]
const FULL = 13

/** Another program may be marking the pair just now: so many attempts, with milliseconds between them. */
const ATTEMPTS = 4
const RETRY_DELAY = 50

/**
 * Opens an archive, for every start and command. Creates a database only where there is nothing of an archive, and marks a pair that was never
 * marked if it agrees. @throws {ArchiveIdentityError} where database and media don't fit or can't be used. Nothing was changed then.
 */
export async function openArchive(
  paths: ArchivePaths,
  { server = false, adopt = false, say }: OpenOptions = {},
): Promise<ArchiveDatabase> {
  if (!adopt) requireDatabase(paths)
  let marked = true
  const before = async (opened: ArchiveDatabase) => {
    if (!opened.isPostgres) checkPages(opened.sqlite)
    if (!adopt) marked = await checkIdentity(opened, paths)
    else await refuseUnfinishedMove(opened, paths)
  }
  let db: ArchiveDatabase | undefined
  try {
    db = await openDatabase(paths.databaseUrl ?? paths.databaseFile, { server, lease: server, before, say })
    if (adopt || !marked) await raiseGeneration({ db, ...locationOf(paths) }, { adopt: true })
    if (server) await raiseGenerationAtStart(db, paths)
    return db
  } catch (error) {
    await db?.destroy()
    throw explainOpenError(error, paths)
  }
}

const locationOf = ({ mediaDir, s3 }: ArchivePaths): MediaLocation => ({ mediaDir, s3 })

/** @throws {ArchiveIdentityError} where there is no database, but other parts of an archive. */
export function requireDatabase(paths: ArchivePaths): void {
  // An empty one on PostgreSQL is found by `checkIdentity`.
  if (paths.databaseUrl !== undefined || !databaseIsMissing(paths)) return
  const parts = leftoverParts(paths)
  if (parts.length > 0) throw new ArchiveIdentityError(missingDatabaseMessage(paths.databaseFile, parts))
}

/** Reads every page, which finds pages that were never copied. Table by table: checking the full-text index would take long. */
function checkPages(sqlite: ArchiveDatabase['sqlite']): void {
  const tables = sqlite.prepare(`select name from sqlite_schema where type = 'table' and rootpage > 0`).all()
  for (const { name } of tables) {
    const [found] = sqlite.prepare(`pragma quick_check("${String(name)}")`).all()
    const what = String(found?.['quick_check'])
    if (what !== 'ok') throw Object.assign(new Error(what), { errcode: DAMAGED })
  }
}

/** False where the pair agrees but was never marked. */
async function checkIdentity(db: ArchiveDatabase, paths: ArchivePaths): Promise<boolean> {
  const [database, place] = [db.engine.place, mediaPlace(paths)]
  for (let attempt = 1; ; attempt += 1) {
    const media = await readIdentity(paths)
    const now = (await readDatabaseIdentity(db)) ?? { archive: '', generation: 0 }
    const status = compareIdentities(now, media)
    if (status === 'fits') return true
    if (status === 'unmarked' || now.archive !== media?.archive) {
      const difference = await compareOriginals(db, openMediaStore(locationOf(paths)))
      const { onlyMedia, onlyDatabase } = difference
      const agree = onlyMedia.length + onlyDatabase.length === 0
      if (status === 'unmarked' && agree) return false
      if (onlyMedia.length > 0 && (await isEmpty(db))) {
        throw new ArchiveIdentityError(emptyDatabaseMessage(database, place, onlyMedia.length))
      }
      if (status === 'unmarked') {
        throw new ArchiveIdentityError(unmarkedMismatchMessage([database, place], difference))
      }
    }
    if (attempt === ATTEMPTS) throw new ArchiveIdentityError(MISMATCH_MESSAGES[status](database, place))
    await sleep(RETRY_DELAY)
  }
}

/** Whatever a person says: half of the rows may be missing. */
async function refuseUnfinishedMove(db: ArchiveDatabase, paths: ArchivePaths): Promise<void> {
  if ((await readDatabaseIdentity(db))?.generation !== MOVING) return
  throw new ArchiveIdentityError(MISMATCH_MESSAGES.moving(db.engine.place, mediaPlace(paths)))
}

async function isEmpty(db: ArchiveDatabase): Promise<boolean> {
  for (const name of ['original', 'item', 'location', 'person']) {
    if (!(await db.engine.hasTable(name))) continue
    if ((await db.prepareRead(`select 1 from ${name} limit 1`).all([])).length > 0) return false
  }
  return true
}

/** While an import writes or the disk is full, the next generation waits (startGenerationJob); the start doesn't. */
async function raiseGenerationAtStart(db: ArchiveDatabase, paths: ArchivePaths): Promise<void> {
  try {
    await raiseGeneration({ db, ...locationOf(paths) })
  } catch (error) {
    const { code, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number }
    if (error instanceof DomainError || isBusy(error) || code === 'ENOSPC' || errcode % 256 === FULL) return
    throw error
  }
}

/** Turns a system error into a message for the person at the terminal. */
function explainOpenError(error: unknown, { databaseFile, mediaDir, s3 }: ArchivePaths): unknown {
  if (error instanceof S3Error) return new ArchiveIdentityError(`${error.message} Nothing was changed.`)
  const { code = '', errcode, message, path = '' } = error as NodeJS.ErrnoException & { errcode?: number }
  if (errcode !== undefined) {
    const result = errcode % 256
    if (result === DAMAGED || result === NO_DATABASE)
      return new ArchiveIdentityError(damagedDatabaseMessage(databaseFile, message))
    return NOT_WRITABLE.includes(result)
      ? new ArchiveIdentityError(readOnlyMessage(`The database ${databaseFile}`, message))
      : error
  }
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) {
    const what = path.startsWith(mediaDir)
      ? `The media folder ${mediaDir}`
      : `The folder of the database ${databaseFile}`
    return new ArchiveIdentityError(readOnlyMessage(what, message))
  }
  const file = s3 ? `${mediaPlace({ mediaDir, s3 })}/${IDENTITY_FILE}` : join(mediaDir, IDENTITY_FILE)
  const unreadable = error instanceof SyntaxError || (error as Error).name === 'ValiError'
  return unreadable && (s3 || existsSync(file)) ? new ArchiveIdentityError(damagedIdentityMessage(file)) : error
}
