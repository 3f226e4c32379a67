import proj4 from 'proj4'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TiffOptions } from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeTiles } from '../../../../src/server/raster/make/make-tiles.ts'
import { toDegrees, toMetres } from '../../../../src/server/raster/make/mercator.ts'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'
import { readOverlaySource } from '../../../../src/server/raster/make/read-source.ts'
import * as fixture from './fixtures.ts'
import { TOWN } from './fixtures.ts'

const [WIDTH, HEIGHT] = [700, 500]
const PIXEL = 0.5
const MARKS: Point[] = [
  [40.5, 60.5],
  [640.5, 80.5],
  [333.5, 251.5],
  [60.5, 440.5],
]
const sheet = fixture.drawSheet(
  WIDTH,
  HEIGHT,
  MARKS.map((at) => ({ at })),
)
const north = fixture.corner(TOWN[0], TOWN[1], PIXEL)
const groundOf = ([x, y]: Point): Point => [TOWN[0] + x * PIXEL, TOWN[1] - y * PIXEL]

async function make(tiff: Buffer, options: Parameters<typeof makeTiles>[2] = {}) {
  const folder = fixture.writeFiles({ 'plan.tif': tiff })
  const source = await readOverlaySource(join(folder, 'plan.tif'))
  const target = join(folder, 'plan.pmtiles')
  const made = await makeTiles(source, target, { minimumZoom: 16, threads: 0, ...options })
  return { source, made, target, tiles: fixture.openTiles(target) }
}
const asTiff = (options: TiffOptions) => fixture.asPicture(sheet, WIDTH, HEIGHT).tiff(options).toBuffer()

