import * as v from 'valibot'

/**
 * A backup is a tar file (POSIX ustar): FORMAT first, then the originals, the database, `manifest.json`, and last SHA256SUMS, which
 * `sha256sum -c` reads too.
 */
export const FORMAT_FILE = 'FORMAT'
export const DATABASE_FILE = 'archive.db'
export const MANIFEST_FILE = 'manifest.json'
export const SUMS_FILE = 'SHA256SUMS'
/** Of a picture, or of an old map (scans/originals.ts, raster/version.ts). */
export const ORIGINAL_FILE = /^(originals\/([0-9a-f]{2})\/\2[0-9a-f]{62}|overlays\/[0-9a-f]{64})\.[a-z]{3,4}$/

/** Raised when an older program could not read what is written: 2 holds old maps. */
export const FORMAT = 2
/** What this program reads. */
const READ = [1, FORMAT]
export const formatText = (format: number): string => `Lotline backup, format ${format}\n`
export const isReadable = (text: string | undefined): boolean => READ.some((format) => text === formatText(format))

/** A file of the backup: its path in the tar, bytes, and SHA-256 as hexadecimal. */
const file = v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })
export type BackupFile = v.InferOutput<typeof file>

export const manifest = v.object({
  format: v.picklist(READ),
  /** Version of the program that made it. */
  program: v.string(),
  made_at: v.string(),
  /** Rows of every table. */
  counts: v.record(v.string(), v.number()),
  /** Every file of the tar but the manifest and SHA256SUMS. */
  files: v.array(file),
  /** Paths of originals that had changed, or were not there, when the backup was made; only with --keep-going. */
  damaged: v.array(v.string()),
  missing: v.array(v.string()),
  /** Records that named what is not there; only with --keep-going. */
  dangling: v.array(v.string()),
})
export type Manifest = v.InferOutput<typeof manifest>

/** The text of SHA256SUMS. */
export const sumsOf = (files: Iterable<BackupFile>): string =>
  [...files].map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')

/** A backup that cannot be made, or not be restored, and why: for the person at the terminal. */
export class BackupRefused extends Error {}
