import { gunzipSync } from 'node:zlib'
import { Compression, TileType, bytesToHeader, readVarint, zxyToTileId, type Header } from 'pmtiles'

/** A file of tiles that cannot be read as one. */
export class TilesDamaged extends Error {}

/** Where a tile lies in its file, in bytes. */
export interface TilePlace {
  offset: number
  length: number
}

/** Kinds of picture that our own files of tiles hold: old maps are WebP, scans are JPEG. */
export const TILE_TYPES = { webp: TileType.Webp, jpeg: TileType.Jpeg } as const
export type TileKind = keyof typeof TILE_TYPES

/** Directories of a PMTiles file (version 3), flattened and in order; a run is one picture under numbers that follow each other. */
export interface Directory {
  ids: Float64Array
  runs: Uint32Array
  offsets: Float64Array
  lengths: Uint32Array
}

/** A line of a directory; `run` 0 is a directory further down. */
export interface Entry extends TilePlace {
  id: number
  run: number
}

/** Bytes of the header; together with the root directory it never has more than `FIRST_READ` (PMTiles 3 §3). */
export const HEADER = 127
export const FIRST_READ = 16_384
/** Bytes that a directory may have when it is unpacked. */
const LARGEST_DIRECTORY = 256 * 1024 * 1024

/** Reads the first bytes of a file of `size` bytes. @throws {TilesDamaged} */
export function parseHeader(bytes: Buffer, size: number, kind: TileKind): Header {
  if (bytes.length < HEADER) throw new TilesDamaged('The file is cut off.')
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3) throw new TilesDamaged('It is no PMTiles file.')
  const header = bytesToHeader(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + HEADER) as ArrayBuffer)
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

/** One directory: numbers of tiles as differences, then runs, lengths and offsets (PMTiles 3 §4). @throws {TilesDamaged}, or what zlib says. */
export function readEntries(packed: Uint8Array): Entry[] {
  const at = { buf: gunzipSync(packed, { maxOutputLength: LARGEST_DIRECTORY }) as Uint8Array, pos: 0 }
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

/** Every line that leads to a tile, in order, as one directory. @throws {TilesDamaged} */
export function flatten(all: readonly Entry[], header: Header): Directory {
  const end = header.tileDataLength ?? 0
  if (all.some(({ offset, length }) => offset < 0 || offset + length > end)) {
    throw new TilesDamaged('A tile lies behind its end.')
  }
  return {
    ids: Float64Array.from(all, ({ id }) => id),
    runs: Uint32Array.from(all, ({ run }) => run),
    offsets: Float64Array.from(all, ({ offset }) => header.tileDataOffset + offset),
    lengths: Uint32Array.from(all, ({ length }) => length),
  }
}

/** What zlib says is for programmers. */
export const sayDamaged = (error: unknown): unknown =>
  (error as { code?: string }).code?.startsWith('Z_') ? new TilesDamaged('A directory is damaged.') : error

/** Undefined where there is no such tile. The numbers must be those of a tile at that level. */
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
  return { offset: offsets[high]!, length: lengths[high]! } satisfies TilePlace
}
