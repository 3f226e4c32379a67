import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { openDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { writeLargeArchive } from './large-archive.ts'
import type { Size } from './large-archive.ts'

/**
 * A data folder, in the system's temporary folder, with a large archive in it: written as a bundle and imported like any other.
 * @param database the address of PostgreSQL; default: SQLite in that folder.
 */
export async function makeLargeArchive(size: Size, database?: string): Promise<string> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'lotline-bench-'))
  const bundle = path.join(data, 'bundle')
  await writeLargeArchive(bundle, size)
  const db = await openDatabase(database ?? path.join(data, 'archive.db'))
  try {
    const report = await importBundle({ folder: bundle, db, media: createFolderStore(path.join(data, 'media')) })
    if (!report.imported)
      throw new Error(`The generated archive was refused: ${JSON.stringify(report.issues.slice(0, 3))}`)
  } finally {
    await db.destroy()
  }
  return data
}
