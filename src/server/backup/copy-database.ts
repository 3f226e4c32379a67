import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createDatabaseFile, type ArchiveDatabase } from '../database/open.ts'
import { sha256OfKey, originalKey } from '../storage/keys.ts'
import { BackupRefused } from './format.ts'

/** An original of a picture or an old map. `path` is its key in the media store and its name in the backup. */
export interface OriginalRow {
  path: string
  sha256: string
  file_name: string
  bytes: number
}

/** A copy of the database: rows of every table, originals, and how many unsent letters were left out. */
export interface CopiedDatabase {
  counts: Record<string, number>
  originals: OriginalRow[]
  lettersLeftOut: number
  /** Rows with dangling references. */
  dangling: string[]
}

/** Copies a consistent state of the database, without unsent letters, whose links grant access, and without calls to other machines. @throws {BackupRefused} where it is damaged. */
export function copyDatabase(db: ArchiveDatabase, path: string): CopiedDatabase {
  rmSync(path, { force: true })
  createDatabaseFile(path)
  db.sqlite.prepare('vacuum into ?').run(path)
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = delete; pragma secure_delete = on')
    const wrong = integrityError(copy)
    if (wrong) throw new BackupRefused(`The database is damaged (${wrong}). No backup was made.`)
    copy.exec('delete from hook')
    const lettersLeftOut = Number(copy.prepare('delete from mail').run().changes)
    return { counts: countRows(copy), originals: originalRows(copy), lettersLeftOut, dangling: danglingRows(copy) }
  } finally {
    copy.close()
  }
}

/** SQLite's description of what is damaged in a database file; undefined when nothing is. */
export function integrityError(sqlite: DatabaseSync): string | undefined {
  const [first] = sqlite.prepare('pragma integrity_check(1)').all()
  return first?.['integrity_check'] === 'ok' ? undefined : String(first?.['integrity_check'])
}

export const danglingRows = (sqlite: DatabaseSync): string[] =>
  sqlite
    .prepare('pragma foreign_key_check')
    .all()
    .map(({ table, rowid, parent }) => `${String(table)} ${String(rowid)} names a ${String(parent)} that is not there`)

export function countRows(sqlite: DatabaseSync): Record<string, number> {
  const names = sqlite
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
  const count = (name: string) =>
    Number(sqlite.prepare(`select count(*) as rows from "${name.replaceAll('"', '""')}"`).get()?.['rows'])
  return Object.fromEntries(names.map((name) => [name, count(name)]))
}

export function originalRows(sqlite: DatabaseSync): OriginalRow[] {
  const pictures = sqlite.prepare('select sha256, format, file_name, bytes from original order by sha256').all()
  return [
    ...pictures.map(({ sha256, format, file_name, bytes }) => ({
      path: originalKey(String(sha256), String(format)),
      ...{ sha256: String(sha256), file_name: String(file_name), bytes: Number(bytes) },
    })),
    ...mapRows(sqlite),
  ]
}

/** Originals of old maps, each once. Backups from before there were any have no such table. */
function mapRows(sqlite: DatabaseSync): OriginalRow[] {
  const table = sqlite.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'overlay'`).get()
  if (!table) return []
  const rows = sqlite
    .prepare(
      'select source_key, min(file_name) as file_name, source_bytes from overlay group by source_key order by source_key',
    )
    .all()
  return rows.map(({ source_key, file_name, source_bytes }) => {
    const path = String(source_key)
    return { path, sha256: sha256OfKey(path) ?? '', file_name: String(file_name), bytes: Number(source_bytes) }
  })
}
