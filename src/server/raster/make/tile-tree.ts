import { TILE_SIZE } from '#contract/overlay.ts'
import { encodeTile } from './encode-tile.ts'
import { tileRange } from './mercator.ts'
import type { Bounds } from './mercator.ts'
import { halveInto } from './render-tile.ts'
import type { RawTile, RenderTile } from './render-tile.ts'

export interface TileAddress {
  zoom: number
  x: number
  y: number
}
export interface EncodedTile extends TileAddress {
  bytes: Uint8Array
}
/** Told of each tile of the range that was looked at; `tile` is missing where it is empty. */
export type OnTile = (tile: EncodedTile | undefined) => void

/** Tiles that are encoded while the next one is drawn. */
const UNDER_WAY = 3

/** Encodes tiles beside what is drawn meanwhile. `settle` resolves when all are told; a failure is thrown by the next call. */
export function createEncoder(onTile: OnTile) {
  const underWay = new Set<Promise<void>>()
  return {
    async add(address: TileAddress, raw: RawTile) {
      while (underWay.size >= UNDER_WAY) await Promise.race(underWay)
      const work = encodeTile(raw).then((bytes) => {
        onTile({ ...address, bytes })
        underWay.delete(work)
      })
      // A failure stays in the set and comes out at the next wait.
      work.catch(() => {})
      underWay.add(work)
    },
    settle: async () => void (await Promise.all(underWay)),
  }
}

/**
 * Makes a tile and all below it: the deepest are drawn from the picture, each other is its four children at half their size, so that all
 * levels agree and only one tile a level is in memory. Answers the tile itself, undefined where it is empty.
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
    // So faint that nothing is left of it.
    if (raw && !visible(raw)) raw = undefined
    if (raw) await encoder.add({ zoom, x, y }, raw)
    else onTile(undefined)
    return raw
  }

  const tile = await make(root.zoom, root.x, root.y)
  await encoder.settle()
  return tile
}

export const QUARTERS = [
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
