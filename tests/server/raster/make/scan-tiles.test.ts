import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTiles } from '../../../../src/server/raster/make/make-tiles.ts'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'
import { readOverlaySource } from '../../../../src/server/raster/make/read-source.ts'
import { ALL } from '../../../setup/length.ts'
import * as fixture from './fixtures.ts'
import type { Pair } from './fixtures.ts'
import { TOWN } from './fixtures.ts'

const [WIDTH, HEIGHT] = [640, 480]
/** Laid down turned by a fifth of a right angle, 0.5 metres a pixel. */
const affine = ([x, y]: Point): Point => {
  const [u, v] = [x * 0.5, -y * 0.5]
  return [TOWN[0] + u * Math.cos(0.3) - v * Math.sin(0.3), TOWN[1] + u * Math.sin(0.3) + v * Math.cos(0.3)]
}
/** A sheet that has shrunk unevenly: by up to six metres, with no sharp bend. */
const bent = ([x, y]: Point): Point => {
  const [east, north] = affine([x, y])
  return [east + 6 * Math.sin(x / 190 + y / 260), north + 5 * Math.cos(y / 170)]
}
const GRID: Point[] = [30.5, 210.5, 420.5, 610.5].flatMap((x) => [30.5, 240.5, 450.5].map((y): Point => [x, y]))
const sheet = fixture.drawSheet(
  WIDTH,
  HEIGHT,
  GRID.map((at) => ({ at })),
)
const png = () => fixture.asPicture(sheet, WIDTH, HEIGHT).png().toBuffer()
const size = { width: WIDTH, height: HEIGHT }
const pairs = (map: (pixel: Point) => Point, pixels = GRID): Pair[] => pixels.map((pixel) => [pixel, map(pixel)])

async function make(files: Record<string, string | Buffer>, options: Parameters<typeof makeTiles>[2] = {}) {
  const folder = fixture.writeFiles(files)
  const source = await readOverlaySource(join(folder, Object.keys(files)[0]!))
  const target = join(folder, 'plan.pmtiles')
  const made = await makeTiles(source, target, { minimumZoom: 16, threads: 0, ...options })
  return { folder, source, made, target, tiles: fixture.openTiles(target) }
}

