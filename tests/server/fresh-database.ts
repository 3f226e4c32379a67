import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '#server/database/open.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { onPostgres, openFreshPostgres } from '../postgres/databases.ts'

type Fill = (db: ArchiveDatabase) => Promise<void>

/** What archives are copied from, made once per process: the migrated empty one, and one for each `fill`. */
const templates = new Map<Fill | undefined, Promise<Buffer>>()

async function makeTemplate(fill?: Fill): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-template-'))
  try {
    const file = join(folder, 'archive.db')
    // The migrations take forty times as long as opening a copy.
    if (fill) writeFileSync(file, await templateOf(undefined))
    const db = await openDatabase(file)
    await fill?.(db)
    await db.destroy()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function templateOf(fill: Fill | undefined): Promise<Buffer> {
  const known = templates.get(fill)
  if (known) return known
  const made = makeTemplate(fill)
  templates.set(fill, made)
  return made
}

/** A fresh migrated archive with its own id and the records of `fill`; an existing `file` is opened as it is. */
export async function openFreshDatabase(
  file: string,
  options?: { server?: boolean },
  fill?: Fill,
): Promise<ArchiveDatabase> {
  if (onPostgres) return openFreshPostgres(file, fill)
  if (existsSync(file)) return openDatabase(file, options)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await templateOf(fill), { mode: 0o600 })
  const db = await openDatabase(file, options)
  await db
    .updateTable('archive_state')
    .set({ archive: randomBytes(6).toString('hex') })
    .execute()
  return db
}
