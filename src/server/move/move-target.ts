import { BackupRefused } from '../backup/format.ts'
import { openDatabase, type ArchiveDatabase } from '../database/open.ts'
import type { EngineLock } from '../database/archive-database.ts'
import { lockOutServers } from '../database/archive-locks.ts'
import { countRows, readTableNames } from '../database/table-names.ts'
import { inTransaction } from '../database/write.ts'
import { MOVING, readDatabaseIdentity } from '../identity/compare-identities.ts'
import { TRASH, type MediaObjects } from '../backup/copy-media.ts'
import { ORIGINAL_FOLDERS } from '../storage/keys.ts'
import { readIdentity, writeIdentity } from '../storage/identity-file.ts'
import { mediaPlace } from '../storage/open-media-store.ts'

/** The archive that is moved: its row of `archive_state`. */
export interface MovedState {
  archive: string
  counter: number
  generation: number
}

/** What makes a database one that somebody uses. */
const HELD: Readonly<Record<string, string>> = {
  ...{ item: 'items', location: 'places', person: 'people', organization: 'organizations', account: 'accounts' },
  ...{ original: 'pictures', subject: 'subjects', collection: 'collections', overlay: 'old maps', setting: 'settings' },
  story: 'stories',
}

export interface TargetDatabase {
  db: ArchiveDatabase
  /** True where an earlier run has finished. */
  finished: boolean
  close(): Promise<void>
}

/** Opens the database to move to, which must be empty, or hold an unfinished move of the same archive. @throws {BackupRefused} @throws {ServerRunning} */
export async function openTargetDatabase(
  address: string,
  { archive, generation }: MovedState,
): Promise<TargetDatabase> {
  let found = 'nothing' as 'nothing' | 'unfinished' | 'finished'
  let lock: EngineLock | undefined
  const before = async (db: ArchiveDatabase) => {
    lock = await lockOutServers(db)
    found = await examine(db)
  }
  const db = await openDatabase(address, { before, alone: true }).catch(async (error: unknown) => {
    await lock?.release()
    throw error
  })
  try {
    if (found === 'nothing')
      await inTransaction(db, (trx) => trx.updateTable('archive_state').set({ archive, generation: MOVING }).execute())
    return { db, finished: found === 'finished', close }
  } catch (error) {
    await close()
    throw error
  }

  async function close() {
    await lock?.release()
    await db.destroy()
  }

  async function examine(db: ArchiveDatabase) {
    const identity = await readDatabaseIdentity(db)
    const { place } = db.engine
    if (!identity) {
      const names = await readTableNames(db)
      if (names.length === 0) return 'nothing'
      throw new BackupRefused(
        `The database ${place} has tables of another program: ${names.slice(0, 5).join(', ')}. Move into an empty one.`,
      )
    }
    const ours = identity.archive === archive
    if (identity.generation === MOVING) {
      if (ours) return 'unfinished'
      throw new BackupRefused(
        `The database ${place} holds an unfinished move of another archive (${identity.archive}; this one is ${archive}). Move into an empty one.`,
      )
    }
    if (ours && identity.generation === generation) return 'finished'
    const held = await readHeld(db)
    if (held.length === 0 && !ours) return 'nothing'
    const whose = ours ? 'this archive already' : `another archive (${identity.archive}; this one is ${archive})`
    throw new BackupRefused(`The database ${place} holds ${whose}: ${held.join(', ')}. Move into an empty one.`)
  }
}

/** What somebody keeps in a database, in words. */
async function readHeld(db: ArchiveDatabase): Promise<string[]> {
  const held: string[] = []
  for (const [table, what] of Object.entries(HELD)) {
    if (!(await db.engine.hasTable(table))) continue
    const count = await countRows(db, table)
    if (count > 0) held.push(`${count} ${what}`)
  }
  return held
}

/** The last step: from now on the database may be opened. */
export async function finishTargetDatabase({ db }: TargetDatabase, state: MovedState): Promise<void> {
  await inTransaction(db, (trx) => trx.updateTable('archive_state').set(state).execute())
}

/** What is moved. */
export const FOLDERS: readonly string[] = [...ORIGINAL_FOLDERS, 'derivatives']

/** Checks the place to move media to and takes it. @throws {BackupRefused} @throws {S3Error} */
export async function openTargetMedia(to: MediaObjects, { archive }: MovedState, trash = false): Promise<void> {
  const place = mediaPlace(to.place)
  await to.store.check()
  const identity = await readIdentity(to.place)
  if (identity && identity.archive !== archive)
    throw new BackupRefused(
      `${place} holds the pictures of another archive (${identity.archive}; this one is ${archive}). Move into an empty place.`,
    )
  // A move that has finished is known until a server has opened it.
  if (identity && identity.generation !== MOVING && identity.moved === undefined)
    throw new BackupRefused(`${place} holds pictures of this archive already. Move into an empty place.`)
  // A trash in DATA_DIR may be that of the archive itself.
  if (!identity) await requireEmpty(to, trash && to.place.s3 ? [...FOLDERS, TRASH] : FOLDERS)
  await writeIdentity(to.place, { archive, generation: MOVING })
}

async function requireEmpty(to: MediaObjects, folders: readonly string[]): Promise<void> {
  let found = 0
  let first: string | undefined
  for (const folder of folders)
    for await (const { key } of to.list(folder)) {
      found += 1
      first ??= key
    }
  if (first === undefined) return
  throw new BackupRefused(
    `${mediaPlace(to.place)} is not empty: it holds ${found} files, such as ${first}. Move into an empty place.`,
  )
}

/** From now on the media may be opened with the database of this generation. */
export const finishTargetMedia = (to: MediaObjects, { archive, generation }: MovedState) =>
  writeIdentity(to.place, { archive, generation, moved: true })
