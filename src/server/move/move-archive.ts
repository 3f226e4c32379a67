import { sql } from 'kysely'
import { isBusy } from '#locks/lock-file.ts'
import type { Config } from '../config.ts'
import { withImportLock } from '../database/import-lock.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { lockOutServers } from '../database/server-lock.ts'
import { countRows, readTableNames } from '../database/table-names.ts'
import type { Db } from '../database/tables.ts'
import { openArchive } from '../identity/open-archive.ts'
import type { MovedPart } from '../storage/identity-file.ts'
import { mediaPlace } from '../storage/open-media-store.ts'
import { openMediaObjects, type MediaObjects } from './media-objects.ts'
import { moveMedia } from './move-media.ts'
import { MoveRefused } from './move-refused.ts'
import { compareRows, copyRows, emptyTables, type MovedRows } from './move-rows.ts'
import { tablesOfBoth, type TableGroup } from './moved-tables.ts'
import { finishTargetDatabase, openTargetDatabase, type MovedState, type TargetDatabase } from './target-database.ts'
import { finishTargetMedia, markUnfinished, openTargetMedia } from './target-media.ts'

export type MoveStep = 'media' | 'rows' | 'compare'

export interface MoveOptions {
  from: Config
  to: Config
  /** What is moved: one of them, or both. */
  moves: { database: boolean; media: boolean }
  /** `media` in bytes, the others in rows. May throw to stop; the next move goes on there. */
  onProgress?: (step: MoveStep, done: number, total: number) => void
}
export interface MoveReport {
  /** What is the same on both sides; empty for what was not moved. */
  tables: MovedRows[]
  media: Record<string, MovedPart>
}

const databaseAddress = ({ databaseUrl, databaseFile }: Pick<Config, 'databaseUrl' | 'databaseFile'>): string =>
  databaseUrl ?? databaseFile

/**
 * Carries the archive to another database, to other media, or to both, and compares everything. The old side is not changed, and nobody else writes to it
 * meanwhile. Until the last step no program opens the new side. @throws {MoveRefused}
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
    const { id: _, ...state } = await rows.selectFrom('archive_state').selectAll().executeTakeFirstOrThrow()
    const target = moves.database ? await openTargetDatabase(databaseAddress(to), state) : undefined
    try {
      // Both are there before anything is copied.
      const objects = openMediaObjects(to)
      const before = moves.media ? await openTargetMedia(objects, state) : undefined
      const media = before ? await carryMedia(objects, state, before) : {}
      const tables = target ? await carryRows(rows, target) : []
      if (before) await finishTargetMedia(objects, state, media)
      if (target) await finishTargetDatabase(target, state)
      return { tables, media }
    } finally {
      await target?.close()
    }
  }

  function carryMedia(target: MediaObjects, { archive }: MovedState, moved: Record<string, MovedPart>) {
    return moveMedia({
      ...{ from: openMediaObjects(from), to: target, moved },
      onPart: (proven) => markUnfinished(target, archive, proven),
      onProgress: (done, total) => onProgress?.('media', done, total),
    })
  }

  async function carryRows(rows: Db, { db: target, groups: all, finished }: TargetDatabase): Promise<MovedRows[]> {
    const groups = tablesOfBoth(all, await readTableNames(rows))
    const total = await countAll(rows, groups)
    const work = (step: MoveStep, most: number) => {
      let done = 0
      return {
        ...{ from: rows, to: target, groups },
        onRows: (count: number) => onProgress?.(step, (done += count), most),
      }
    }
    for (let attempt = 1; ; attempt += 1) {
      if (!finished) await copyRows(work('rows', total))
      const { moved, different } = await compareRows(work('compare', 2 * total))
      if (different.length === 0) return moved
      if (finished || attempt === 2)
        throw new MoveRefused(
          `The database ${target.engine.place} does not hold the same: ${different.join(', ')}. ${finished ? 'It has been used since. Move into an empty one.' : 'Nothing opens it. Start the move again.'}`,
        )
      // An earlier run was interrupted, and the archive has changed since.
      await emptyTables(target, groups)
    }
  }
}

function requireOtherPlaces({ from, to, moves }: MoveOptions): void {
  const same = [
    moves.database && databaseAddress(from) === databaseAddress(to) && 'The database',
    moves.media && mediaPlace(from) === mediaPlace(to) && 'The media',
  ].find((what) => what !== false)
  if (same !== undefined) throw new MoveRefused(`${same} of the archive is there already.`)
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
    throw new MoveRefused('Another program writes to the archive. Start the move again when it is done.')
  }
}

async function countAll(db: Db, groups: readonly TableGroup[]): Promise<number> {
  let rows = 0
  for (const { tables } of groups) for (const table of tables) rows += await countRows(db, table.name)
  return rows
}
