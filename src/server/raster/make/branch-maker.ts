import type { Bounds } from './mercator.ts'
import type { Pixels } from './pixels.ts'
import { createMapping } from './placement.ts'
import type { Placement } from './placement.ts'
import { createRenderer } from './render-tile.ts'
import type { RawTile } from './render-tile.ts'
import { makeBranch } from './tile-tree.ts'
import type { EncodedTile, OnTile, TileAddress } from './tile-tree.ts'

/** A picture and where it lies, as data that a thread can be given. */
export interface TileWork {
  pixels: Pixels
  placement: Placement
  bounds: Bounds
  maximumZoom: number
}
/** What is told of the work: each tile (undefined where it is empty), and then the root of its branch. */
export type TileMessage = { tile: EncodedTile | undefined } | { branch: TileAddress; raw: RawTile | undefined }

/** Makes branches of one picture, each a tile and all below it. */
export function createBranchMaker({ pixels, placement, bounds, maximumZoom }: TileWork) {
  const render = createRenderer(pixels, createMapping(placement))
  return (branch: TileAddress, onTile: OnTile) => makeBranch(branch, { bounds, maximumZoom, render }, onTile)
}
