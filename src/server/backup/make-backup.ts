import { createHash, hash } from 'node:crypto'
import { createReadStream, rmSync, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack as createPack, type Pack } from 'tar-stream'
import packageJson from '../../../package.json' with { type: 'json' }
import type { ArchiveDatabase } from '../database/open.ts'
import { lockFile } from '#locks/lock-file.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { copyDatabase, type CopiedDatabase, type OriginalRow } from './copy-database.ts'
import { dumpDatabase } from './postgres/dump-database.ts'
import {
  BackupRefused,
  FORMAT,
  FORMAT_FILE,
  MANIFEST_FILE,
  POSTGRES_FORMAT,
  SUMS_FILE,
  databaseFileOf,
  formatText,
  sumsOf,
  type BackupFile,
  type Manifest,
} from './format.ts'

export interface BackupOptions {
  db: ArchiveDatabase
  media: MediaStore
  /** The start of the names of its lock and of the copy of the database. Default: the file of SQLite. */
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

/** Writes a backup while others write to the archive. After an error the output is useless. @throws {BackupRefused} */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const { db, output, beside = db.file } = options
  const lock = lockFile(`${beside}-backup`, 'exclusive')
  if (!lock) throw new BackupRefused('Another backup of this archive is running. Wait until it is done.')
  const copy = `${beside}-backup-copy`
  const pack = createPack()
  // Both ends of one stream: when one fails, the other stops too, and both are awaited.
  const written = pipeline(pack, output)
  try {
    const [report] = await Promise.all([fill(pack, copy, options), written])
    return report
  } catch (error) {
    pack.destroy()
    await written.catch(() => {})
    throw error
  } finally {
    rmSync(copy, { force: true })
    lock.release()
  }
}

async function fill(pack: Pack, copy: string, { db, media, keepGoing = false, onProgress }: BackupOptions) {
  const made = new Date()
  const format = db.isPostgres ? POSTGRES_FORMAT : FORMAT
  const copyNow = async () => (db.isPostgres ? await dumpDatabase(db, copy) : copyDatabase(db, copy))
  const add = createTarWriter(pack, made)
  await add.text(FORMAT_FILE, formatText(format))
  let database = await copyNow()
  const [dangling] = database.dangling
  if (dangling && !keepGoing) throw new BackupRefused(`A link leads nowhere: ${dangling}. ${ADVICE}`)
  const damaged: string[] = []
  let missing: string[] = []
  let done = 0
  for (;;) {
    const absent: OriginalRow[] = []
    const total = database.originals.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const original of database.originals) {
      const { path } = original
      if (add.files.has(path)) continue
      const bytes = await media.size(path)
      const stream = bytes === undefined ? undefined : await media.stream(path)
      if (bytes === undefined || !stream) {
        absent.push(original)
        continue
      }
      const file = await add.stream(path, stream, bytes, (chunk) => onProgress?.((done += chunk), total))
      if (file.sha256 === original.sha256) continue
      if (!keepGoing) throw new BackupRefused(changed(original))
      damaged.push(path)
    }
    const named = absent.map(({ path }) => path)
    // A picture may have been removed since the copy was made: then a newer copy doesn't name it.
    const before = new Set(missing)
    missing = named
    if (named.every((path) => before.has(path))) break
    database = await copyNow()
    const gone = stillAbsent(database, named)
    if (gone && !keepGoing) throw new BackupRefused(lost(gone))
  }
  await add.stream(databaseFileOf(format), createReadStream(copy), statSync(copy).size)
  const manifest: Manifest = {
    format,
    program: packageJson.version,
    made_at: made.toISOString(),
    counts: database.counts,
    files: [...add.files.values()],
    damaged,
    missing,
    dangling: database.dangling,
  }
  await add.text(MANIFEST_FILE, `${JSON.stringify(manifest, null, 1)}\n`)
  await add.text(SUMS_FILE, sumsOf(add.files.values()))
  pack.finalize()
  return { manifest, lettersLeftOut: database.lettersLeftOut }
}

const stillAbsent = ({ originals }: CopiedDatabase, paths: readonly string[]) =>
  originals.find(({ path }) => paths.includes(path))

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
      async function* watched(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sum.update(chunk)
          onChunk?.(chunk.length)
          yield chunk
        }
      }
      await pipeline(source, watched, pack.entry(header(path, bytes)))
      return keep({ path, bytes, sha256: sum.digest('hex') })
    },
  }
}
