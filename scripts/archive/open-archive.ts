import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { tellOfFinishedRestore } from '../start/finished-restore.ts'
import { openDatabase, type ArchiveDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/media/folder-store.ts'
import type { MediaStore } from '#server/media/media-store.ts'

/** Something that the person at the terminal can put right: printed without a stack. */
export class UserError extends Error {}

/** A path as the person meant it: npm changes to the root of the project and says in INIT_CWD where it was called. */
export const fromCaller = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path)

/** What the environment says. @throws {UserError} */
export function archiveConfig(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw error instanceof ConfigError ? new UserError(error.message) : error
  }
}

/**
 * Opens the archive that the environment names, does something with it, and closes it again.
 * @param absent what to do where there is none yet: make it, say so, or try on an empty one that is not kept.
 */
export async function withArchive<T>(
  absent: 'make' | 'refuse' | 'pretend',
  work: (archive: { db: ArchiveDatabase; media: MediaStore; tilesDir: string }) => Promise<T>,
): Promise<T> {
  const config = archiveConfig()
  tellOfFinishedRestore(config)
  const there = existsSync(config.databaseFile)
  if (!there && absent === 'refuse') {
    throw new UserError(`There is no archive at ${config.databaseFile}. DATA_DIR names the folder that it lies in.`)
  }
  const db = await openDatabase(!there && absent === 'pretend' ? ':memory:' : config.databaseFile)
  try {
    return await work({ db, media: createFolderStore(config.mediaDir), tilesDir: config.overlaysDir })
  } finally {
    await db.destroy()
  }
}
