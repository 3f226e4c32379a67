import { tileRange } from './mercator.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { halveInto, type RawTile } from './render-tile.ts'
import { createEncoder, emptyTile, visible, type OnTile } from './tile-tree.ts'
import type { TileAddress } from '../../storage/tiles/tile-spool.ts'

type Level = Map<string, { address: TileAddress; raw: RawTile }>

/** Makes the levels above the branches: each tile from the four below it, as within a branch. */
export function createUpperLevels(branchZoom: number, minimumZoom: number) {
  let level: Level = new Map()
  const put = (into: Level, { zoom, x, y }: TileAddress, child: RawTile) => {
    const address = { zoom: zoom - 1, x: x >> 1, y: y >> 1 }
    const key = `${address.x} ${address.y}`
    const parent = into.get(key) ?? { address, raw: emptyTile() }
    into.set(key, parent)
    halveInto(parent.raw, child, x & 1, y & 1)
  }
  return {
    /** Adds the root of a branch; only a quarter of its bytes is kept. */
    add(root: TileAddress, raw: RawTile) {
      if (branchZoom > minimumZoom) put(level, root, raw)
    },
    async make(bounds: Bounds, onTile: OnTile) {
      const encoder = createEncoder(onTile)
      for (let zoom = branchZoom - 1; zoom >= minimumZoom; zoom--) {
        const next: Level = new Map()
        const { west, east, north, south } = tileRange(bounds, zoom)
        for (let y = north; y <= south; y++)
          for (let x = west; x <= east; x++) {
            const found = level.get(`${x} ${y}`)
            if (!found || !visible(found.raw)) {
              onTile(undefined)
              continue
            }
            put(next, found.address, found.raw)
            await encoder.add(found.address, found.raw)
          }
        level = next
      }
      await encoder.settle()
    },
  }
}
