import { gunzipSync } from 'node:zlib'
import { Compression, TileType, bytesToHeader, readVarint, zxyToTileId, type Header } from 'pmtiles'

export class TilesDamaged extends Error {}

/** Position of a tile in its file, in bytes. */
export interface ByteRange {
  offset: number
  length: number
}

/** Tile formats that we write: WebP for old maps, JPEG for scans. */
export const TILE_TYPES = { webp: TileType.Webp, jpeg: TileType.Jpeg } as const
export type TileKind = keyof typeof TILE_TYPES

/** The directories of a PMTiles file (version 3), flattened and sorted; a run is one tile for consecutive ids. */
export interface Directory {
  ids: Float64Array
  runs: Uint32Array
  offsets: Float64Array
  lengths: Uint32Array
}

/** A directory entry: `run` consecutive tiles with the same bytes, or 0 for a leaf directory. */
export interface Entry extends ByteRange {
  id: number
  run: number
}

/** Bytes of the header; header and root directory together never exceed `FIRST_READ` (PMTiles 3 §3). */
const HEADER = 127
export const FIRST_READ = 16_384
/** Maximum bytes of an unpacked directory. */
const LARGEST_DIRECTORY = 256 * 1024 * 1024
/** The root and the leaves below it: no writer nests deeper. */
const MAX_DEPTH = 3

/** Reads the header and all directories of a PMTiles file of `size` bytes. @throws {TilesDamaged} or what `readAt` throws. */
export function readDirectory(
  { size, kind }: { size: number; kind: TileKind },
  readAt: (offset: number, length: number) => Buffer,
): Directory {
  const entries: Entry[] = []
  const header = parseHeader(readAt(0, Math.min(HEADER, size)), size, kind)
  const walk = (offset: number, length: number, depth: number) => {
    if (depth > MAX_DEPTH) throw new TilesDamaged('Its directories do not end.')
    for (const entry of parseEntries(readAt(offset, length))) {
      if (entry.run > 0) entries.push(entry)
      else walk(header.leafDirectoryOffset + entry.offset, entry.length, depth + 1)
    }
  }
  walk(header.rootDirectoryOffset, header.rootDirectoryLength, 1)
  const end = header.tileDataLength ?? 0
  if (entries.some(({ offset, length }) => offset < 0 || offset + length > end)) {
    throw new TilesDamaged('A tile is beyond its end.')
  }
  return {
    ids: Float64Array.from(entries, ({ id }) => id),
    runs: Uint32Array.from(entries, ({ run }) => run),
    offsets: Float64Array.from(entries, ({ offset }) => header.tileDataOffset + offset),
    lengths: Uint32Array.from(entries, ({ length }) => length),
  }
}

function parseHeader(bytes: Buffer, size: number, kind: TileKind): Header {
  if (bytes.length < HEADER) throw new TilesDamaged('The file is cut off.')
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3) {
    throw new TilesDamaged('It is not a PMTiles file.')
  }
  const header = bytesToHeader(new Uint8Array(bytes).buffer)
  const { tileType, tileCompression, internalCompression } = header
  if (
    tileType !== TILE_TYPES[kind] ||
    tileCompression !== Compression.None ||
    internalCompression !== Compression.Gzip
  ) {
    throw new TilesDamaged(`Its tiles are not ${kind === 'webp' ? 'WebP' : 'JPEG'}.`)
  }
  if (header.tileDataOffset + (header.tileDataLength ?? 0) > size) throw new TilesDamaged('The file is cut off.')
  return header
}

/** Parses one directory: delta-encoded ids, then runs, lengths and offsets (PMTiles 3 §4). */
function parseEntries(packed: Uint8Array): Entry[] {
  const at = { buf: unzip(packed), pos: 0 }
  const next = () => {
    if (at.pos >= at.buf.length) throw new TilesDamaged('A directory is cut off.')
    return readVarint(at)
  }
  const count = next()
  if (count > at.buf.length) throw new TilesDamaged('A directory is cut off.')
  const entries: Entry[] = []
  for (let index = 0, id = 0; index < count; index += 1)
    entries.push({ id: (id += next()), run: 1, length: 0, offset: 0 })
  for (const entry of entries) entry.run = next()
  for (const entry of entries) entry.length = next()
  for (const [index, entry] of entries.entries()) {
    const offset = next()
    const before = entries[index - 1]
    entry.offset = offset === 0 && before ? before.offset + before.length : offset - 1
  }
  return entries
}

function unzip(packed: Uint8Array): Uint8Array {
  try {
    return gunzipSync(packed, { maxOutputLength: LARGEST_DIRECTORY })
  } catch {
    throw new TilesDamaged('A directory is damaged.')
  }
}

/** Undefined where there is no such tile. The address must exist at that level. */
export function findTile({ ids, runs, offsets, lengths }: Directory, z: number, x: number, y: number) {
  const id = zxyToTileId(z, x, y)
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (ids[middle]! > id) high = middle - 1
    else low = middle + 1
  }
  if (high < 0 || id - ids[high]! >= runs[high]!) return undefined
  return { offset: offsets[high]!, length: lengths[high]! } satisfies ByteRange
}
