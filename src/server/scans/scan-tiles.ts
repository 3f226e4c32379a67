import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { largestOf, meaningOf, serviceSize, smallestOf, type Size, type Tile } from '#rules/iiif-image.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { TilesDamaged } from '../raster/tile-directory.ts'
import { PUBLIC } from '../repositories/view.ts'
import type { View } from '../repositories/view.ts'
import { PictureRefused } from './inspect-picture.ts'
import type { PictureWork } from './picture-work.ts'
import { createPyramidReader } from './pyramid-file.ts'
import { findScanPicture, type StoredPicture } from './scan-picture.ts'
import { derivativeKey, pictureVersion, pyramidKey } from './version.ts'

/** Milliseconds after which a picture that was refused is tried again: it may have brought the process down, and a viewer asks often. */
const PAUSE = 10 * 60_000

/** A scan as the image service offers it. */
export interface OfferedScan {
  version: string
  published: boolean
  size: Size
  /** What `full/max` answers. */
  largest: Size
  /**
   * The JPEG of what a request asks for; undefined where a service of level 0 has no such thing. `name` is its own among all of this version;
   * `read` answers undefined for a picture that cannot be decoded.
   */
  find(region: string, size: string): { name: string; read(): Promise<Buffer | undefined> } | undefined
}

interface Parts {
  db: Kysely<Tables>
  media: MediaStore
  pictures: PictureWork
  /** Is told of tiles that cannot be read; they are made again. */
  log?: (error: unknown, version: string) => void
}

/**
 * Tiles of scans (IIIF Image API 3, level 0): those of published items to anybody, those of drafts to whom `view` says. What is not kept yet is made
 * at its first request, once, in the process of pictures.
 */
export function createScanTiles({ db, media, pictures, log }: Parts) {
  const reader = createPyramidReader(media)
  const making = new Map<string, Promise<boolean>>()
  const refused = new Map<string, number>()

  /** False for a picture that was refused, now or a little while ago. */
  function make(picture: StoredPicture, version: string): Promise<boolean> {
    if ((refused.get(version) ?? 0) > Date.now()) return Promise.resolve(false)
    let work = making.get(version)
    if (!work) {
      work = tryToMake(picture, version).finally(() => making.delete(version))
      making.set(version, work)
    }
    return work
  }

  async function tryToMake(picture: StoredPicture, version: string): Promise<boolean> {
    try {
      await pictures.makeTiles(picture)
      return true
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      log?.(error, version)
      refused.set(version, Date.now() + PAUSE)
      return false
    }
  }

  async function readTile(picture: StoredPicture, version: string, tile: Tile): Promise<Buffer | undefined> {
    try {
      const bytes = await reader.read(version, tile)
      if (bytes) return bytes
    } catch (error) {
      if (!(error instanceof TilesDamaged)) throw error
      log?.(error, version)
      // One of many that ask takes it away; the others find it gone, or made again.
      if (!making.has(version)) await media.remove(pyramidKey(version))
      reader.forget(version)
    }
    if (!(await make(picture, version))) return undefined
    const bytes = await reader.read(version, tile)
    if (!bytes) throw new Error(`The tiles of ${version} could not be kept.`)
    return bytes
  }

  async function readWhole(picture: StoredPicture, version: string, width: number): Promise<Buffer> {
    const key = derivativeKey(version, width, 'jpeg')
    if (!(await media.size(key))) await pictures.ensure(picture, ['jpeg'])
    const stream = await media.stream(key)
    if (!stream) throw new Error(`The derivative ${key} could not be kept.`)
    return await buffer(stream)
  }

  return {
    /** Undefined for an unknown id, for a version that the picture has not, and for what the caller may not see. */
    async find(id: number, version: string, view: View = PUBLIC): Promise<OfferedScan | undefined> {
      const picture = await findScanPicture(db, id, view)
      if (!picture || pictureVersion(picture.sha256, picture.watermark) !== version) return undefined
      const size = serviceSize(picture)
      const largest = largestOf(picture, size)
      return {
        version,
        published: picture.published,
        size,
        largest,
        find(region, asked) {
          const meant = meaningOf(size, largest, region, asked)
          if (!meant) return undefined
          if (meant === 'max' && !isOneTile(size, largest)) {
            return { name: 'max', read: () => readWhole(picture, version, largest.width) }
          }
          const tile = meant === 'max' ? { level: 0, x: 0, y: 0 } : meant
          return { name: `${tile.level}-${tile.x}-${tile.y}`, read: () => readTile(picture, version, tile) }
        },
      }
    },
  }
}
export type ScanTiles = ReturnType<typeof createScanTiles>

const isOneTile = (size: Size, { width, height }: Size) => {
  const one = smallestOf(size)
  return one.width === width && one.height === height
}
