import { createHash, hash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { pack as createPack, type Pack } from 'tar-stream'
import packageJson from '../../../package.json' with { type: 'json' }
import { readIdMarks } from '../database/id-marks.ts'
import { KNOWN_MIGRATIONS } from '../database/migrate.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { countRows } from '../database/table-names.ts'
import type { Db } from '../database/tables.ts'
import { lockFile } from '#locks/lock-file.ts'
import type { MediaStore } from '../storage/media-store.ts'
import {
  BackupRefused,
  FORMAT,
  FORMAT_FILE,
  MANIFEST_FILE,
  SUMS_FILE,
  TRASH_LOG,
  formatText,
  summing,
  sumsOf,
  tableFile,
  type BackupFile,
  type Manifest,
  readDangling,
  readOriginals,
  requireIntegrity,
  type OriginalRow,
} from './format.ts'
import { TRASH, type MediaObjects } from './copy-media.ts'
import { readParts, readTables } from './table-rows.ts'
import { createWriteStream, existsSync } from 'node:fs'
import { writeAtomically } from '../storage/removal.ts'

export interface BackupOptions {
  db: ArchiveDatabase
  media: MediaStore
  /** Whose trash is backed up too; default: none. */
  trashOf?: MediaObjects | undefined
  /** The start of the name of its lock. Default: the file of SQLite. */
  beside?: string
  /** Receives the tar, and is ended when the backup is complete. */
  output: Writable
  /** Continues where an original has changed or is missing, or a link is dangling, and records it in the manifest. */
  keepGoing?: boolean
  /** In bytes of originals. */
  onProgress?: (done: number, total: number) => void
}
export interface BackupReport {
  manifest: Manifest
  lettersLeftOut: number
}

/** Unsent letters, whose links grant access, and calls to other machines. */
const LEFT_OUT = ['mail', 'hook']

/** Writes a backup while others write to the archive. After an error the output is useless. @throws {BackupRefused} */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const { db, output, beside = db.file } = options
  const lock = lockFile(`${beside}-backup`, 'exclusive')
  if (!lock) throw new BackupRefused('Another backup of this archive is running. Wait until it is done.')
  const pack = createPack()
  // Both ends of one stream: when one fails, the other stops too, and both are awaited.
  const written = pipeline(pack, output)
  try {
    const [report] = await Promise.all([fill(pack, options), written])
    return report
  } catch (error) {
    pack.destroy()
    await written.catch(() => {})
    throw error
  } finally {
    lock.release()
  }
}

async function fill(pack: Pack, { db, media, trashOf, keepGoing = false, onProgress }: BackupOptions) {
  const made = new Date()
  const add = createTarWriter(pack, made)
  await add.text(FORMAT_FILE, formatText(FORMAT))
  const damaged: string[] = []
  let missing: string[] = []
  let done = 0
  await requireIntegrity(db, 'The database', 'No backup was made.')
  await checkLinks(db)
  // Takes by far the longest: not in a snapshot, which the database could not clean up behind.
  missing = await addOriginals(await readOriginals(db))
  if (trashOf) await addTrash(trashOf)
  let rest: Awaited<ReturnType<typeof addRest>> = undefined
  while (!rest) rest = await inSnapshot(db, addRest)
  const { lettersLeftOut, ...rows } = rest
  const files = [...add.files.values()]
  const manifest: Manifest = {
    ...{ format: FORMAT, program: packageJson.version, made_at: made.toISOString() },
    ...{ ...rows, files, damaged, missing },
  }
  await add.text(MANIFEST_FILE, `${JSON.stringify(manifest, null, 1)}\n`)
  await add.text(SUMS_FILE, sumsOf(add.files.values()))
  pack.finalize()
  return { manifest, lettersLeftOut }

  async function checkLinks(rows: Db): Promise<string[]> {
    const dangling = await readDangling(rows)
    if (dangling[0] && !keepGoing) throw new BackupRefused(`A link leads nowhere: ${dangling[0]}. ${ADVICE}`)
    return dangling
  }

  /** Returns the paths of those that the store lacks. */
  async function addOriginals(originals: readonly OriginalRow[]): Promise<string[]> {
    const absent: string[] = []
    const total = originals.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const original of originals) {
      const { path } = original
      if (add.files.has(path)) continue
      const bytes = await media.size(path)
      const stream = bytes === undefined ? undefined : await media.stream(path)
      if (bytes === undefined || !stream) {
        absent.push(path)
        continue
      }
      const file = await add.stream(path, stream, bytes, (chunk) => onProgress?.((done += chunk), total))
      if (file.sha256 === original.sha256) continue
      if (!keepGoing) throw new BackupRefused(changed(original))
      damaged.push(path)
    }
    return absent
  }

  /** What is left, in a snapshot; undefined where an original has gone since it was looked for: the next snapshot may not name it any more. */
  async function addRest(rows: Db) {
    const originals = await readOriginals(rows)
    const known = new Set(missing)
    missing = await addOriginals(originals)
    if (missing.some((path) => !known.has(path))) return undefined
    if (missing.length > 0 && !keepGoing)
      throw new BackupRefused(lost(originals.find(({ path }) => path === missing[0])!))
    return { dangling: await checkLinks(rows), ...(await addTables(rows)) }
  }

  async function addTables(rows: Db) {
    const counts: Record<string, number> = {}
    for (const table of await readTables(rows)) {
      if (LEFT_OUT.includes(table.name)) continue
      counts[table.name] = 0
      let number = 0
      for await (const part of readParts(rows, table)) {
        counts[table.name]! += part.rows
        await add.text(tableFile(table.name, (number += 1)), part.text)
      }
    }
    const applied = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(rows)
    const migration = applied.rows[0]?.name ?? KNOWN_MIGRATIONS.at(-1)!
    return {
      counts,
      migration,
      ids: Object.fromEntries(await readIdMarks(rows)),
      lettersLeftOut: await countRows(rows, 'mail'),
    }
  }

  async function addTrash(objects: MediaObjects): Promise<void> {
    for await (const { key, bytes } of objects.list(TRASH)) {
      const stream = await objects.storeOf(key).stream(key)
      if (stream) await add.stream(key, stream, bytes)
    }
    const log = await objects.store.trash.readLog()
    if (log !== '') await add.text(TRASH_LOG, log)
  }
}

