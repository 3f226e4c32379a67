import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { TILE } from '#rules/media/iiif-addresses.ts'
import { scaleFactors, serviceSize, tilesOfLevel, turnedSize, type Size } from '#rules/media/iiif-image.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { writePmtiles } from '../storage/tiles/write-pmtiles.ts'
import { createTileSpool, type TileSpool } from '../storage/tiles/tile-spool.ts'
import { decodeOriginal, PICTURES_AT_ONCE, readOriginal, showOriginal, type PictureSource } from './derivatives.ts'
import { createLimiter, createSingleFlight } from '../limits/concurrency.ts'
import { createPictureMemory, type PictureMemory } from './picture-memory.ts'
import { versionOf, pyramidKey } from '../storage/picture-keys.ts'
import { drawWatermark } from './watermark.ts'

/** The same as for public JPEGs. */
const QUALITY = 80

/**
 * Makes the tiles of scans (IIIF Image API 3, level 0), all of a picture in one file. The upright picture goes through a temporary file: 300 MB for a
 * hundred megapixels.
 */
export function createPyramids(media: MediaStore, memory: PictureMemory = createPictureMemory()) {
  const limit = createLimiter(PICTURES_AT_ONCE)
  const once = createSingleFlight<void>()

  async function make(source: PictureSource, version: string): Promise<void> {
    if (await media.size(pyramidKey(version))) return
    const original = await readOriginal(media, source)
    const folder = await mkdtemp(join(tmpdir(), 'lotline-tiles-'))
    try {
      const upright = join(folder, 'upright.v')
      const size = await decodeOriginal(memory, original, () => layOut(original, upright))
      const file = await fillFile(folder, { upright, size }, source)
      await media.putFile(pyramidKey(version), file, { immutable: true })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    /** Makes missing tiles and returns the version; concurrent calls share the work. */
    async ensure(source: PictureSource): Promise<string> {
      const version = versionOf(source)
      await once(version, () => limit(() => make(source, version)))
      return version
    },
    hasTiles: async (source: PictureSource) => Boolean(await media.size(pyramidKey(versionOf(source)))),
  }
}

/** Returns the path of the PMTiles file, inside `folder`. */
async function fillFile(
  folder: string,
  { upright, size: whole }: { upright: string; size: Size },
  { watermark, turn = 0 }: PictureSource,
): Promise<string> {
  const size = turnedSize(whole, turn)
  const mark = watermark && drawWatermark(watermark, size)
  // From anywhere in the file: a quarter turn takes no memory then.
  await sharp(upright, { limitInputPixels: false, sequentialRead: turn === 0 })
    .rotate(turn)
    .composite(mark ? [{ input: mark.svg, left: mark.left, top: mark.top }] : [])
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .tile({ size: TILE, overlap: 0, layout: 'dz', depth: 'onetile', container: 'fs' })
    .toFile(join(folder, 'tiles.dz'))
  const spool = createTileSpool(join(folder, 'spool'))
  try {
    const levels = scaleFactors(size).length
    for (let level = 0; level < levels; level += 1) await spoolLevel(spool, join(folder, 'tiles_files'), size, level)
    const file = join(folder, 'tiles.pmtiles')
    await writePmtiles(file, spool, {
      kind: 'jpeg',
      // The format requires bounds; nobody reads them.
      bounds: [0, 0, 0, 0],
      minimumZoom: 0,
      maximumZoom: levels - 1,
      metadata: { name: 'Scan', format: 'jpg', ...size },
    })
    return file
  } finally {
    spool.close()
  }
}

/** Writes the picture in libvips' own format, at the size of the IIIF service. */
async function layOut(original: Uint8Array, path: string): Promise<Size> {
  const picture = await showOriginal(original)
  const { autoOrient: size } = await picture.metadata()
  const wanted = serviceSize(size)
  if (wanted.width !== size.width || wanted.height !== size.height) picture.resize({ ...wanted, fit: 'fill' })
  const { width, height } = await picture.toFile(path)
  return { width, height }
}

async function spoolLevel(spool: TileSpool, folder: string, size: Size, level: number): Promise<void> {
  const { columns, rows } = tilesOfLevel(size, level)
  const names = await readdir(join(folder, String(level)))
  if (names.length !== columns * rows) throw new Error(`Level ${level} has ${names.length} tiles.`)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      spool.add({ zoom: level, x, y, bytes: await readFile(join(folder, String(level), `${x}_${y}.jpeg`)) })
    }
  }
}
