import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '#server/database/open.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'

let template: Promise<Buffer> | undefined

/** The bytes of an empty migrated archive, made once per test file. */
async function makeTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-template-'))
  try {
    const db = await openDatabase(join(folder, 'archive.db'))
    await db.destroy()
    return readFileSync(join(folder, 'archive.db'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A fresh migrated archive with its own id; an existing `file` is opened as it is. */
export async function openFreshDatabase(file: string, options?: { server?: boolean }): Promise<ArchiveDatabase> {
  if (existsSync(file)) return openDatabase(file, options)
  template ??= makeTemplate()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await template, { mode: 0o600 })
  const db = await openDatabase(file, options)
  await db
    .updateTable('archive_state')
    .set({ archive: randomBytes(6).toString('hex') })
    .execute()
  return db
}
