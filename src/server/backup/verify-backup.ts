import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { KNOWN_MIGRATIONS } from '../database/migrate.ts'
import { integrityError, countRows, danglingRows, originalRows } from './copy-database.ts'
import {
  BackupRefused,
  MANIFEST_FILE,
  ORIGINAL_FILE,
  POSTGRES_FORMAT,
  SUMS_FILE,
  databaseFileOf,
  manifest,
  sumsOf,
  type Manifest,
} from './format.ts'
import type { RestorePaths } from '../database/restore-swap.ts'
import { damagedBackup, newerBackup, type UnpackedBackup } from './unpack.ts'

/** Verifies the files of an unpacked backup: exactly those of its manifest, unchanged. @throws {BackupRefused} also for one of the other kind of database. */
export function verifyContent(
  unpacked: UnpackedBackup,
  { keepGoing, postgres }: { keepGoing: boolean; postgres: boolean },
): Manifest {
  const manifest = verifyFiles(unpacked)
  if ((manifest.format === POSTGRES_FORMAT) !== postgres) {
    const [of, address] = postgres ? ['SQLite', 'sqlite:FILE'] : ['PostgreSQL', 'postgres://…']
    throw new BackupRefused(
      `This is a backup of an archive on ${of}. Restore it with DATABASE_URL=${address}; "npm run archive -- move" then carries it to another database. Nothing was changed.`,
    )
  }
  if (manifest.damaged.length + manifest.missing.length + manifest.dangling.length > 0 && !keepGoing) {
    throw new BackupRefused(
      'This backup was made with --keep-going, because some originals were missing or had changed, or links were dangling. Use --keep-going to restore it as it is.',
    )
  }
  return manifest
}

/** Verifies what was unpacked: checksums, nothing missing or surplus, an intact database whose originals are all there. @throws {BackupRefused} */
export function verifyBackup(unpacked: UnpackedBackup, places: RestorePaths, keepGoing: boolean): Manifest {
  const manifest = verifyContent(unpacked, { keepGoing, postgres: false })
  const sqlite = new DatabaseSync(places.stagedDatabase, { readOnly: true })
  try {
    verifyDatabase(sqlite, manifest)
    // The backup may hold an original that was removed in the meantime: the sweep moves it to the trash later.
    verifyOriginals(sqlite, unpacked, manifest)
  } catch (error) {
    // SQLite can't read it.
    throw (error as { errcode?: number }).errcode === undefined ? error : damagedBackup()
  } finally {
    sqlite.close()
  }
  return manifest
}

/** The files are exactly those of the manifest, with their sizes and SHA-256; SHA256SUMS covers the manifest too. */
function verifyFiles({ files, texts }: UnpackedBackup): Manifest {
  const before = (last: string) => [...files.values()].slice(0, [...files.keys()].indexOf(last))
  if (!files.has(MANIFEST_FILE) || [...files.keys()].at(-1) !== SUMS_FILE) throw damagedBackup()
  if (texts.get(SUMS_FILE) !== sumsOf(before(SUMS_FILE))) throw damagedBackup()
  let parsed
  try {
    parsed = v.safeParse(manifest, JSON.parse(texts.get(MANIFEST_FILE) ?? ''))
  } catch {
    throw damagedBackup()
  }
  if (!parsed.success || !isDeepStrictEqual(parsed.output.files, before(MANIFEST_FILE))) throw damagedBackup()
  if (!files.has(databaseFileOf(parsed.output.format))) throw damagedBackup()
  return parsed.output
}

/** Originals are named by their SHA-256; those that had changed by then are in the manifest. */
export function verifyNames({ files }: UnpackedBackup, { damaged }: Manifest): void {
  for (const { path, sha256 } of files.values())
    if (ORIGINAL_FILE.test(path) && !path.includes(sha256) && !damaged.includes(path)) throw damagedBackup()
}

function verifyDatabase(sqlite: DatabaseSync, { counts, dangling }: Manifest): void {
  const wrong = integrityError(sqlite)
  if (wrong) throw new BackupRefused(`The database of the backup is damaged: ${wrong}. Nothing was changed.`)
  const migrations = sqlite
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name))
  if (migrations.some((name) => !KNOWN_MIGRATIONS.includes(name))) {
    throw newerBackup()
  }
  if (!isDeepStrictEqual(danglingRows(sqlite), dangling)) throw damagedBackup()
  if (!isDeepStrictEqual({ ...countRows(sqlite) }, { ...counts })) throw damagedBackup()
}

/** Every original named by the database is there, bit for bit, except those that the backup lists as damaged or missing. */
function verifyOriginals(sqlite: DatabaseSync, { files }: UnpackedBackup, manifest: Manifest): void {
  const excused = new Set([...manifest.damaged, ...manifest.missing])
  for (const { path, sha256 } of originalRows(sqlite)) {
    if (files.get(path)?.sha256 !== sha256 && !excused.has(path)) throw damagedBackup()
  }
}
