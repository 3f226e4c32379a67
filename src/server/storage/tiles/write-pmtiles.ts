import { readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { TILE_TYPES, type Entry, type TileKind } from './tile-directory.ts'
import type { SpooledTile, TileSpool } from './tile-spool.ts'

/** Degrees of EPSG:4326. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** PMTiles 3: header and root directory together fit into 16 KiB. */
const HEADER = 127
const FIRST_DIRECTORY = 16_384 - HEADER
const LEAF_ENTRIES = 4096
const GZIP = 2
const UNCOMPRESSED = 1
const COPY_BYTES = 8 * 1024 * 1024

export interface PmtilesOptions {
  bounds: Bounds
  minimumZoom: number
  maximumZoom: number
  /** Default: WebP. */
  kind?: TileKind
  metadata: Record<string, unknown>
}

/** Writes the tiles of a spool as one PMTiles file in order of their ids, synced to disk. Returns its size in bytes. */
export async function writePmtiles(path: string, spool: TileSpool, facts: PmtilesOptions): Promise<number> {
  const tiles = [...spool.tiles].sort((a, b) => a.id - b.id)
  const { entries, contents, length } = arrange(tiles)
  const { root, leaves } = directories(entries)
  const metadata = gzipSync(JSON.stringify(facts.metadata))
  const header = Buffer.alloc(HEADER)
  header.write('PMTiles')
  header[7] = 3
  const long = (at: number, value: number) => header.writeBigUInt64LE(BigInt(value), at)
  let position = HEADER
  for (const [at, bytes] of [
    [8, root.length],
    [24, metadata.length],
    [40, leaves.length],
    [56, length],
  ] as const) {
    long(at, position)
    long(at + 8, bytes)
    position += bytes
  }
  long(72, tiles.length)
  long(80, entries.length)
  long(88, contents.length)
  header.set([1, GZIP, UNCOMPRESSED, TILE_TYPES[facts.kind ?? 'webp'], facts.minimumZoom, facts.maximumZoom], 96)
  const degrees = (at: number, value: number) => header.writeInt32LE(Math.round(value * 1e7), at)
  const [west, south, east, north] = facts.bounds
  facts.bounds.forEach((side, index) => degrees(102 + 4 * index, side))
  header[118] = facts.minimumZoom
  degrees(119, (west + east) / 2)
  degrees(123, (south + north) / 2)

  await using output = await open(path, 'wx')
  await output.writeFile(Buffer.concat([header, root, metadata, leaves]))
  for (const part of readTiles(spool.file, contents)) await output.writeFile(part)
  await output.sync()
  return position
}

/** Orders contents by the tile that first needs them, and merges neighbours with the same bytes into runs. */
function arrange(tiles: readonly SpooledTile[]) {
  const places = new Map<number, number>()
  const contents: SpooledTile[] = []
  const entries: Entry[] = []
  let length = 0
  for (const tile of tiles) {
    let offset = places.get(tile.offset)
    if (offset === undefined) {
      offset = length
      places.set(tile.offset, offset)
      contents.push(tile)
      length += tile.length
    }
    const last = entries.at(-1)
    if (last && last.offset === offset && last.id + last.run === tile.id) last.run++
    else entries.push({ id: tile.id, offset, length: tile.length, run: 1 })
  }
  return { entries, contents, length }
}

function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries)
  if (whole.length <= FIRST_DIRECTORY) return { root: whole, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(at, at + LEAF_ENTRIES))
    pointers.push({ id: entries[at]!.id, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

/** Columns of the directory: id differences, runs, lengths, offsets (0 where a tile follows the one before). */
function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  const write = (value: number) => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
    bytes.push(value)
  }
  write(entries.length)
  entries.forEach(({ id }, index) => write(id - (entries[index - 1]?.id ?? 0)))
  for (const { run } of entries) write(run)
  for (const { length } of entries) write(length)
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1]
    write(before && offset === before.offset + before.length ? 0 : offset + 1)
  })
  return gzipSync(Buffer.from(bytes))
}

/** The bytes of tiles, some megabytes at a time. */
function* readTiles(file: number, tiles: readonly SpooledTile[]): Generator<Buffer> {
  let parts: Buffer[] = []
  let bytes = 0
  for (const { offset, length } of tiles) {
    const part = Buffer.allocUnsafe(length)
    if (readSync(file, part, 0, length, offset) !== length) throw new Error('The spool of tiles is incomplete.')
    parts.push(part)
    bytes += length
    if (bytes < COPY_BYTES) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  yield Buffer.concat(parts)
}
