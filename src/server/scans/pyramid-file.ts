import type { Tile } from '#rules/iiif-image.ts'
import type { MediaStore } from '../media/media-store.ts'
import {
  FIRST_READ,
  TilesDamaged,
  findTile,
  flatten,
  parseHeader,
  readEntries,
  sayDamaged,
  type Directory,
} from '../raster/tile-directory.ts'
import { pyramidKey } from './version.ts'

/** Directories that are kept in memory: of a picture of a hundred megapixels one has 15 kB. */
const KEPT = 300

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8

/** Reads tiles of scans where they lie, in a folder or in a store elsewhere: one ranged read for a picture's directory, one for each tile. */
export function createPyramidReader(media: MediaStore) {
  const kept = new Map<string, Directory>()

  async function load(version: string): Promise<Directory | undefined> {
    const key = pyramidKey(version)
    const size = await media.size(key)
    if (size === undefined) return undefined
    const start = await media.readPart(key, 0, FIRST_READ)
    if (!start) return undefined
    try {
      const header = parseHeader(start, size, 'jpeg')
      const { rootDirectoryOffset: at, rootDirectoryLength: length } = header
      if (at + length > start.length) throw new TilesDamaged('The file is cut off.')
      const entries = readEntries(start.subarray(at, at + length))
      // The writer lays a directory apart only where the root has no room for it; a scan's tiles are too few for that.
      if (entries.some(({ run }) => run === 0)) throw new TilesDamaged('It holds more tiles than a scan has.')
      return flatten(entries, header)
    } catch (error) {
      throw sayDamaged(error)
    }
  }

  async function directory(version: string): Promise<Directory | undefined> {
    const known = kept.get(version)
    const found = known ?? (await load(version))
    if (!found) return undefined
    kept.delete(version)
    kept.set(version, found)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break
      kept.delete(oldest)
    }
    return found
  }

  return {
    /** The JPEG of a tile. Undefined where the picture's tiles are not kept. @throws {TilesDamaged} */
    async read(version: string, { level, x, y }: Tile): Promise<Buffer | undefined> {
      const found = await directory(version)
      if (!found) return undefined
      const place = findTile(found, level, x, y)
      if (!place) throw new TilesDamaged('A tile is missing.')
      const bytes = await media.readPart(pyramidKey(version), place.offset, place.length)
      if (!bytes) {
        kept.delete(version)
        return undefined
      }
      if (bytes.length !== place.length || !isJpeg(bytes)) throw new TilesDamaged('A tile is damaged.')
      return bytes
    },
    /** To be called when a picture's tiles are made again. */
    forget: (version: string) => void kept.delete(version),
  }
}
export type PyramidReader = ReturnType<typeof createPyramidReader>
