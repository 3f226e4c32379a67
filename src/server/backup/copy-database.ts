import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makeDatabaseFile } from '../database/open.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { sha256OfKey } from '../raster/version.ts'
import { originalKey } from '../scans/originals.ts'
import { BackupRefused } from './format.ts'

/** An original that the database names: of a picture, or of an old map. `path` is its key in the media store, and its name in the backup. */
export interface OriginalRow {
  path: string
  sha256: string
  file_name: string
  bytes: number
}

/** What a copy of the database holds: rows of every table, its originals, and how many letters were left out. */
export interface CopiedDatabase {
  counts: Record<string, number>
  originals: OriginalRow[]
  lettersLeftOut: number
  /** Rows that name what is not there. */
  dangling: string[]
}

/**
 * Copies the database as it is at this moment, while others write to it: SQLite reads one state of it from beginning to end. Letters that
 * wait to be sent are left out: they hold links that let their reader in.
 * @throws {BackupRefused} where the file of the database is damaged.
 */
export function copyDatabase(db: ArchiveDatabase, path: string): CopiedDatabase {
  rmSync(path, { force: true })
  makeDatabaseFile(path)
  db.sqlite.prepare('vacuum into ?').run(path)
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma journal_mode = delete; pragma secure_delete = on')
    const wrong = brokenFile(copy)
    if (wrong) throw new BackupRefused(`The database is damaged (${wrong}). No backup was made.`)
    const lettersLeftOut = Number(copy.prepare('delete from mail').run().changes)
    return { counts: countRows(copy), originals: originalRows(copy), lettersLeftOut, dangling: danglingRows(copy) }
  } finally {
    copy.close()
  }
}

/** What is wrong with a database file itself; undefined when nothing is. */
export function brokenFile(sqlite: DatabaseSync): string | undefined {
  const [first] = sqlite.prepare('pragma integrity_check(1)').all()
  return first?.['integrity_check'] === 'ok' ? undefined : String(first?.['integrity_check'])
}

/** Rows that name what is not there. */
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

/** Originals of old maps, each once; a backup from before there were any has no table of them. */
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
