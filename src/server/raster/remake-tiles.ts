import { createWriteStream } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { mapTilesKey } from '../storage/keys.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import { GRACE } from '../scans/orphans.ts'
import { listOverlays, type StoredOverlay } from './overlays.ts'
import {
  temporaryTilesPath,
  findTilesProblem,
  type OverlayStorage,
  fetchTiles,
  shareTiles,
  tilesPath,
} from './overlay-storage.ts'
import { makeTilesAt, type TileWorkOptions } from './prepare-overlay.ts'

/** Makes the tiles of a map again from its original. */
export async function remakeTiles(
  { db, media, tilesDir }: OverlayStorage,
  row: StoredOverlay,
  options: TileWorkOptions = {},
): Promise<void> {
  // Takes a second of processor time: before there is anything to undo.
  const { readOverlaySource } = await import('./make/read-source.ts')
  const picture = temporaryTilesPath(tilesDir, row.version, 'source')
  const points = temporaryTilesPath(tilesDir, row.version, 'json')
  try {
    const stream = await media.stream(row.source_key)
    if (!stream) throw new Error(`The original ${row.source_key} is not in the media store.`)
    await pipeline(stream, createWriteStream(picture), { signal: options.signal })
    if (row.georeference !== null) await writeFile(points, row.georeference)
    const source = await readOverlaySource(picture, row.georeference === null ? undefined : points)
    const zooms = { minimumZoom: row.minimum_zoom, maximumZoom: row.maximum_zoom }
    const made = await makeTilesAt(tilesDir, row.version, source, { ...options, ...zooms })
    await media.remove(mapTilesKey(row.version))
    await shareTiles({ media, tilesDir }, row.version)
    await recordTiles(db, row.version, made)
  } finally {
    await removeNonOriginal(picture)
    await removeNonOriginal(points)
  }
}

/** Written even when nothing changes: that counts as a change of the archive, which makes the server open them. */
const recordTiles = (db: ArchiveDatabase, version: string, made: { tiles: number; bytes: number }) =>
  inTransaction(db, (trx) => trx.updateTable('overlay').set(made).where('version', '=', version).execute())

/**
 * Makes missing or unreadable tiles again, one map after the other (a backup holds originals only), and removes orphaned ones. Stops early without an
 * error when the signal aborts.
 */
export async function maintainTiles(
  storage: OverlayStorage,
  { log, ...options }: TileWorkOptions & { log?: TilesLog } = {},
): Promise<void> {
  const done = new Set<string>()
  for (const row of await listOverlays(storage.db)) {
    if (options.signal?.aborted) return
    const wrong = findTilesProblem(storage.tilesDir, row)
    if (wrong === undefined || done.has(row.version)) continue
    done.add(row.version)
    try {
      if (await fetchTiles(storage, row)) {
        await recordTiles(storage.db, row.version, { tiles: row.tiles, bytes: row.bytes })
        log?.(`${wrong} They were fetched from the store.`, row)
        continue
      }
      log?.(`${wrong} They are made again.`, row)
      await remakeTiles(storage, row, options)
      log?.('The tiles were made again.', row)
    } catch (error) {
      if (options.signal?.aborted) return
      log?.('The tiles could not be made again.', row, error)
    }
  }
  for (const name of options.signal?.aborted ? [] : await findOrphanedTiles(storage))
    await removeNonOriginal(join(storage.tilesDir, name))
}

/** Files of tiles start with their version. Other files in the folder aren't ours: MEDIA_URL may name the folder above. */
const isTileFile = (name: string) => /^[0-9a-f]{12}\./.test(name)

/** Files of tiles without a map: of removed maps, or left by a killed program. Those of the last hour may still be in progress. */
export async function findOrphanedTiles({ db, tilesDir }: OverlayStorage): Promise<string[]> {
  const named = new Set((await listOverlays(db)).map(({ version }) => tilesPath('', version)))
  const orphans: string[] = []
  for (const name of (await readdir(tilesDir).catch(() => [])).sort()) {
    if (named.has(name) || !isTileFile(name)) continue
    const found = await stat(join(tilesDir, name)).catch(() => undefined)
    if (found?.isFile() && found.mtimeMs < Date.now() - GRACE) orphans.push(name)
  }
  return orphans
}

/** Logs a sentence, the map it is about, and an error. */
export type TilesLog = (sentence: string, row?: StoredOverlay, error?: unknown) => void