/** Runs work on one state of the database, while others write. */
async function inSnapshot<T>(db: ArchiveDatabase, work: (rows: Db) => Promise<T>): Promise<T> {
  await using reader = db.engine.openReader()
  return await reader.connection().execute(async (connection) => {
    // Not a transaction of Kysely's: that would keep others from writing.
    await sql.raw(`begin${db.isPostgres ? ' isolation level repeatable read, read only' : ''}`).execute(connection)
    try {
      if (db.isPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection)
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

const ADVICE =
  'No backup was made. "npm run archive -- doctor" lists everything that is wrong; --keep-going backs up what is there.'
const changed = ({ sha256, file_name }: OriginalRow) =>
  `The original ${sha256.slice(0, 12)} (${file_name}) has changed since it arrived: its SHA-256 is different. ${ADVICE}`
const lost = ({ sha256, file_name }: OriginalRow) =>
  `The file of the original ${sha256.slice(0, 12)} (${file_name}) is missing. ${ADVICE}`

/** Adds files to a tar one by one, and records each with its SHA-256. */
function createTarWriter(pack: Pack, mtime: Date) {
  const files = new Map<string, BackupFile>()
  const keep = (file: BackupFile) => {
    files.set(file.path, file)
    return file
  }
  const header = (name: string, size: number) => ({ name, size, mtime, mode: 0o600 })
  return {
    files,
    async text(path: string, text: string) {
      const content = Buffer.from(text)
      await new Promise<void>((resolve, reject) => {
        pack.entry(header(path, content.length), content, (error) => (error ? reject(error) : resolve()))
      })
      return keep({ path, bytes: content.length, sha256: hash('sha256', content) })
    },
    async stream(path: string, source: Readable, bytes: number, onChunk?: (bytes: number) => void) {
      const sum = createHash('sha256')
      await pipeline(source, summing(sum, onChunk), pack.entry(header(path, bytes)))
      return keep({ path, bytes, sha256: sum.digest('hex') })
    },
  }
}

/** Writes a file completely or not at all, readable by its owner only. @throws {BackupRefused} where it exists, unless `force`. */
export async function writeFileAtomically<T>(
  path: string,
  { force = false }: { force?: boolean },
  write: (output: Writable) => Promise<T>,
) {
  const refuseToOverwrite = () => {
    if (!force && existsSync(path)) throw new BackupRefused(`${path} already exists. Use --force to replace it.`)
  }
  refuseToOverwrite()
  return await writeAtomically(path, async (temporary) => {
    // `flush` syncs the file before it is closed.
    const answer = await write(createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    refuseToOverwrite()
    return answer
  })
}
