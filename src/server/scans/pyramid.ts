import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { TILE } from '#rules/iiif.ts'
import { scaleFactors, serviceSize, tilesOfLevel, type Size } from '#rules/iiif-image.ts'
import type { MediaStore } from '../media/media-store.ts'
import { writeArchive } from '../raster/make/pmtiles-archive.ts'
import { createSpool, type TileSpool } from '../raster/make/tile-spool.ts'
import { PICTURES_AT_ONCE, showOriginal, type PictureSource } from './derivatives.ts'
import { createGate } from './gate.ts'
import { originalKey } from './originals.ts'
import { pictureVersion, pyramidKey } from './version.ts'
import { drawWatermark, type Watermark } from './watermark.ts'

/** What a tile looks like: as the JPEG of the public picture. */
const QUALITY = 80

/**
 * Makes the tiles of scans (IIIF Image API 3, level 0) and keeps them, all of one picture in one file. The picture goes through files of the system's
 * temporary folder, not through memory: a hundred megapixels take 300 MB there, and of memory what decoding takes (measured: docs/decisions).
 */
export function createPyramids(media: MediaStore) {
  const gate = createGate(PICTURES_AT_ONCE)
  const making = new Map<string, Promise<void>>()

  async function make(source: PictureSource, version: string): Promise<void> {
    if (await media.size(pyramidKey(version))) return
    const key = originalKey(source.sha256, source.format)
    const original = await media.read(key)
    if (!original) throw new Error(`The original ${key} is not in the media store.`)
    const folder = await mkdtemp(join(tmpdir(), 'lotline-tiles-'))
    try {
      const file = await fillFile(folder, original, source.watermark)
      await media.putFile(pyramidKey(version), file, { ours: true })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    /** Makes the tiles where they are missing and answers the version; calls at the same time share the work. */
    async ensure(source: PictureSource): Promise<string> {
      const version = pictureVersion(source.sha256, source.watermark)
      let work = making.get(version)
      if (!work) {
        work = gate(() => make(source, version)).finally(() => making.delete(version))
        making.set(version, work)
      }
      await work
      return version
    },
    isKept: async (source: PictureSource) =>
      Boolean(await media.size(pyramidKey(pictureVersion(source.sha256, source.watermark)))),
  }
}
export type Pyramids = ReturnType<typeof createPyramids>

/** Answers the path of the file of tiles, which lies in the folder. */
async function fillFile(folder: string, original: Uint8Array, watermark: Watermark | undefined): Promise<string> {
  const upright = join(folder, 'upright.v')
  const size = await layOut(original, upright)
  const mark = watermark && drawWatermark(watermark, size)
  await sharp(upright, { limitInputPixels: false })
    .composite(mark ? [{ input: mark.svg, left: mark.left, top: mark.top }] : [])
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .tile({ size: TILE, overlap: 0, layout: 'dz', depth: 'onetile', container: 'fs' })
    .toFile(join(folder, 'tiles.dz'))
  const spool = createSpool(join(folder, 'spool'))
  try {
    const levels = scaleFactors(size).length
    for (let level = 0; level < levels; level += 1) await spoolLevel(spool, join(folder, 'tiles_files'), size, level)
    const file = join(folder, 'tiles.pmtiles')
    await writeArchive(file, spool, {
      kind: 'jpeg',
      // It is no map: the format wants a place, and nobody reads it.
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

/** Writes the picture as libvips lays it out in memory, at the size of the service. */
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