describe('a GeoTIFF', () => {
  test.each([
    ['in strips', { compression: 'none' }],
    ['in tiles, deflate', { compression: 'deflate', tile: true, tileWidth: 128, tileHeight: 128, predictor: 'none' }],
    ['LZW with a predictor', { compression: 'lzw', predictor: 'horizontal' }],
  ] as [string, TiffOptions][])('%s in EPSG:3857 lies where it says', async (_, options) => {
    const { source, made, tiles } = await make(
      fixture.withTags(await asTiff(options), [...north, fixture.MERCATOR_KEYS]),
    )
    expect(source).toMatchObject({ kind: 'geotiff', width: WIDTH, height: HEIGHT, points: 0, georeference: null })
    // 0.5 metres of the projection: between the levels 18 (0.597) and 19 (0.299).
    expect(made).toMatchObject({ minimumZoom: 16, maximumZoom: source.nativeZoom })
    expect(source.nativeZoom).toBe(19)
    for (const mark of MARKS) expect(await tiles.missOf(groundOf(mark), 19)).toBeLessThan(0.3)
    const [west, south, east, northern] = source.bounds
    expect(toMetres([west, northern])[0]).toBeCloseTo(TOWN[0] - PIXEL / 2, 3)
    expect(toMetres([east, south])[1]).toBeCloseTo(TOWN[1] - HEIGHT * PIXEL - PIXEL / 2, 3)
  })

  test('in EPSG:4326 is placed correctly', async () => {
    const [west, top] = toDegrees(TOWN)
    const size = 5e-6
    const tiff = fixture.withTags(await asTiff({}), [...fixture.corner(west, top, size), fixture.DEGREES_KEYS])
    const { source, tiles } = await make(tiff)
    for (const [x, y] of MARKS)
      expect(await tiles.missOf(toMetres([west + x * size, top - y * size]), source.nativeZoom)).toBeLessThan(0.3)
  })

  test('in UTM is placed correctly', async () => {
    const utm = proj4('+proj=utm +zone=17 +ellps=GRS80')
    const [east, north] = utm.forward([...toDegrees(TOWN)]) as [number, number]
    const tags = [...fixture.corner(east, north, 0.4), fixture.geoKeys({ 1024: 1, 1025: 1, 3072: 26917 })]
    const { source, tiles } = await make(fixture.withTags(await asTiff({}), tags))
    for (const [x, y] of MARKS) {
      const place = utm.inverse([east + x * 0.4, north - y * 0.4]) as [number, number]
      expect(await tiles.missOf(toMetres(place), source.nativeZoom)).toBeLessThan(0.3)
    }
  })

  test('rotated by a transformation is placed correctly', async () => {
    const [a, b, c, d, e, f] = [0.45, 0.2, TOWN[0], 0.2, -0.45, TOWN[1]]
    const { source, tiles } = await make(
      fixture.withTags(await asTiff({}), [fixture.transformation([a, b, c, d, e, f]), fixture.MERCATOR_KEYS]),
    )
    for (const [x, y] of MARKS)
      expect(await tiles.missOf([a * x + b * y + c, d * x + e * y + f], source.nativeZoom)).toBeLessThan(0.3)
  })

  test('with "pixel is point" starts half a pixel up and left', async () => {
    const point = fixture.geoKeys({ 1024: 1, 1025: 2, 3072: 3857 })
    const { tiles } = await make(fixture.withTags(await asTiff({}), [...north, point]))
    const [x, y] = groundOf(MARKS[2]!)
    expect(await tiles.missOf([x - PIXEL / 2, y + PIXEL / 2], 19)).toBeLessThan(0.3)
  })

  test('is transparent outside, and empty tiles are left out', async () => {
    const { tiles, made } = await make(fixture.withTags(await asTiff({}), [...north, fixture.MERCATOR_KEYS]))
    expect((await tiles.at(groundOf([-3, 250]), 19))[3]).toBe(0)
    expect((await tiles.at(groundOf([3, 250]), 19))[3]).toBe(255)
    expect(await tiles.archive.getZxy(19, 0, 0)).toBeUndefined()
    expect((await tiles.archive.getHeader()).numAddressedTiles).toBe(made.tiles)
  })

  test.each([
    ['grey', 1 as const, (value: number) => [value]],
    ['with an opacity band', 4 as const, (value: number) => [value, 90, 30, value === 200 ? 255 : 0]],
  ])('%s keeps its colours', async (_, channels, pixel) => {
    const [width, height] = [300, 200]
    const bytes = Buffer.from(
      Array.from({ length: width * height }, (_each, at) => pixel(at % width < 150 ? 200 : 40)).flat(),
    )
    const tiff = await fixture
      .asPicture(bytes, width, height, channels)
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .tiff({ compression: 'deflate' })
      .toBuffer()
    const { tiles } = await make(fixture.withTags(tiff, [...north, fixture.MERCATOR_KEYS]))
    const near = (found: number[], wanted: number[]) =>
      expect(Math.max(...found.map((value, at) => Math.abs(value - wanted[at]!)))).toBeLessThan(8)
    if (channels === 1) {
      near(await tiles.at(groundOf([70, 100]), 19), [200, 200, 200, 255])
      near(await tiles.at(groundOf([220, 100]), 19), [40, 40, 40, 255])
    } else {
      near(await tiles.at(groundOf([70, 100]), 19), [200, 90, 30, 255])
      expect((await tiles.at(groundOf([220, 100]), 19))[3]).toBe(0)
    }
  })

  test('of a palette, with a value for no data', async () => {
    const palette = await fixture
      .asPicture(sheet, WIDTH, HEIGHT)
      .toColourspace('b-w')
      .tiff({ compression: 'none', predictor: 'none' })
      .toBuffer()
    const table = [0, 1, 2].flatMap((channel) =>
      Array.from({ length: 256 }, (_, at) => (at > 0 ? [250, 60, 120][channel]! * 257 : 0)),
    )
    const { tiles } = await make(
      fixture.withTags(palette, [[262, 3, [3]], [320, 3, table], fixture.noData(0), ...north, fixture.MERCATOR_KEYS]),
    )
    const found = await tiles.at(groundOf([200, 100]), 19)
    expect(Math.abs(found[0]! - 250) + Math.abs(found[1]! - 60) + Math.abs(found[2]! - 120)).toBeLessThan(15)
    expect((await tiles.at(groundOf(MARKS[2]!), 19))[3]).toBe(0)
  })

  test('is averaged where the deepest requested level is coarser', async () => {
    const { tiles, made } = await make(fixture.withTags(await asTiff({}), [...north, fixture.MERCATOR_KEYS]), {
      maximumZoom: 17,
    })
    expect(made.maximumZoom).toBe(17)
    for (const mark of MARKS) expect(await tiles.missOf(groundOf(mark), 17)).toBeLessThan(0.5)
  })

  test('that is truncated is refused, and leaves nothing behind', async () => {
    const tiff = fixture.withTags(await asTiff({ compression: 'deflate' }), [...north, fixture.MERCATOR_KEYS])
    const folder = fixture.writeFiles({ 'plan.tif': tiff })
    const file = join(folder, 'plan.tif')
    const source = await readOverlaySource(file)
    // The directory stays, the pixels before it go.
    const broken = Buffer.from(tiff)
    broken.fill(0xaa, 8, Math.floor(tiff.length * 0.3))
    writeFileSync(file, broken)
    const target = join(folder, 'plan.pmtiles')
    await expect(makeTiles(source, target)).rejects.toThrow(/plan\.tif is a broken or incomplete TIFF/)
    expect(readdirSync(folder)).toEqual(['plan.tif'])
    writeFileSync(file, tiff.subarray(0, tiff.length - 200))
    await expect(readOverlaySource(file)).rejects.toThrow(/broken or incomplete TIFF|does not say where/)
  })

  test('is not reported as broken when decoding is aborted', async () => {
    const tiff = fixture.withTags(await asTiff({}), [...north, fixture.MERCATOR_KEYS])
    const folder = fixture.writeFiles({ 'plan.tif': tiff })
    const source = await readOverlaySource(join(folder, 'plan.tif'))
    const ending = new AbortController()
    const making = makeTiles(source, join(folder, 'plan.pmtiles'), { threads: 0, signal: ending.signal })
    ending.abort(new Error('Enough.'))
    await expect(making).rejects.toThrow(/^Enough\.$/)
    expect(readdirSync(folder)).toEqual(['plan.tif'])
  })
})
