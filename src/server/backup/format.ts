import * as v from 'valibot'

/** A backup is a tar file (POSIX ustar): FORMAT first, then the originals, the database, `manifest.json`, and last SHA256SUMS, for `sha256sum -c`. */
export const FORMAT_FILE = 'FORMAT'
export const DATABASE_FILE = 'archive.db'
/** The database of an archive on PostgreSQL, as `pg_dump --format=custom` writes it. */
export const DUMP_FILE = 'archive.dump'
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
/** The original of a picture or an old map (storage/keys.ts). */
export const ORIGINAL_FILE = /^(originals\/([0-9a-f]{2})\/\2[0-9a-f]{62}|overlays\/[0-9a-f]{64})\.[a-z]{3,4}$/

/** Raise these when older versions can't read what is written. Format 2 added old maps, format 3 PostgreSQL. */
export const FORMAT = 2
export const POSTGRES_FORMAT = 3
/** Formats that can be restored. */
const READABLE = [1, FORMAT, POSTGRES_FORMAT]
export const formatText = (format: number): string => `Lotline backup, format ${format}\n`
export const isReadable = (text: string | undefined): boolean => READABLE.some((format) => text === formatText(format))

export const databaseFileOf = (format: number): string => (format === POSTGRES_FORMAT ? DUMP_FILE : DATABASE_FILE)

/** A file of the backup; SHA-256 in hexadecimal. */
const file = v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })
export type BackupFile = v.InferOutput<typeof file>

export const manifest = v.object({
  format: v.picklist(READABLE),
  /** Version of Lotline that made it. */
  program: v.string(),
  made_at: v.string(),
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

/** The text of SHA256SUMS. */
export const sumsOf = (files: Iterable<BackupFile>): string =>
  [...files].map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')

/** Why a backup can't be made or restored, for the person at the terminal. */
export class BackupRefused extends Error {}
