import { TILE_SIZE } from '#contract/overlay.ts'
import sharp from 'sharp'
import { tileRange } from './mercator.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { halveInto, type RawTile, type RenderTile } from './render-tile.ts'
import type { EncodedTile, TileAddress } from '../../storage/tiles/tile-spool.ts'

/** Called for each tile of the range; undefined where it is empty. */
export type OnTile = (tile: EncodedTile | undefined) => void

/** Tiles encoded while the next one is drawn. */
const MAX_ENCODING = 3

/** Encodes tiles in the background. `settle` resolves when all are reported; a failure is thrown by the next call. */
export function createEncoder(onTile: OnTile) {
  const encoding = new Set<Promise<void>>()
  return {
    async add(address: TileAddress, raw: RawTile) {
      while (encoding.size >= MAX_ENCODING) await Promise.race(encoding)
      const work = encodeTile(raw).then((bytes) => {
        onTile({ ...address, bytes })
        encoding.delete(work)
      })
      // A failure stays in the set until the next await.
      work.catch(() => {})
      encoding.add(work)
    },
    settle: async () => void (await Promise.all(encoding)),
  }
}

/**
 * Makes a tile and all below it: the deepest from the picture, others from their children, so that all levels agree and one tile per level is in
 * memory. Returns the tile, undefined where it is empty.
 */
export async function makeBranch(
  root: TileAddress,
  { bounds, maximumZoom, render }: { bounds: Bounds; maximumZoom: number; render: RenderTile },
  onTile: OnTile,
): Promise<RawTile | undefined> {
  const encoder = createEncoder(onTile)
  const ranges = Array.from({ length: maximumZoom + 1 }, (_, zoom) => tileRange(bounds, zoom))

  async function make(zoom: number, x: number, y: number): Promise<RawTile | undefined> {
    const { west, east, north, south } = ranges[zoom]!
    if (x < west || x > east || y < north || y > south) return undefined
    let raw: RawTile | undefined
    if (zoom === maximumZoom) raw = render(zoom, x, y)
    else
      for (const [right, lower] of QUARTERS) {
        const child = await make(zoom + 1, 2 * x + right, 2 * y + lower)
        if (child) halveInto((raw ??= emptyTile()), child, right, lower)
      }
    // Scaled down until nothing is left.
    if (raw && !visible(raw)) raw = undefined
    if (raw) await encoder.add({ zoom, x, y }, raw)
    else onTile(undefined)
    return raw
  }

  const tile = await make(root.zoom, root.x, root.y)
  await encoder.settle()
  return tile
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

export const emptyTile = (): RawTile => new Uint8Array(TILE_SIZE * TILE_SIZE * 4)

export function visible(raw: RawTile): boolean {
  for (let at = 3; at < raw.length; at += 4) if (raw[at] !== 0) return true
  return false
}

/** Keeps lines and lettering clear at a tenth of the PNG. More effort saves a few percent and takes twice as long. */
const WEBP = { quality: 80, effort: 2 } as const

/** Encodes a tile as WebP, transparent where the map has no data. */
async function encodeTile(raw: RawTile): Promise<Uint8Array> {
  const plain = unmultiply(raw)
  return sharp(plain, { raw: { width: TILE_SIZE, height: TILE_SIZE, channels: 4 } })
    .webp(WEBP)
    .toBuffer()
}

/** Undoes premultiplied alpha. An opaque tile is returned unchanged. */
export function unmultiply(raw: RawTile): Uint8Array {
  let at = 3
  while (at < raw.length && raw[at] === 255) at += 4
  if (at >= raw.length) return raw
  const plain = raw.slice()
  for (; at < raw.length; at += 4) {
    const alpha = raw[at]!
    if (alpha === 255 || alpha === 0) continue
    for (let channel = at - 3; channel < at; channel++)
      plain[channel] = Math.min(255, Math.round((raw[channel]! * 255) / alpha))
  }
  return plain
}
