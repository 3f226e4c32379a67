import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isSwapPending } from '../database/restore-swap.ts'
import { IDENTITY_FILE } from '../storage/identity-file.ts'

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
