import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { KNOWN_MIGRATIONS } from '../database/migrate.ts'
import { brokenFile, countRows, danglingRows, originalRows } from './copy-database.ts'
import { BackupRefused, DATABASE_FILE, MANIFEST_FILE, ORIGINAL_FILE, SUMS_FILE, manifest, sumsOf } from './format.ts'
import type { Manifest } from './format.ts'
import type { Places } from './swap.ts'
import { damaged, type Unpacked } from './unpack.ts'

/**
 * Proves what was unpacked: every checksum, nothing missing and nothing surplus, a whole database whose originals are all there.
 * @throws {BackupRefused}
 */
export function proveBackup(unpacked: Unpacked, places: Places, keepGoing: boolean): Manifest {
  const said = proveFiles(unpacked)
  if (said.damaged.length + said.missing.length + said.dangling.length > 0 && !keepGoing) {
    throw new BackupRefused(
      'This backup was made with --keep-going, because some originals were missing or had changed, or links led nowhere. With --keep-going it is restored as it is.',
    )
  }
  const sqlite = new DatabaseSync(places.stagedDatabase, { readOnly: true })
  try {
    proveDatabase(sqlite, said)
    const wanted = proveOriginals(sqlite, unpacked, said)
    // Of a picture that was removed while the backup was made.
    for (const path of unpacked.files.keys()) {
      if (ORIGINAL_FILE.test(path) && !wanted.has(path)) rmSync(join(places.stagedMedia, path))
    }
  } catch (error) {
    // SQLite itself cannot read it.
    throw (error as { errcode?: number }).errcode === undefined ? error : damaged()
  } finally {
    sqlite.close()
  }
  return said
}

/** Every file that the manifest names is there with its bytes and SHA-256, and no other; SHA256SUMS says so of the manifest too. */
function proveFiles({ files, texts }: Unpacked): Manifest {
  const before = (last: string) => [...files.values()].slice(0, [...files.keys()].indexOf(last))
  if (!files.has(MANIFEST_FILE) || [...files.keys()].at(-1) !== SUMS_FILE) throw damaged()
  if (texts.get(SUMS_FILE) !== sumsOf(before(SUMS_FILE))) throw damaged()
  let said
  try {
    said = v.safeParse(manifest, JSON.parse(texts.get(MANIFEST_FILE) ?? ''))
  } catch {
    throw damaged()
  }
  if (!said.success || !isDeepStrictEqual(said.output.files, before(MANIFEST_FILE)) || !files.has(DATABASE_FILE)) {
    throw damaged()
  }
  return said.output
}

function proveDatabase(sqlite: DatabaseSync, { counts, dangling }: Manifest): void {
  const wrong = brokenFile(sqlite)
  if (wrong) throw new BackupRefused(`The database of the backup is damaged: ${wrong}. Nothing was changed.`)
  const migrations = sqlite
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name))
  if (migrations.some((name) => !KNOWN_MIGRATIONS.includes(name))) {
    throw new BackupRefused('The backup was made by a newer version of Lotline. Update Lotline first, then restore it.')
  }
  if (!isDeepStrictEqual(danglingRows(sqlite), dangling)) throw damaged()
  if (!isDeepStrictEqual({ ...countRows(sqlite) }, { ...counts })) throw damaged()
}

/** Paths of the originals that the database names; each is there, bit for bit, unless the backup said that it could not be. */
function proveOriginals(sqlite: DatabaseSync, { files }: Unpacked, said: Manifest): Set<string> {
  const excused = new Set([...said.damaged, ...said.missing])
  const wanted = new Set<string>()
  for (const { path, sha256 } of originalRows(sqlite)) {
    wanted.add(path)
    if (files.get(path)?.sha256 !== sha256 && !excused.has(path)) throw damaged()
  }
  return wanted
}
