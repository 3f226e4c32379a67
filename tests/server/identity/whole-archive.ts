import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { copyTown } from '../bundle/imported-town.ts'
import { openFreshDatabase } from '../fresh-database.ts'

export interface WholeArchive {
  /** Of this test alone; the archive lies in `data`. */
  folder: string
  config: Config
  originals(): Record<string, string>
}

/** SHA-256 of every file below a folder, by its path. */
export function checksums(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const sums = files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
  })
  return Object.fromEntries(sums.sort()) as Record<string, string>
}

const configIn = (folder: string) => readConfig({ DATA_DIR: join(folder, 'data'), PORT: '0' })

/** An archive with three originals, closed, as one from before identities: neither id nor generation in its media. All its files are two days old. */
export async function unmarkedArchive(): Promise<WholeArchive> {
  const folder = await freshFolder()
  const config = configIn(folder)
  await copyTown(config.dataDir)
  const old = new Date(Date.now() - 48 * 60 * 60_000)
  for (const file of Object.keys(checksums(config.mediaDir))) utimesSync(join(config.mediaDir, file), old, old)
  return { folder, config, originals: () => checksums(join(config.mediaDir, 'originals')) }
}

/** Opens and closes an archive as a start does. */
export async function startOnce(config: Config): Promise<void> {
  const db = await openArchive(config, { server: true })
  await db.destroy()
}

/** The same, marked on both sides, with an id of its own. */
export async function wholeArchive(): Promise<WholeArchive> {
  const archive = await unmarkedArchive()
  const db = await openFreshDatabase(archive.config.databaseFile)
  db.sqlite.exec(`update archive_state set archive = lower(hex(randomblob(6)))`)
  await db.destroy()
  await startOnce(archive.config)
  return archive
}
