import { availableParallelism } from 'node:os'
import { basename, dirname } from 'node:path'
import { TILE_ZOOM } from '#contract/overlay.ts'
import { unlessAborted } from '../../limits/concurrency.ts'
import { flushFolder, renameIntoPlace, removeNonOriginal } from '../../storage/removal.ts'
import { readGeoTiffPixels } from './geotiff.ts'
import { tileRange, tilesIn } from './mercator.ts'
import { writePmtiles, type Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { readPlacementAgain, type OverlaySource } from './read-source.ts'
import { OverlayRefused } from './overlay-refused.ts'
import { readScanPixels } from './pixels.ts'
import { createTileSpool, type TileSpool, type TileAddress } from '../../storage/tiles/tile-spool.ts'
import { runBranches, type TileWork } from './tile-threads.ts'
import { type OnTile, createEncoder, emptyTile, visible } from './tile-tree.ts'
import { halveInto, type RawTile } from './render-tile.ts'

/** The finished file: number of non-empty tiles, bytes, zoom levels. */
export interface TilesMade {
  tiles: number
  bytes: number
  minimumZoom: number
  maximumZoom: number
}

export interface TileOptions {
  /** Zoom levels to make. Default: 13 to where no pixel of the scan is lost, 21 at most. */
  minimumZoom?: number
  maximumZoom?: number
  /** Default: one per processor, four at most. 0: in this thread. */
  threads?: number
  /** In tiles that may show something of the map. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** Half an hour at 150 a second. */
const MAX_TILES = 250_000
/** Branches shared among the threads: enough that none waits long for the last, few enough to hold what each leaves. */
const BRANCHES = 256

/**
 * Makes the tiles of a map as one PMTiles file (WebP, 256 pixels, transparent outside the map), atomically.
 * @throws {OverlayRefused} where the picture is damaged or would make too many tiles; the reason of an abort signal.
 */
export async function makeTiles(source: OverlaySource, target: string, options: TileOptions = {}): Promise<TilesMade> {
  const zooms = chooseZooms(source, options)
  requireFewTiles(source, zooms)
  options.signal?.throwIfAborted()
  const part = `${target}.part`
  const spoolPath = `${target}.tiles.part`
  await Promise.all([part, spoolPath].map(removeNonOriginal))
  try {
    const made = await fillAndWrite(source, { part, spoolPath, zooms }, options)
    await renameIntoPlace(part, target)
    await flushFolder(dirname(target))
    return { ...made, ...zooms }
  } finally {
    await Promise.all([part, spoolPath].map(removeNonOriginal))
  }
}

interface Zooms {
  minimumZoom: number
  maximumZoom: number
}

async function fillAndWrite(
  source: OverlaySource,
  { part, spoolPath, zooms }: { part: string; spoolPath: string; zooms: Zooms },
  options: TileOptions,
): Promise<{ tiles: number; bytes: number }> {
  const { bounds } = source
  const work = await readWork(source, zooms.maximumZoom, options.signal)
  const spool = createTileSpool(spoolPath)
  try {
    await spoolTiles(spool, work, zooms, options)
    if (spool.tiles.length === 0)
      throw new OverlayRefused(`${basename(source.file)} is transparent all over: there is nothing of it to show.`)
    options.signal?.throwIfAborted()
    // Without the file name: tiles made again have the same bytes, whatever the original was called.
    const metadata = { name: 'Old map', format: 'webp' }
    return { tiles: spool.tiles.length, bytes: await writePmtiles(part, spool, { bounds, ...zooms, metadata }) }
  } finally {
    spool.close()
  }
}

/** Decodes the picture, no finer than the deepest level needs. @throws the reason of the signal, even while a decoder that can't be stopped goes on. */
export async function readWork(source: OverlaySource, maximumZoom: number, signal?: AbortSignal): Promise<TileWork> {
  const { placement, mask } = await readPlacementAgain(source)
  const shrink = 2 ** Math.max(0, source.nativeZoom - maximumZoom)
  const pixels =
    source.kind === 'geotiff'
      ? await readGeoTiffPixels(source.file, shrink, signal)
      : await unlessAborted(readScanPixels(source.file, source, mask, shrink), signal)
  return { pixels, placement, bounds: source.bounds, maximumZoom }
}

async function spoolTiles(spool: TileSpool, work: TileWork, zooms: Zooms, options: TileOptions): Promise<void> {
  const total = countTiles(work.bounds, zooms)
  let done = 0
  const onTile: OnTile = (tile) => {
    if (tile) spool.add(tile)
    options.onProgress?.(++done, total)
  }
  const branchZoom = chooseBranchZoom(work.bounds, zooms)
  const upper = createUpperLevels(branchZoom, zooms.minimumZoom)
  await runBranches(work, addresses(work.bounds, branchZoom), {
    threads: options.threads ?? Math.min(4, availableParallelism()),
    signal: options.signal,
    onMessage(message) {
      if ('tile' in message) onTile(message.tile)
      else if (message.raw) upper.add(message.branch, message.raw)
    },
  })
  await upper.make(work.bounds, onTile)
}

const levels = ({ minimumZoom, maximumZoom }: Zooms) =>
  Array.from({ length: maximumZoom - minimumZoom + 1 }, (_, at) => minimumZoom + at)

const countTiles = (bounds: Bounds, zooms: Zooms) =>
  levels(zooms).reduce((sum, zoom) => sum + tilesIn(tileRange(bounds, zoom)), 0)

const chooseBranchZoom = (bounds: Bounds, zooms: Zooms) =>
  levels(zooms).findLast((zoom) => tilesIn(tileRange(bounds, zoom)) <= BRANCHES) ?? zooms.minimumZoom

function addresses(bounds: Bounds, zoom: number): TileAddress[] {
  const { west, east, north, south } = tileRange(bounds, zoom)
  const found: TileAddress[] = []
  for (let y = north; y <= south; y++) for (let x = west; x <= east; x++) found.push({ zoom, x, y })
  return found
}

/** The zoom levels to make. @throws {OverlayRefused} */
export function chooseZooms({ nativeZoom }: Pick<OverlaySource, 'nativeZoom'>, wanted: Partial<Zooms>): Zooms {
  const minimumZoom = wanted.minimumZoom ?? Math.min(TILE_ZOOM.made, wanted.maximumZoom ?? TILE_ZOOM.made)
  const deepest = Math.min(TILE_ZOOM.mostMade, Math.max(TILE_ZOOM.made, nativeZoom))
  const maximumZoom = wanted.maximumZoom ?? Math.max(deepest, minimumZoom)
  const within = (zoom: number) => Number.isInteger(zoom) && zoom >= TILE_ZOOM.lowest && zoom <= TILE_ZOOM.deepest
  if (!within(minimumZoom) || !within(maximumZoom) || minimumZoom > maximumZoom)
    throw new OverlayRefused(
      `Zoom levels are whole numbers from ${TILE_ZOOM.lowest} to ${TILE_ZOOM.deepest}, the lower one first.`,
    )
  return { minimumZoom, maximumZoom }
}

function requireFewTiles({ file, bounds }: OverlaySource, { minimumZoom, maximumZoom }: Zooms): void {
  const countTo = (zoom: number) => countTiles(bounds, { minimumZoom, maximumZoom: zoom })
  if (countTo(maximumZoom) <= MAX_TILES) return
  const enough = levels({ minimumZoom, maximumZoom }).findLast((zoom) => countTo(zoom) <= MAX_TILES)
  throw new OverlayRefused(
    `${basename(file)} would make ${countTo(maximumZoom)} tiles to zoom ${maximumZoom}; the maximum is ${MAX_TILES}. ${enough === undefined ? 'Start at a lower zoom.' : `Zoom ${enough} would do.`}`,
  )
}

type Level = Map<string, { address: TileAddress; raw: RawTile }>

/** Makes the levels above the branches: each tile from the four below it, as within a branch. */
function createUpperLevels(branchZoom: number, minimumZoom: number) {
  let level: Level = new Map()
  const put = (into: Level, { zoom, x, y }: TileAddress, child: RawTile) => {
    const address = { zoom: zoom - 1, x: x >> 1, y: y >> 1 }
    const key = `${address.x} ${address.y}`
    const parent = into.get(key) ?? { address, raw: emptyTile() }
    into.set(key, parent)
    halveInto(parent.raw, child, x & 1, y & 1)
  }
  return {
    /** Adds the root of a branch; only a quarter of its bytes is kept. */
    add(root: TileAddress, raw: RawTile) {
      if (branchZoom > minimumZoom) put(level, root, raw)
    },
    async make(bounds: Bounds, onTile: OnTile) {
      const encoder = createEncoder(onTile)
      for (let zoom = branchZoom - 1; zoom >= minimumZoom; zoom--) {
        const next: Level = new Map()
        const { west, east, north, south } = tileRange(bounds, zoom)
        for (let y = north; y <= south; y++)
          for (let x = west; x <= east; x++) {
            const found = level.get(`${x} ${y}`)
            if (!found || !visible(found.raw)) {
              onTile(undefined)
              continue
            }
            put(next, found.address, found.raw)
            await encoder.add(found.address, found.raw)
          }
        level = next
      }
      await encoder.settle()
    },
  }
}