describe('a scan with control points', () => {
  test('of QGIS is placed on them, even when warped', async () => {
    const { source, tiles } = await make({
      'plan.png': await png(),
      'plan.png.points': fixture.pointsFile(pairs(bent)),
    })
    expect(source).toMatchObject({ kind: 'control points', points: 12, ...size, nativeZoom: 19 })
    for (const [, ground] of pairs(bent)) expect(await tiles.missOf(ground, 19)).toBeLessThan(0.4)
    for (const [, ground] of pairs(bent)) expect(await tiles.missOf(ground, 17)).toBeLessThan(0.4)
  })

  test('is also placed correctly between them', async () => {
    const four: Point[] = [
      [0, 0],
      [WIDTH, 0],
      [WIDTH, HEIGHT],
      [3, HEIGHT],
    ]
    const { tiles } = await make({ 'plan.png': await png(), 'plan.points': fixture.pointsFile(pairs(affine, four)) })
    for (const pixel of GRID) expect(await tiles.missOf(affine(pixel), 19)).toBeLessThan(0.3)
    expect((await tiles.at(affine([WIDTH / 2, -3]), 19))[3]).toBe(0)
    expect((await tiles.at(affine([WIDTH / 2, 3]), 19))[3]).toBe(255)
  })

  test.each([
    ['polynomial', { order: 2 }],
    ['helmert', undefined],
  ])('of an annotation lies right by %s %o', async (type, options) => {
    const given = fixture.annotation(pairs(affine), { ...size, transformation: { type, options } })
    const { source, tiles } = await make(
      { 'plan.png': await png(), 'plan.json': JSON.stringify(given) },
      { minimumZoom: 19 },
    )
    expect(JSON.parse(source.georeference!)).toMatchObject({ type: 'Annotation', body: { transformation: { type } } })
    for (const pixel of [GRID[0]!, GRID[7]!]) expect(await tiles.missOf(affine(pixel), 19)).toBeLessThan(0.3)
  })

  test('annotated at another size, in a page, is scaled to its own', async () => {
    const doubled = pairs(affine).map(([[x, y], ground]): Pair => [[x * 2, y * 2], ground])
    const page = {
      type: 'AnnotationPage',
      items: [fixture.annotation(doubled, { width: WIDTH * 2, height: HEIGHT * 2 })],
    }
    const { tiles } = await make({ 'plan.png': await png(), 'plan.png.json': JSON.stringify(page) })
    for (const pixel of [GRID[0]!, GRID[11]!]) expect(await tiles.missOf(affine(pixel), 19)).toBeLessThan(0.3)
  })

  test('is transparent outside its mask', async () => {
    const mask: Point[] = [
      [100, 50],
      [500, 60],
      [300, 400],
    ]
    const given = fixture.annotation(pairs(affine), { ...size, mask })
    const { source, tiles } = await make({ 'plan.png': await png(), 'plan.json': JSON.stringify(given) })
    expect((await tiles.at(affine([300, 200]), 19))[3]).toBe(255)
    expect((await tiles.at(affine([300, 50]), 19))[3]).toBe(0)
    expect((await tiles.at(affine([120, 300]), 19))[3]).toBe(0)
    expect(JSON.parse(source.georeference!).target.selector.value).toContain('300,400')
  })

  test.each(ALL ? [3, 6, 8] : [6])(
    'turned by its camera (orientation %i) lies right by either way to count',
    async (orientation) => {
      const turned = await fixture
        .asPicture(sheet, WIDTH, HEIGHT)
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer()
      const stored = await make({ 'plan.jpg': turned, 'plan.jpg.points': fixture.pointsFile(pairs(affine)) })
      expect(stored.source.width).toBe(orientation >= 5 ? HEIGHT : WIDTH)
      for (const pixel of [GRID[0]!, GRID[7]!]) expect(await stored.tiles.missOf(affine(pixel), 19)).toBeLessThan(0.4)
      const again = await make({ 'plan.jpg': turned, 'plan.json': stored.source.georeference! })
      for (const pixel of [GRID[0]!, GRID[7]!]) expect(await again.tiles.missOf(affine(pixel), 19)).toBeLessThan(0.4)
    },
  )

  test('gives the same bytes for any number of threads', async () => {
    const files = { 'plan.png': await png(), 'plan.png.points': fixture.pointsFile(pairs(bent)) }
    const progress: [number, number][] = []
    const { source, target, made, folder } = await make(files, {
      minimumZoom: 13,
      onProgress: (...now) => progress.push(now),
    })
    const other = join(folder, 'other.pmtiles')
    expect(await makeTiles(source, other, { minimumZoom: 13, threads: 2 })).toEqual(made)
    expect(readFileSync(other).equals(readFileSync(target))).toBe(true)
    const total = progress[0]![1]
    expect(progress.map(([done]) => done)).toEqual(Array.from({ length: total }, (_, at) => at + 1))
    expect(made.bytes).toBe(readFileSync(target).length)
  })

  test('stores identical tiles once', async () => {
    const blank = Buffer.alloc(2000 * 2000 * 3, 220)
    const picture = await fixture.asPicture(blank, 2000, 2000).png().toBuffer()
    const corners: Point[] = [
      [0, 0],
      [2000, 0],
      [2000, 2000],
    ]
    const { tiles, made } = await make({
      'plan.png': picture,
      'plan.points': fixture.pointsFile(pairs(affine, corners)),
    })
    const header = await tiles.archive.getHeader()
    expect(header.numTileContents).toBeLessThan(made.tiles)
    expect(header).toMatchObject({
      numAddressedTiles: made.tiles,
      clustered: true,
      tileType: 4,
      minZoom: 16,
      maxZoom: 19,
    })
  })

  test.each([0, 1])('that is ended leaves nothing, with %i threads', async (threads) => {
    const folder = fixture.writeFiles({ 'plan.png': await png(), 'plan.png.points': fixture.pointsFile(pairs(bent)) })
    const source = await readOverlaySource(join(folder, 'plan.png'))
    const target = join(folder, 'plan.pmtiles')
    const ending = new AbortController()
    const making = makeTiles(source, target, {
      threads,
      signal: ending.signal,
      onProgress: (done) => done === 3 && ending.abort(new Error('Enough.')),
    })
    await expect(making).rejects.toThrow('Enough.')
    expect(readdirSync(folder).sort()).toEqual(['plan.png', 'plan.png.points'])
    expect(existsSync(target)).toBe(false)
  })

  test('is refused when damaged, and so are too many tiles', async () => {
    const whole = await png()
    const folder = fixture.writeFiles({
      'plan.png': whole.subarray(0, whole.length - 400),
      'plan.png.points': fixture.pointsFile(pairs(bent)),
    })
    const source = await readOverlaySource(join(folder, 'plan.png'))
    const target = join(folder, 'plan.pmtiles')
    await expect(makeTiles(source, target)).rejects.toThrow(/^plan\.png is damaged or incomplete/)
    const wide = { ...source, bounds: [-82, 43.4, -81.4, 43.8] as const }
    await expect(makeTiles(wide, target, { maximumZoom: 20 })).rejects.toThrow(
      /would make \d+ tiles to zoom 20; the maximum is 250000\. Zoom 18 would do/,
    )
    await expect(makeTiles(source, target, { minimumZoom: 19, maximumZoom: 18 })).rejects.toThrow(/the lower one first/)
    expect(readdirSync(folder).filter((name) => name.includes('pmtiles'))).toEqual([])
  })
})
