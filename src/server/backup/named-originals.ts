import { sql } from 'kysely'
import { isPostgres } from '../database/dialects/is-postgres.ts'
import type { Db } from '../database/tables.ts'
import { originalKey, sha256OfKey } from '../storage/keys.ts'
import { BackupRefused } from './format.ts'

/** An original of a picture or an old map. `path` is its key in the media store and its name in the backup. */
export interface OriginalRow {
  path: string
  sha256: string
  file_name: string
  bytes: number
}

/** The originals that the database names, each once. */
export async function readOriginals(db: Db): Promise<OriginalRow[]> {
  const pictures = db.selectFrom('original').select(['sha256', 'format', 'file_name', 'bytes']).orderBy('sha256')
  const maps = db
    .selectFrom('overlay')
    .select(({ fn }) => ['source_key', fn.min('file_name').as('file_name'), 'source_bytes'])
    .groupBy(['source_key', 'source_bytes'])
    .orderBy('source_key')
  return [
    ...(await pictures.execute()).map(({ format, ...row }) => ({ path: originalKey(row.sha256, format), ...row })),
    ...(await maps.execute()).map(({ source_key: path, file_name, source_bytes: bytes }) => ({
      ...{ path, sha256: sha256OfKey(path) ?? '', file_name, bytes },
    })),
  ]
}

/** Rows that refer to nothing, in words. PostgreSQL keeps references itself. */
export async function readDangling(db: Db): Promise<string[]> {
  if (isPostgres(db)) return []
  const { rows } = await sql<Record<'table' | 'rowid' | 'parent', unknown>>`pragma foreign_key_check`.execute(db)
  return rows.map(
    ({ table, rowid, parent }) => `${String(table)} ${String(rowid)} names a ${String(parent)} that is not there`,
  )
}

/** @throws {BackupRefused} for a damaged file of SQLite. */
export async function requireIntegrity(db: Db, whose: string, then: string): Promise<void> {
  if (isPostgres(db)) return
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
  const found = rows[0]?.integrity_check
  if (found !== 'ok') throw new BackupRefused(`${whose} is damaged (${found}). ${then}`)
}
