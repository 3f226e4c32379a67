import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import { townBundle } from './town.ts'

// Shared by every test file of a process (Vitest runs many in one), so it goes with the process.
let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-town-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const db = await openFreshDatabase(join(folder, 'archive.db'))
  const media = createFolderStore(join(folder, 'media'))
  await importBundle({ folder: await townBundle(), db, media, formats: ['webp'] })
  await db.destroy()
  return folder
}

/** Puts an archive with the town of town.ts into a folder, closed: `archive.db` and `media`. Imported once per process; all have the same id. */
export async function copyTown(folder: string): Promise<void> {
  cpSync(await (template ??= makeTemplate()), folder, { recursive: true })
}
