import { rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname } from 'node:path'
import { TILE_ZOOM } from '#contract/overlay.ts'
import { flushFolder } from '../../media/flush.ts'
import { readGeoTiffPixels } from './geotiff-pixels.ts'
import { tileRange, tilesIn } from './mercator.ts'
import type { Bounds } from './mercator.ts'
import { writeArchive } from './pmtiles-archive.ts'
import { readPlacementAgain } from './read-source.ts'
import type { OverlaySource } from './read-source.ts'
import { OverlayRefused } from './refused.ts'
import { readScanPixels } from './scan-pixels.ts'
import { createSpool } from './tile-spool.ts'
import type { TileSpool } from './tile-spool.ts'
import { runBranches } from './tile-threads.ts'
import type { TileWork } from './branch-maker.ts'
import type { OnTile, TileAddress } from './tile-tree.ts'
import { createUpperLevels } from './upper-levels.ts'

/** What lies in the file that was made: tiles that are not empty, bytes of the file, levels. */
export interface TilesMade {
  tiles: number
  bytes: number
  minimumZoom: number
  maximumZoom: number
}

export interface TileOptions {
  /** Levels to make; without them 13 to where no pixel of the scan is lost, 21 at most. */
  minimumZoom?: number
  maximumZoom?: number
  /** As many as there are processors, four at most, where nothing is said; 0: this one makes them. */
  threads?: number
  /** Told of tiles done, of all that might have something of the map in them. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** At 150 a second these take half an hour. */
const MOST_TILES = 250_000
/** Branches that are shared among the threads: many enough that none waits long for the last, few enough to keep what each leaves. */
const BRANCHES = 256

/**
 * Makes the tiles of a map and writes them to `target` as one PMTiles file (WebP, 256 pixels, transparent outside the map). It is written
 * under other names beside it first: under its own it is there whole or not at all, and after a failure nothing is left.
 * @throws {OverlayRefused} where the picture is damaged or would make too many tiles; the signal's reason where that ended it.
 */
export async function makeTiles(source: OverlaySource, target: string, options: TileOptions = {}): Promise<TilesMade> {
  const zooms = chooseZooms(source, options)
  options.signal?.throwIfAborted()
  const part = `${target}.part`
  const spoolPath = `${target}.tiles.part`
  await Promise.all([part, spoolPath].map((path) => rm(path, { force: true })))
  try {
    const made = await fillAndWrite(source, { part, spoolPath, zooms }, options)
    await rename(part, target)
    await flushFolder(dirname(target))
    return { ...made, ...zooms }
  } finally {
    await Promise.all([part, spoolPath].map((path) => rm(path, { force: true })))
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
  const spool = createSpool(spoolPath)
  try {
    await fill(spool, work, zooms, options)
    if (spool.tiles.length === 0)
      throw new OverlayRefused(`${basename(source.file)} is transparent all over: there is nothing of it to show.`)
    options.signal?.throwIfAborted()
    // Nothing of the file's name: what is made again has the same bytes, whatever the copy of the original was called.
    const metadata = { name: 'Old map', format: 'webp' }
    return { tiles: spool.tiles.length, bytes: await writeArchive(part, spool, { bounds, ...zooms, metadata }) }
  } finally {
    spool.close()
  }
}

/** Decodes the picture, no finer than the deepest level shows it. */
async function readWork(source: OverlaySource, maximumZoom: number, signal?: AbortSignal): Promise<TileWork> {
  const { placement, mask } = await readPlacementAgain(source)
  const shrink = 2 ** Math.max(0, source.nativeZoom - maximumZoom)
  const pixels =
    source.kind === 'geotiff'
      ? await readGeoTiffPixels(source.file, shrink, signal)
      : await readScanPixels(source.file, source, mask, shrink)
  return { pixels, placement, bounds: source.bounds, maximumZoom }
}

async function fill(spool: TileSpool, work: TileWork, zooms: Zooms, options: TileOptions): Promise<void> {
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

function chooseZooms({ file, bounds, nativeZoom }: OverlaySource, options: TileOptions): Zooms {
  const maximumZoom = options.maximumZoom ?? Math.min(TILE_ZOOM.mostMade, Math.max(TILE_ZOOM.made, nativeZoom))
  const minimumZoom = options.minimumZoom ?? Math.min(TILE_ZOOM.made, maximumZoom)
  const within = (zoom: number) => Number.isInteger(zoom) && zoom >= TILE_ZOOM.lowest && zoom <= TILE_ZOOM.deepest
  if (!within(minimumZoom) || !within(maximumZoom) || minimumZoom > maximumZoom)
    throw new OverlayRefused(
      `Tiles cannot be made from zoom ${minimumZoom} to ${maximumZoom}: levels are whole numbers from ${TILE_ZOOM.lowest} to ${TILE_ZOOM.deepest}, the smaller first.`,
    )
  const zooms = { minimumZoom, maximumZoom }
  const count = countTiles(bounds, zooms)
  if (count > MOST_TILES) {
    const enough = levels(zooms).findLast(
      (zoom) => countTiles(bounds, { minimumZoom, maximumZoom: zoom }) <= MOST_TILES,
    )
    throw new OverlayRefused(
      `${basename(file)} would make ${count} tiles to zoom ${maximumZoom}; ${MOST_TILES} are the most. ${enough === undefined ? 'Begin at a lower zoom.' : `Zoom ${enough} would do.`}`,
    )
  }
  return zooms
}
