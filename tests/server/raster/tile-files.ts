import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import sharp from 'sharp'
import type { Insertable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { TestArchive } from '../fixtures.ts'

export interface TestTile {
  z: number
  x: number
  y: number
  data: Buffer
  /** So many tiles that follow each other have this picture. */
  run?: number
}

/** A tile of one colour. */
export const plainTile = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer()

function varints(values: number[]): Buffer {
  const bytes: number[] = []
  for (let value of values) {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
    bytes.push(value)
  }
  return Buffer.from(bytes)
}

interface Entry {
  id: number
  run: number
  length: number
  offset: number
}
const directory = (entries: Entry[]) =>
  gzipSync(
    varints([
      entries.length,
      ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
      ...entries.map(({ run }) => run),
      ...entries.map(({ length }) => length),
      ...entries.map(({ offset }) => offset + 1),
    ]),
  )

/** A PMTiles file written by the format's description, not by the code under test; with `leaves`, so many entries to a leaf directory. */
export function pmtiles(tiles: readonly TestTile[], { leaves = 0, tileType = 4 } = {}): Buffer {
  const entries: Entry[] = []
  const data: Buffer[] = []
  let offset = 0
  const numbered = tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
  for (const { id, data: bytes, run = 1 } of numbered.toSorted((a, b) => a.id - b.id)) {
    entries.push({ id, run, length: bytes.length, offset })
    data.push(bytes)
    offset += bytes.length
  }
  let root = directory(entries)
  const leafDirectories: Buffer[] = []
  if (leaves > 0) {
    const pointers: Entry[] = []
    let at = 0
    for (let first = 0; first < entries.length; first += leaves) {
      const leaf = directory(entries.slice(first, first + leaves))
      pointers.push({ id: entries[first]!.id, run: 0, length: leaf.length, offset: at })
      leafDirectories.push(leaf)
      at += leaf.length
    }
    root = directory(pointers)
  }
  const leaf = Buffer.concat(leafDirectories)
  const metadata = gzipSync('{}')
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const starts = [127, 127 + root.length, 127 + root.length + metadata.length]
  const dataStart = starts[2]! + leaf.length
  const numbers = [starts[0], root.length, starts[1], metadata.length, starts[2], leaf.length, dataStart, offset]
  for (const [at, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value!), 8 + 8 * at)
  header.set([1, 2, 1, tileType], 96)
  return Buffer.concat([header, root, metadata, leaf, ...data])
}

/** A row of an old map over Brannock Bay. */
const overlayRow = (
  row: Partial<Insertable<Tables['overlay']>> & { layer: number; version: string; bytes: number },
): Insertable<Tables['overlay']> => ({
  ...{ kind: 'geotiff', source_key: `overlays/${row.version.padEnd(64, '0')}.tif`, source_bytes: 1 },
  ...{ georeference: null, width: 100, height: 100, tiles: 1, created_at: '2026-01-01T00:00:00Z' },
  ...{ west: -81.75, south: 43.5, east: -81.5, north: 43.75, minimum_zoom: 13, maximum_zoom: 19 },
  ...row,
})

/** Puts a map into an archive whose tiles are these. */
export async function addTiles(
  { db, folder }: Pick<TestArchive, 'db' | 'folder'>,
  layer: number,
  version: string,
  file: Buffer,
): Promise<string> {
  mkdirSync(join(folder, 'overlays'), { recursive: true })
  const path = join(folder, 'overlays', `${version}.pmtiles`)
  writeFileSync(path, file)
  const row = overlayRow({ layer, version, bytes: file.length })
  await db
    .insertInto('overlay')
    .values(row)
    .onConflict((conflict) => conflict.column('layer').doUpdateSet(row))
    .execute()
  return path
}
