import sharp, { type OverlayOptions } from 'sharp'
import { TILE_SIZE, TILE_ZOOM } from '#contract/overlay.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import { readWork } from './make-tiles.ts'
import { HALF_WORLD, metresPerPixel, tileRange, tilesIn, toDegrees } from './mercator.ts'
import { createMapping } from './placement.ts'
import type { OverlaySource } from './read-source.ts'
import { createRenderer } from './render-tile.ts'
import { unmultiply } from './tile-tree.ts'

/** Tiles of a preview, at most: 1024 pixels on each side. */
const MOST_TILES = 16

/** Draws a placed map as one small transparent picture. `bounds` are those of the picture. @throws {OverlayRefused} */
export async function drawPreview(source: OverlaySource): Promise<{ image: Buffer; bounds: Bounds }> {
  let zoom = Math.min(source.nativeZoom, TILE_ZOOM.mostMade)
  while (zoom > 0 && tilesIn(tileRange(source.bounds, zoom)) > MOST_TILES) zoom -= 1
  const { pixels, placement } = await readWork(source, zoom)
  const render = createRenderer(pixels, createMapping(placement))
  const { west, east, north, south } = tileRange(source.bounds, zoom)
  const pieces: OverlayOptions[] = []
  for (let y = north; y <= south; y += 1) {
    for (let x = west; x <= east; x += 1) {
      const tile = render(zoom, x, y)
      if (!tile) continue
      const raw = { width: TILE_SIZE, height: TILE_SIZE, channels: 4 as const }
      pieces.push({
        input: Buffer.from(unmultiply(tile)),
        raw,
        left: (x - west) * TILE_SIZE,
        top: (y - north) * TILE_SIZE,
      })
    }
  }
  const [width, height] = [(east - west + 1) * TILE_SIZE, (south - north + 1) * TILE_SIZE]
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const image = await sharp({ create: { width, height, channels: 4, background } })
    .composite(pieces)
    .webp({ quality: 75, effort: 2 })
    .toBuffer()
  const side = TILE_SIZE * metresPerPixel(zoom)
  const corner = (x: number, y: number) => toDegrees([-HALF_WORLD + x * side, HALF_WORLD - y * side])
  return { image, bounds: [...corner(west, south + 1), ...corner(east + 1, north)] as unknown as Bounds }
}
