import { existsSync, readdirSync, statSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isSwapPending } from '../database/restore-swap.ts'
import { IDENTITY_FILE } from '../storage/identity-file.ts'
import { tmpdir } from 'node:os'
import { isPostgresAddress, openDatabase, type ArchiveDatabase } from '../database/open.ts'

export type ArchivePaths = Pick<Config, 'dataDir' | 'databaseFile' | 'mediaDir'> &
  Partial<Pick<Config, 's3' | 'databaseUrl'>>

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Empty folders don't count: any program may have made them. */
const holdsFiles = (folder: string) =>
  names(folder).length > 0 &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => !entry.isDirectory())

const isAbsent = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0

/** True where there is no database, or only the empty file of a program that was killed at its start. */
export const databaseIsMissing = ({ databaseFile }: Pick<ArchivePaths, 'databaseFile'>): boolean =>
  isAbsent(databaseFile) && isAbsent(`${databaseFile}-wal`) && !isSwapPending(databaseFile)

/** What is left of an archive without its database, in words. Empty where there never was one. */
export function leftoverParts({ dataDir, mediaDir }: ArchivePaths): string[] {
  const media = ['originals', 'overlays', 'derivatives', IDENTITY_FILE].some((name) =>
    name === IDENTITY_FILE ? names(mediaDir).includes(name) : holdsFiles(join(mediaDir, name)),
  )
  const data = names(dataDir).filter(
    (name) =>
      /^(secret-key|before-restore-.*)$/.test(name) ||
      (/^(site|trash|removed-maps)$/.test(name) && holdsFiles(join(dataDir, name))),
  )
  return [...(media ? [`pictures in ${mediaDir}`] : []), ...data.map((name) => join(dataDir, name))]
}

/** Whether there is a database with an archive, without making one. */
export async function hasDatabase({ databaseUrl, databaseFile }: Pick<ArchivePaths, 'databaseUrl' | 'databaseFile'>) {
  if (databaseUrl === undefined) return existsSync(databaseFile)
  return await (await import('../database/open-postgres.ts')).hasArchiveTables(databaseUrl)
}

/** Works on a copy of a database (on PostgreSQL on itself) that must not be changed or can't be written to. `work` gets undefined where it can't be read. */
export async function withDatabaseCopy<T>(file: string, work: (db: ArchiveDatabase | undefined) => Promise<T>) {
  if (isPostgresAddress(file)) {
    await using original = await openDatabase(file)
    return await work(original)
  }
  const folder = mkdtempSync(join(tmpdir(), 'lotline-look-'))
  let db: ArchiveDatabase | undefined
  try {
    const copy = join(folder, 'archive.db')
    // The write-ahead log holds the latest changes after a crash.
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end)
    db = existsSync(copy) ? await openDatabase(copy).catch(() => undefined) : undefined
    return await work(db)
  } finally {
    await db?.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}
