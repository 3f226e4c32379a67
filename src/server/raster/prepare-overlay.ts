import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { LAYER } from '#contract/overlay.ts'
import type { Tables } from '../database/tables.ts'
import { renameIntoPlace, removeNonOriginal, sha256Of } from '../storage/removal.ts'
import { ORIGINAL_ENDINGS, overlayKey, type OriginalFormat } from '../storage/keys.ts'
import type { OverlaySource } from './make/read-source.ts'
import { OverlayRefused } from './make/overlay-refused.ts'
import { undoOverlayFiles } from './overlay-files.ts'
import {
  temporaryTilesPath,
  findTilesProblem,
  type OverlayStorage,
  shareTiles,
  tilesPath,
  tilesVersion,
} from './overlay-storage.ts'
import { storeOriginal } from '../scans/originals.ts'

export type OverlayRow = Insertable<Tables['overlay']>

/** A map to add. */
export interface OverlayInput {
  file: string
  /** Path of its control points; searched beside the picture where omitted. */
  georeference?: string | undefined
  layer: number
  minimumZoom?: number | undefined
  maximumZoom?: number | undefined
  /** The original file name, where `file` differs. */
  fileName?: string | undefined
}

export interface TileWorkOptions {
  /** In tiles. May throw to abort. */
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
  threads?: number
}

/** A map with its tiles and original in place, and its row still to be written. */
export interface PreparedOverlay {
  row: OverlayRow
  source: OverlaySource
  /** Removes the files again. */
  undo(): Promise<void>
}

/** @throws {OverlayRefused} */
export function requireLayer(layer: number): void {
  if (Number.isInteger(layer) && layer >= LAYER.lowest && layer <= LAYER.highest) return
  throw new OverlayRefused(`A layer is a whole number from ${LAYER.lowest} to ${LAYER.highest}.`)
}

async function endingOf({ file, kind }: OverlaySource): Promise<string> {
  if (kind === 'geotiff') return ORIGINAL_ENDINGS.tiff
  const { format } = await sharp(file, { limitInputPixels: false }).metadata()
  return ORIGINAL_ENDINGS[format as OriginalFormat] ?? 'bin'
}

/** Makes tiles and moves them into place atomically. Returns how many there are, and the size of their file. */
export async function makeTilesAt(
  tilesDir: string,
  version: string,
  source: OverlaySource,
  { onProgress, signal, ...options }: TileWorkOptions & { minimumZoom: number; maximumZoom: number },
): Promise<{ tiles: number; bytes: number }> {
  const { makeTiles } = await import('./make/make-tiles.ts')
  const target = temporaryTilesPath(tilesDir, version, 'made')
  const end = new AbortController()
  let aborted: { by: unknown } | undefined
  const watch = (done: number, total: number) => {
    try {
      onProgress?.(done, total)
    } catch (error) {
      aborted ??= { by: error }
      end.abort()
    }
  }
  const stop = signal ? AbortSignal.any([signal, end.signal]) : end.signal
  try {
    const { tiles } = await makeTiles(source, target, { ...options, onProgress: watch, signal: stop })
    if (aborted) throw aborted.by
    const { size } = await stat(target)
    await renameIntoPlace(target, tilesPath(tilesDir, version))
    return { tiles, bytes: size }
  } catch (error) {
    await removeNonOriginal(target)
    throw aborted ? aborted.by : error
  }
}

/** Makes the tiles of a map and stores its original. A failure leaves nothing behind. @throws {OverlayRefused} */
export async function prepareOverlay(
  { db, media, tilesDir }: OverlayStorage,
  wanted: OverlayInput,
  options: TileWorkOptions = {},
): Promise<PreparedOverlay> {
  requireLayer(wanted.layer)
  // What places a map is loaded when there is one: it would be a third of the start of a server or command.
  const [{ readOverlaySource }, { chooseZooms }] = await Promise.all([
    import('./make/read-source.ts'),
    import('./make/make-tiles.ts'),
  ])
  const source = await readOverlaySource(wanted.file, wanted.georeference)
  const zooms = chooseZooms(source, wanted)
  const sha256 = await sha256Of(source.file)
  const version = tilesVersion({ sha256, georeference: source.georeference, ...zooms })
  const { size } = await stat(source.file)
  const key = overlayKey(sha256, await endingOf(source))
  const existing = await db
    .selectFrom('overlay')
    .select(['version', 'tiles', 'bytes'])
    .where('version', '=', version)
    .executeTakeFirst()
  const reusable = existing && findTilesProblem(tilesDir, existing) === undefined ? existing : undefined
  let added = false
  const undo = () => undoOverlayFiles({ db, media, tilesDir }, { version, key }, added ? source.file : undefined)
  try {
    // From now on the caller knows that there is something to undo.
    options.onProgress?.(0, 0)
    const { tiles, bytes } = reusable ?? (await makeTilesAt(tilesDir, version, source, { ...options, ...zooms }))
    await shareTiles({ media, tilesDir }, version)
    added = await storeOriginal(media, { key, bytes: size }, source.file)
    options.onProgress?.(tiles, tiles)
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
    // What can't be removed now (a full disk) is left to the sweep.
    await undo().catch(() => {})
    throw error
  }
}
