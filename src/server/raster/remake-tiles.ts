import { createWriteStream } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inTransaction } from '../database/write.ts'
import { GRACE } from '../scans/strays.ts'
import { readOverlaySource } from './make/read-source.ts'
import { listOverlays, type KeptOverlay } from './overlays.ts'
import { unfinishedPath, wrongTiles, type OverlayPlace } from './place.ts'
import { makeTilesAt, type Making } from './prepare-overlay.ts'
import { tilesPath } from './version.ts'

/** Makes the tiles of a map again, from its original. @throws what is wrong with that. */
export async function remakeTiles(
  { db, media, tilesDir }: OverlayPlace,
  row: KeptOverlay,
  making: Making = {},
): Promise<void> {
  const picture = unfinishedPath(tilesDir, row.version, 'source')
  const points = unfinishedPath(tilesDir, row.version, 'json')
  try {
    const stream = await media.stream(row.source_key)
    if (!stream) throw new Error(`The original ${row.source_key} is not in the media store.`)
    await pipeline(stream, createWriteStream(picture))
    if (row.georeference !== null) await writeFile(points, row.georeference)
    const source = await readOverlaySource(picture, row.georeference === null ? undefined : points)
    const zooms = { minimumZoom: row.minimum_zoom, maximumZoom: row.maximum_zoom }
    const made = await makeTilesAt(tilesDir, row.version, source, { ...making, ...zooms })
    // Written also where it says what it said before: that counts as a change of the archive, which lets the server look for them.
    await inTransaction(db, (trx) => trx.updateTable('overlay').set(made).where('version', '=', row.version).execute())
  } finally {
    await rm(picture, { force: true })
    await rm(points, { force: true })
  }
}

/** Makes tiles again that are lost or cannot be read, one map after the other: after a restore, for a backup holds originals only. */
export async function remakeMissing(
  place: OverlayPlace,
  { log, ...making }: Making & { log?: OnTiles } = {},
): Promise<void> {
  const done = new Set<string>()
  for (const row of await listOverlays(place.db)) {
    if (making.signal?.aborted) return
    const wrong = wrongTiles(place.tilesDir, row)
    if (wrong === undefined || done.has(row.version)) continue
    done.add(row.version)
    log?.(`${wrong} They are made again.`, row)
    try {
      await remakeTiles(place, row, making)
      log?.('The tiles were made again.', row)
    } catch (error) {
      if (making.signal?.aborted) return
      log?.('The tiles could not be made again.', row, error)
    }
  }
}

/** Names of files in the folder of tiles that no map has: of maps that are gone, or left by a program that was killed. Those of the last hour may be in the making. */
export async function strayTiles({ db, tilesDir }: OverlayPlace): Promise<string[]> {
  const named = new Set((await listOverlays(db)).map(({ version }) => tilesPath('', version)))
  const strays: string[] = []
  for (const name of (await readdir(tilesDir).catch(() => [])).sort()) {
    if (named.has(name)) continue
    const found = await stat(join(tilesDir, name)).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - GRACE) strays.push(name)
  }
  return strays
}

/** What is told of the work: a sentence, the map that it is about, what went wrong. */
export type OnTiles = (sentence: string, row?: KeptOverlay, error?: unknown) => void

/** Makes again what is lost, and removes what no map has. Ends early, without an error, when the signal says so. */
export async function lookAfterTiles(place: OverlayPlace, making: Making & { log?: OnTiles }): Promise<void> {
  await remakeMissing(place, making)
  for (const name of making.signal?.aborted ? [] : await strayTiles(place)) {
    await rm(join(place.tilesDir, name), { force: true, recursive: true })
  }
}
