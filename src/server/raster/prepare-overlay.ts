import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { LAYER, TILE_ZOOM } from '#contract/overlay.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { ORIGINAL_ENDINGS, type OriginalFormat } from '../scans/inspect-picture.ts'
import { makeTiles } from './make/make-tiles.ts'
import { readOverlaySource, type OverlaySource } from './make/read-source.ts'
import { OverlayRefused } from './make/refused.ts'
import { forgetFiles } from './forget-files.ts'
import { unfinishedPath, wrongTiles, type OverlayPlace } from './place.ts'
import { overlayKey, tilesPath, tilesVersion } from './version.ts'

export type OverlayRow = Insertable<Tables['overlay']>

/** A map that somebody wants to add. */
export interface WantedOverlay {
  /** Path of the picture. */
  file: string
  /** Path of its control points; looked for beside the picture where none is given. */
  georeference?: string | undefined
  layer: number
  minimumZoom?: number | undefined
  maximumZoom?: number | undefined
  /** What the picture was called, where `file` does not say it. */
  fileName?: string | undefined
}

export interface Making {
  /** Tiles. May throw, to end it. */
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
  threads?: number
}

/** A map whose tiles and original lie in their places, and whose row is still to be written. */
export interface PreparedOverlay {
  row: OverlayRow
  source: OverlaySource
  /** Takes out again what was put in. */
  undo(): Promise<void>
}

/** @throws {OverlayRefused} */
export function requireLayer(layer: number): void {
  if (Number.isInteger(layer) && layer >= LAYER.lowest && layer <= LAYER.highest) return
  throw new OverlayRefused(`A layer is a whole number from ${LAYER.lowest} to ${LAYER.highest}.`)
}

/** The levels that tiles are made for. @throws {OverlayRefused} */
export function chooseZooms(
  { nativeZoom }: Pick<OverlaySource, 'nativeZoom'>,
  { minimumZoom, maximumZoom }: Pick<WantedOverlay, 'minimumZoom' | 'maximumZoom'>,
): { minimumZoom: number; maximumZoom: number } {
  const deepest = Math.min(TILE_ZOOM.mostMade, Math.max(TILE_ZOOM.made, nativeZoom))
  const least = minimumZoom ?? Math.min(TILE_ZOOM.made, maximumZoom ?? TILE_ZOOM.made)
  const most = maximumZoom ?? Math.max(deepest, least)
  const isZoom = (zoom: number) => Number.isInteger(zoom) && zoom >= TILE_ZOOM.lowest && zoom <= TILE_ZOOM.deepest
  if (!isZoom(least) || !isZoom(most) || least > most) {
    throw new OverlayRefused(
      `Zoom levels are whole numbers from ${TILE_ZOOM.lowest} to ${TILE_ZOOM.deepest}, the least first.`,
    )
  }
  return { minimumZoom: least, maximumZoom: most }
}

async function sha256Of(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

async function endingOf({ file, kind }: OverlaySource): Promise<string> {
  if (kind === 'geotiff') return ORIGINAL_ENDINGS.tiff
  const { format } = await sharp(file, { limitInputPixels: false }).metadata()
  return ORIGINAL_ENDINGS[format as OriginalFormat] ?? 'bin'
}

/** Makes tiles under their own name, whole or not at all. Answers how many there are, and bytes of their file. */
export async function makeTilesAt(
  tilesDir: string,
  version: string,
  source: OverlaySource,
  { onProgress, signal, ...options }: Making & { minimumZoom: number; maximumZoom: number },
): Promise<{ tiles: number; bytes: number }> {
  const target = unfinishedPath(tilesDir, version, 'made')
  const end = new AbortController()
  let ended: { by: unknown } | undefined
  const watch = (done: number, total: number) => {
    try {
      onProgress?.(done, total)
    } catch (error) {
      ended ??= { by: error }
      end.abort()
    }
  }
  const stop = signal ? AbortSignal.any([signal, end.signal]) : end.signal
  try {
    const { tiles } = await makeTiles(source, target, { ...options, onProgress: watch, signal: stop })
    if (ended) throw ended.by
    const { size } = await stat(target)
    await rename(target, tilesPath(tilesDir, version))
    return { tiles, bytes: size }
  } catch (error) {
    await rm(target, { force: true })
    throw ended ? ended.by : error
  }
}

/** Keeps an original bit for bit. A file of another length under its name is a damaged one. True when it was not there before. */
async function keepOriginal(media: MediaStore, key: string, file: string, bytes: number): Promise<boolean> {
  const there = await media.size(key)
  if (there === bytes && (await media.touch(key))) return false
  if (there !== undefined) await media.remove(key)
  await media.putFile(key, file)
  return there === undefined
}

/**
 * Looks at a map, makes its tiles and keeps its original. What fails leaves nothing behind; so does `undo`, where the row is not written.
 * @throws {OverlayRefused} with what is wrong with the picture, its control points, or what was asked for.
 */
export async function prepareOverlay(
  { db, media, tilesDir }: OverlayPlace,
  wanted: WantedOverlay,
  making: Making = {},
): Promise<PreparedOverlay> {
  requireLayer(wanted.layer)
  const source = await readOverlaySource(wanted.file, wanted.georeference)
  const zooms = chooseZooms(source, wanted)
  const sha256 = await sha256Of(source.file)
  const version = tilesVersion({ sha256, georeference: source.georeference, ...zooms })
  const { size } = await stat(source.file)
  const key = overlayKey(sha256, await endingOf(source))
  const same = await db
    .selectFrom('overlay')
    .select(['version', 'tiles', 'bytes'])
    .where('version', '=', version)
    .executeTakeFirst()
  const kept = same && wrongTiles(tilesDir, same) === undefined ? same : undefined
  const undo = () => forgetFiles({ db, media, tilesDir }, { version, key })
  try {
    // Whoever watches knows from now on that there is something to take back.
    making.onProgress?.(0, 0)
    const { tiles, bytes } = kept ?? (await makeTilesAt(tilesDir, version, source, { ...making, ...zooms }))
    await keepOriginal(media, key, source.file, size)
    making.onProgress?.(tiles, tiles)
    const [west, south, east, north] = source.bounds
    const row: OverlayRow = {
      ...{ layer: wanted.layer, version, kind: source.kind, source_key: key, source_bytes: size },
      ...{ file_name: wanted.fileName ?? basename(wanted.file), georeference: source.georeference },
      ...{ width: source.width, height: source.height, west, south, east, north },
      ...{ minimum_zoom: zooms.minimumZoom, maximum_zoom: zooms.maximumZoom, tiles, bytes },
      created_at: new Date().toISOString(),
    }
    return { row, source, undo }
  } catch (error) {
    // What cannot be taken out now (a full disk) the sweep finds.
    await undo().catch(() => {})
    throw error
  }
}
