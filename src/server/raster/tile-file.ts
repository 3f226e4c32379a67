import { closeSync, fstatSync, openSync, read, readSync, statSync } from 'node:fs'
import type { Header } from 'pmtiles'
import {
  HEADER,
  TilesDamaged,
  findTile,
  flatten,
  parseHeader,
  readEntries,
  sayDamaged,
  type Directory,
  type Entry,
  type TilePlace,
} from './tile-directory.ts'

export { TilesDamaged, type TilePlace } from './tile-directory.ts'

/** The root, and leaves below it: what writers make. */
const DEPTH = 3

function bytesAt(fd: number, offset: number, length: number): Buffer {
  if (offset + length > fstatSync(fd).size) throw new TilesDamaged('The file is cut off.')
  const bytes = Buffer.alloc(length)
  if (readSync(fd, bytes, 0, length, offset) !== length) throw new TilesDamaged('The file is cut off.')
  return bytes
}

function readDirectory(fd: number, header: Header): Directory {
  const { rootDirectoryOffset, rootDirectoryLength, leafDirectoryOffset } = header
  const all: Entry[] = []
  const walk = (offset: number, length: number, depth: number) => {
    if (depth > DEPTH) throw new TilesDamaged('Its directories do not end.')
    for (const entry of readEntries(bytesAt(fd, offset, length))) {
      if (entry.run > 0) all.push(entry)
      else walk(leafDirectoryOffset + entry.offset, entry.length, depth + 1)
    }
  }
  walk(rootDirectoryOffset, rootDirectoryLength, 1)
  return flatten(all, header)
}

const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

/**
 * Opens a file of tiles; its directories are kept in memory, so that a tile is one read, and one that is not there none.
 * @throws {TilesDamaged}, or what the disk says (ENOENT).
 */
export function openTileFile(path: string) {
  const fd = openSync(path, 'r')
  const opened = fstatSync(fd)
  const { size } = opened
  let directory: Directory
  try {
    directory = readDirectory(fd, parseHeader(bytesAt(fd, 0, Math.min(HEADER, size)), size, 'webp'))
  } catch (error) {
    closeSync(fd)
    throw sayDamaged(error)
  }
  const { ids, offsets, lengths } = directory
  let holds = 0
  let closed = false
  const settle = () => {
    if (closed && holds === 0) closeSync(fd)
  }
  /** Keeps it open over a `close` until what is answered is called. */
  const hold = (): (() => void) => {
    holds += 1
    return () => {
      holds -= 1
      settle()
    }
  }
  return {
    /** Of the file, in bytes. */
    size,
    hold,
    /** True when another file, or another content, lies at its path by now; what is read here is still the old one. */
    replaced(): boolean {
      const now = statSync(path, { throwIfNoEntry: false })
      return now !== undefined && (now.ino !== opened.ino || now.mtimeMs !== opened.mtimeMs || now.size !== size)
    },
    /** Undefined where there is no such tile: the map is empty there. The numbers must be those of a tile at that level. */
    find(z: number, x: number, y: number): TilePlace | undefined {
      return findTile(directory, z, x, y)
    },
    /** The WebP of a tile. @throws {TilesDamaged} */
    read({ offset, length }: TilePlace): Promise<Buffer> {
      // By then its number may be that of another file.
      if (closed && holds === 0) return Promise.reject(new Error('The file of tiles is closed.'))
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
    /** Every tile, the same picture once. */
    *places(): Generator<TilePlace> {
      const seen = new Set<number>()
      for (let index = 0; index < ids.length; index += 1) {
        const offset = offsets[index]!
        if (seen.size !== seen.add(offset).size) yield { offset, length: lengths[index]! }
      }
    },
    /** Closes it when nobody reads or holds it any more. */
    close(): void {
      if (closed) return
      closed = true
      settle()
    },
  }
}
export type TileFile = ReturnType<typeof openTileFile>
