import { buffer } from 'node:stream/consumers'
import {
  fullSize,
  parseImageRequest,
  serviceSize,
  singleTileSize,
  type Size,
  type Tile,
} from '#rules/media/iiif-image.ts'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { PublicCopies } from '../storage/public-copies.ts'
import { TilesDamaged } from '../storage/tiles/tile-directory.ts'
import { createSingleFlight } from '../limits/concurrency.ts'
import { PUBLIC, type View } from '../repositories/view.ts'
import { PictureRefused } from './picture-refused.ts'
import type { PictureWork } from './picture-work.ts'
import { createPyramidReader } from './pyramid-reader.ts'
import { findScanPicture, type StoredPicture } from './scan-picture.ts'
import { derivativeKey, pyramidKey, versionOf } from '../storage/picture-keys.ts'

/** Milliseconds before a refused picture is retried: it may have crashed the process, and viewers ask often. */
const RETRY_DELAY = 10 * 60_000

/** A scan as the IIIF image service offers it. */
export interface TiledScan {
  version: string
  published: boolean
  size: Size
  /** The size of `full/max`. */
  largest: Size
  /** Undefined where a level 0 service has no such image. */
  find(region: string, size: string): ScanTile | undefined
}

interface ScanTile {
  /** Unique within the version. */
  name: string
  /** Undefined where decoding fails. */
  read(): Promise<Buffer | undefined>
  /** Where the public gets it instead; undefined: from here. */
  publicAddress(): Promise<string | undefined>
}

interface ScanTilesOptions {
  db: Db
  media: MediaStore
  pictures: PictureWork
  /** Where visitors get published tiles, if not from here. */
  copies?: PublicCopies | undefined
  /** Logs tiles that can't be read; they are made again. */
  log?: (error: unknown, version: string) => void
}

/** Tiles of scans (IIIF Image API 3, level 0): published ones for everybody, drafts as `view` allows. Missing tiles are made at the first request. */
export function createScanTiles({ db, media, pictures, copies, log }: ScanTilesOptions) {
  const reader = createPyramidReader(media)
  const once = createSingleFlight<boolean>()
  const refused = new Map<string, number>()

  /** False for a picture that was refused, now or a little while ago. */
  function make(picture: StoredPicture, version: string): Promise<boolean> {
    if ((refused.get(version) ?? 0) > Date.now()) return Promise.resolve(false)
    return once(version, async () => {
      try {
        await pictures.makeTiles(picture)
        return true
      } catch (error) {
        if (!(error instanceof PictureRefused)) throw error
        log?.(error, version)
        refused.set(version, Date.now() + RETRY_DELAY)
        return false
      }
    })
  }

  async function readTile(picture: StoredPicture, version: string, tile: Tile): Promise<Buffer | undefined> {
    try {
      const bytes = await reader.read(version, tile, serviceSize(picture))
      if (bytes) return bytes
    } catch (error) {
      if (!(error instanceof TilesDamaged)) throw error
      log?.(error, version)
      // One of many concurrent requests removes it; the others find it missing, or made again.
      if (!once.isRunning(version)) await media.remove(pyramidKey(version))
      reader.forget(version)
    }
    if (!(await make(picture, version))) return undefined
    const bytes = await reader.read(version, tile, serviceSize(picture))
    if (!bytes) throw new Error(`The tiles of ${version} could not be stored.`)
    return bytes
  }

  async function readWhole(picture: StoredPicture, version: string, width: number): Promise<Buffer> {
    const key = derivativeKey(version, width, 'jpeg')
    if (!(await media.size(key))) await pictures.ensure(picture, ['jpeg'], { width })
    const stream = await media.stream(key)
    if (!stream) throw new Error(`The derivative ${key} could not be stored.`)
    return await buffer(stream)
  }

  return {
    /** Undefined for an unknown id, another version than the current one, and for what the caller may not see. */
    async find(id: number, version: string, view: View = PUBLIC): Promise<TiledScan | undefined> {
      const picture = await findScanPicture(db, id, view)
      if (!picture || versionOf(picture) !== version) return undefined
      const size = serviceSize(picture)
      const largest = fullSize(picture, size)
      const isPublic = async () => (await findScanPicture(db, id, PUBLIC))?.folder === picture.folder
      const tile = (name: string, read: ScanTile['read']): ScanTile => ({
        name,
        read,
        async publicAddress() {
          if (!picture.published) return undefined
          const copy = { from: { read }, contentType: 'image/jpeg', isPublic }
          return await copies?.addressOf(`${picture.folder}/${name}.jpg`, copy)
        },
      })
      return {
        version,
        published: picture.published,
        size,
        largest,
        find(region, asked) {
          const meant = parseImageRequest(size, largest, region, asked)
          if (!meant) return undefined
          if (meant === 'max' && !isOneTile(size, largest)) {
            return tile('max', () => readWhole(picture, version, largest.width))
          }
          const place = meant === 'max' ? { level: 0, x: 0, y: 0 } : meant
          // Public copies of panoramas from when the longer side was bounded (12,000) had other pixels.
          const wide = Math.max(size.width, size.height) > 12_000 ? `${size.width}-` : ''
          return tile(`${wide}${place.level}-${place.x}-${place.y}`, () => readTile(picture, version, place))
        },
      }
    },
  }
}
export type ScanTiles = ReturnType<typeof createScanTiles>

const isOneTile = (size: Size, { width, height }: Size) => {
  const one = singleTileSize(size)
  return one.width === width && one.height === height
}
