import type { Hash } from 'node:crypto'
import * as v from 'valibot'
import packageJson from '../../../package.json' with { type: 'json' }
import { sql } from 'kysely'
import { isPostgres } from '../database/dialects/is-postgres.ts'
import type { Db } from '../database/tables.ts'
import { originalKey, sha256OfKey } from '../storage/keys.ts'

/**
 * A backup is a tar file (POSIX ustar): FORMAT first, then the originals and, if asked for, the trash, by their keys; the rows of all tables as NDJSON, `tables/NAME/000001.ndjson`;
 * `manifest.json`, and last SHA256SUMS, for `sha256sum -c`.
 */
export const FORMAT_FILE = 'FORMAT'
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
/** Instead of the tables, in formats 1 and 2: the file of SQLite. */
export const DATABASE_FILE = 'archive.db'
/** In format 3: the database, as `pg_dump --format=custom` writes it. */
export const DUMP_FILE = 'archive.dump'
/** The original of a picture or an old map (storage/keys.ts). */
export const ORIGINAL_FILE = /^(originals\/([0-9a-f]{2})\/\2[0-9a-f]{62}|overlays\/[0-9a-f]{64})\.[a-z0-9]{3,4}$/
export const TRASH_LOG = 'trash/log.jsonl'
export const TRASH_FILE = /^trash\/\d{4}-\d\d-\d\d(\/[\w~-][\w~.-]*)+$/
export const TABLE_FILE = /^tables\/(\w+)\/\d{6}\.ndjson$/
export const tableFile = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`

/** Raise it when older versions can't read what is written. */
export const FORMAT = 4
export const formatText = (format: number): string => `Lotline backup, format ${format}\n`
/** The format that a FORMAT file names; undefined for another file. */
export const formatOf = (text: string | undefined): number | undefined => {
  const [, format] = /^Lotline backup, format (\d+)\n$/.exec(text ?? '') ?? []
  return format === undefined ? undefined : Number(format)
}

/** A file of the backup; SHA-256 in hexadecimal. */
const file = v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })
export type BackupFile = v.InferOutput<typeof file>

export const manifest = v.object({
  format: v.pipe(v.number(), v.integer(), v.maxValue(FORMAT)),
  /** Version of Lotline that made it. */
  program: v.string(),
  made_at: v.string(),
  /** The last migration of the database. Since format 4, as `ids`. */
  migration: v.optional(v.string(), ''),
  /** The highest id that each table has ever given. */
  ids: v.optional(v.record(v.string(), v.number()), {}),
  /** Rows of every table. */
  counts: v.record(v.string(), v.number()),
  /** All files except the manifest and SHA256SUMS. */
  files: v.array(file),
  /** Originals that had changed or were missing when the backup was made; only with --keep-going. */
  damaged: v.array(v.string()),
  missing: v.array(v.string()),
  /** Rows with dangling references; only with --keep-going. */
  dangling: v.array(v.string()),
})
export type Manifest = v.InferOutput<typeof manifest>

/** Adds what passes to a checksum. */
export const summing = (sum: Hash, onBytes?: (bytes: number) => void) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sum.update(chunk)
      onBytes?.(chunk.length)
      yield chunk
    }
  }

/** The text of SHA256SUMS. */
export const sumsOf = (files: Iterable<BackupFile>): string =>
  [...files].map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')

/** Why a backup can't be made or restored, or an archive moved, for the person at the terminal. */
export class BackupRefused extends Error {}

/** @param by the version, or the format. */
export const newerBackup = (by: string) =>
  new BackupRefused(
    `The backup was made by a newer version of Lotline (${by}; this is version ${packageJson.version}). Update Lotline first, then restore it. Nothing was changed.`,
  )

export const damagedBackup = (cause?: unknown) =>
  new BackupRefused(
    'The backup is damaged or incomplete. Nothing was changed. Use another one, or copy this one again.',
    { cause },
  )

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
