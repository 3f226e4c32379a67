import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostgresAddress, openDatabase, type ArchiveDatabase } from '../database/open.ts'

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
