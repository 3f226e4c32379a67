import { closeSync, fstatSync, openSync, read, readSync, statSync } from 'node:fs'
import { TilesDamaged, findTile, readDirectory, type ByteRange, type Directory } from './tile-directory.ts'

const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

/** Opens the tiles of an old map with all directories in memory: one read per tile. @throws {TilesDamaged} or a file system error (ENOENT). */
export function openTileFile(path: string) {
  const fd = openSync(path, 'r')
  const opened = fstatSync(fd)
  const { size } = opened
  const readAt = (offset: number, length: number) => {
    if (offset + length > size) throw new TilesDamaged('The file is cut off.')
    const bytes = Buffer.alloc(length)
    if (readSync(fd, bytes, 0, length, offset) !== length) throw new TilesDamaged('The file is cut off.')
    return bytes
  }
  let directory: Directory
  try {
    directory = readDirectory({ size, kind: 'webp' }, readAt)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  const { ids, offsets, lengths } = directory
  let references = 0
  let closed = false
  const closeIfUnused = () => {
    if (closed && references === 0) closeSync(fd)
  }
  /** Keeps the file open, even after `close`, until the returned function is called. */
  const hold = (): (() => void) => {
    references += 1
    return () => {
      references -= 1
      closeIfUnused()
    }
  }
  return {
    /** In bytes. */
    size,
    hold,
    /** True when the path now leads to another file or other content; reads still use the old one. */
    replaced(): boolean {
      const now = statSync(path, { throwIfNoEntry: false })
      return now !== undefined && (now.ino !== opened.ino || now.mtimeMs !== opened.mtimeMs || now.size !== size)
    },
    /** Undefined where there is no such tile: the map is empty there. The address must exist at that level. */
    find: (z: number, x: number, y: number): ByteRange | undefined => findTile(directory, z, x, y),
    /** The WebP of a tile. @throws {TilesDamaged} */
    read({ offset, length }: ByteRange): Promise<Buffer> {
      // The descriptor may already belong to another file.
      if (closed && references === 0) return Promise.reject(new Error('The file of tiles is closed.'))
      const release = hold()
      return new Promise<Buffer>((resolve, reject) => {
        read(fd, Buffer.allocUnsafe(length), 0, length, offset, (error, count, bytes) => {
          release()
          if (error) reject(error)
          else if (count !== length || !isWebp(bytes)) reject(new TilesDamaged('A tile is damaged.'))
          else resolve(bytes)
        })
      })
    },
    /** The position of every tile; identical tiles once. */
    *places(): Generator<ByteRange> {
      const seen = new Set<number>()
      for (let index = 0; index < ids.length; index += 1) {
        const offset = offsets[index]!
        if (seen.size !== seen.add(offset).size) yield { offset, length: lengths[index]! }
      }
    },
    /** Closes the file once nobody reads or holds it. */
    close(): void {
      if (closed) return
      closed = true
      closeIfUnused()
    },
  }
}
export type TileFile = ReturnType<typeof openTileFile>
