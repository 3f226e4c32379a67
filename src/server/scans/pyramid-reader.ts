import { LRUCache } from 'lru-cache'
import { countTiles, type Size, type Tile } from '#rules/media/iiif-image.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { FIRST_READ, TilesDamaged, findTile, readDirectory, type Directory } from '../storage/tiles/tile-directory.ts'
import { pyramidKey } from '../storage/picture-keys.ts'

/** Directories held in memory: for a picture of 100 megapixels one takes 15 kB. */
const MAX_DIRECTORIES = 300

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8

/** Reads tiles of scans from the media store: one ranged read for the directory of a picture, one for each tile. */
export function createPyramidReader(media: MediaStore) {
  const directories = new LRUCache<string, Directory>({ max: MAX_DIRECTORIES })

  async function readDirectoryOf(version: string, of?: Size): Promise<Directory | undefined> {
    const key = pyramidKey(version)
    const size = await media.size(key)
    const start = size === undefined ? undefined : await media.readPart(key, 0, FIRST_READ)
    if (size === undefined || !start) return undefined
    // A scan has too few tiles for leaf directories: everything is in the first read.
    const directory = readDirectory({ size, kind: 'jpeg' }, (offset, length) => {
      if (offset + length > start.length) throw new TilesDamaged('The file is cut off.')
      return start.subarray(offset, offset + length)
    })
    if (of && directory.runs.reduce((sum, run) => sum + run, 0) !== countTiles(of))
      throw new TilesDamaged('They were made of another size (before area bounded it).')
    directories.set(version, directory)
    return directory
  }

  return {
    /** The JPEG of a tile of a picture served in this size. Undefined where the picture has no tiles yet. @throws {TilesDamaged} */
    async read(version: string, { level, x, y }: Tile, of?: Size): Promise<Buffer | undefined> {
      const directory = directories.get(version) ?? (await readDirectoryOf(version, of))
      if (!directory) return undefined
      const place = findTile(directory, level, x, y)
      if (!place) throw new TilesDamaged('A tile is missing.')
      const bytes = await media.readPart(pyramidKey(version), place.offset, place.length)
      if (!bytes) {
        directories.delete(version)
        return undefined
      }
      if (bytes.length !== place.length || !isJpeg(bytes)) throw new TilesDamaged('A tile is damaged.')
      return bytes
    },
    /** To be called when the tiles of a picture are made again. */
    forget: (version: string) => void directories.delete(version),
  }
}
