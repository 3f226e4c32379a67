import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { isBusy } from '#locks/lock-file.ts'
import { TRASH, copyMedia, openMediaObjects, type CopiedMedia, type MediaObjects } from '../backup/copy-media.ts'
import { BackupRefused } from '../backup/format.ts'
import { loadTables } from '../backup/load-tables.ts'
import { readParts, readTables, type Part } from '../backup/table-rows.ts'
import type { Config } from '../config.ts'
import { readIdMarks, sameMarks } from '../database/id-marks.ts'
import { withImportLock, lockOutServers } from '../database/archive-locks.ts'
import { fillItemSearch } from '../database/item-search.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { countRows } from '../database/table-names.ts'
import type { Db } from '../database/tables.ts'
import { openArchive } from '../identity/open-archive.ts'
import { mediaPlace } from '../storage/open-media-store.ts'
import {
  finishTargetDatabase,
  openTargetDatabase,
  type TargetDatabase,
  FOLDERS,
  finishTargetMedia,
  openTargetMedia,
} from './move-target.ts'

export type MoveStep = 'media' | 'rows' | 'compare'

export interface MoveOptions {
  from: Config
  to: Config
  /** What is moved: one of them, or both; the trash with the media. */
  moves: { database: boolean; media: boolean; trash?: boolean | undefined }
  /** `media` in bytes, the others in rows. May throw to stop; the next move goes on there. */
  onProgress?: (step: MoveStep, done: number, total: number) => void
}
export interface MoveReport {
  /** What is the same on both sides; nothing for what was not moved. */
  tables: MovedRows[]
  media: CopiedMedia | undefined
}
interface MovedRows {
  table: string
  rows: number
  sha256: string
}

/** Its row is written last, once everything is proven. */
const STATE = 'archive_state'

const databaseAddress = ({ databaseUrl, databaseFile }: Pick<Config, 'databaseUrl' | 'databaseFile'>): string =>
  databaseUrl ?? databaseFile

/**
 * Carries the archive to another database, to other media, or to both, and compares everything: a backup and its restore without the file between. The old side is not changed, and nobody
 * else writes to it meanwhile. Until the last step no program opens the new side. @throws {BackupRefused}
 */
export async function moveArchive({ from, to, moves, onProgress }: MoveOptions): Promise<MoveReport> {
  requireOtherPlaces({ from, to, moves })
  await using db = await openArchive(from)
  const servers = await lockOutServers(db)
  try {
    return await withImportLock(db, () => withoutWriters(db, move))
  } finally {
    await servers.release()
  }

  async function move(rows: Db): Promise<MoveReport> {
    const { id: _, ...state } = await rows.selectFrom(STATE).selectAll().executeTakeFirstOrThrow()
    const target = moves.database ? await openTargetDatabase(databaseAddress(to), state) : undefined
    try {
      // Both are there before anything is copied.
      const objects = openMediaObjects(to)
      if (moves.media) await openTargetMedia(objects, state, moves.trash)
      const media = moves.media ? await moveMedia(objects) : undefined
      const tables = target ? await moveRows(rows, target) : []
      if (media) await finishTargetMedia(objects, state)
      if (target) await finishTargetDatabase(target, state)
      return { tables, media }
    } finally {
      await target?.close()
    }
  }

  async function moveMedia(objects: MediaObjects): Promise<CopiedMedia> {
    const source = openMediaObjects(from)
    const folders = [...FOLDERS, ...(moves.trash ? [TRASH] : [])]
    const onBytes = (done: number, total: number) => onProgress?.('media', done, total)
    const media = await copyMedia({ from: source, to: objects, folders, onProgress: onBytes })
    if (moves.trash) await objects.store.trash.addToLog(await source.store.trash.readLog())
    return media
  }

  async function moveRows(rows: Db, { db: target, finished }: TargetDatabase): Promise<MovedRows[]> {
    let total = 0
    for (const { name } of await readTables(rows)) total += await countRows(rows, name)
    const progress = (step: MoveStep) => {
      let done = 0
      return (count: number) => onProgress?.(step, (done += count), total)
    }
    const sums: Sums = new Map()
    const parts = summed(allParts(rows), sums, progress('rows'))
    const marks = await readIdMarks(rows)
    if (finished) for await (const part of parts) void part
    else await target.transaction().execute((trx) => loadTables(target, trx, { parts, marks: () => marks }))
    const there: Sums = new Map()
    for await (const part of summed(allParts(target), there, progress('compare'))) void part
    const [moved, arrived] = [reportOf(sums), reportOf(there)]
    const sumOf = (report: MovedRows[], table: string) => report.find((each) => each.table === table)?.sha256
    const all = [...new Set([...sums.keys(), ...there.keys()])]
    const names = all.filter((table) => sumOf(moved, table) !== sumOf(arrived, table))
    if (!sameMarks(marks, await readIdMarks(target))) names.push('the highest ids')
    if (names.length > 0)
      throw new BackupRefused(
        `The database ${target.engine.place} does not hold the same: ${names.join(', ')}. ${finished ? 'It has been used since. Move into an empty one.' : 'Nothing opens it. Start the move again.'}`,
      )
    await fillItemSearch(target)
    return moved
  }
}

async function* allParts(db: Db): AsyncGenerator<Part> {
  for (const table of await readTables(db)) yield* readParts(db, table)
}

/** By table: how many rows were read, and the SHA-256 of their NDJSON. */
type Sums = Map<string, { rows: number; sha256: Hash }>

async function* summed(parts: AsyncIterable<Part>, sums: Sums, onRows: (count: number) => void): AsyncGenerator<Part> {
  for await (const part of parts) {
    const { table, rows, text } = part
    const sum = sums.get(table) ?? { rows: 0, sha256: createHash('sha256') }
    sums.set(table, { rows: sum.rows + rows, sha256: sum.sha256.update(text) })
    onRows(rows)
    yield part
  }
}

const reportOf = (sums: Sums): MovedRows[] =>
  [...sums]
    .filter(([table]) => table !== STATE)
    .map(([table, { rows, sha256 }]) => ({ table, rows, sha256: sha256.digest('hex') }))

function requireOtherPlaces({ from, to, moves }: MoveOptions): void {
  const same = [
    moves.database && databaseAddress(from) === databaseAddress(to) && 'The database',
    moves.media && mediaPlace(from) === mediaPlace(to) && 'The media',
  ].find((what) => what !== false)
  if (same !== undefined) throw new BackupRefused(`${same} of the archive is there already.`)
}

/** A transaction that is open keeps all others from writing, on either database. It writes nothing. */
async function withoutWriters<T>(db: ArchiveDatabase, work: (rows: Db) => Promise<T>): Promise<T> {
  let began = false
  try {
    return await db.transaction().execute(async (rows) => {
      began = true
      // It waits for hours while pictures are copied.
      if (db.isPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(rows)
      return await work(rows)
    })
  } catch (error) {
    if (began || !isBusy(error)) throw error
    throw new BackupRefused('Another program writes to the archive. Start the move again when it is done.')
  }
}
