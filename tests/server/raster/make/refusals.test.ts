import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'
import { readOverlaySource } from '../../../../src/server/raster/make/read-source.ts'
import * as fixture from './fixtures.ts'
import type { Pair } from './fixtures.ts'
import { TOWN } from './fixtures.ts'
import {
  CORNERS,
  change,
  geoTiff,
  ground,
  pairs,
  png,
  refusal,
  size,
  tiff,
  withAnnotation,
  withPoints,
} from './refusal.ts'

describe('a picture is refused that', () => {
  test.each([
    ['is none', { 'plan.png': 'just a word' }, /^plan\.png isn't a readable picture/],
    ['is empty', { 'plan.png': '' }, /plan\.png is empty/],
    [
      'is a drawing',
      { 'plan.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' },
      /drawing \(SVG\)/,
    ],
    ['has no control points', { 'plan.png': png }, /^plan\.png is a picture, and has no control points/],
    ['is a TIFF without place or points', { 'plan.tif': tiff }, /is a TIFF without a georeference.*plan\.tif\.points/],
    ['is a TIFF cut off', { 'plan.tif': tiff.subarray(0, 60) }, /^plan\.tif is a broken or incomplete TIFF/],
    ['has a TIFF header only', { 'plan.tif': Buffer.from('49492a0008000000', 'hex') }, /broken or incomplete TIFF/],
  ] as [string, Record<string, string | Buffer>, RegExp][])('%s', async (_, files, sentence) => {
    expect(await refusal(files)).toMatch(sentence)
  })

  test('is missing, or whose control points are', async () => {
    await expect(readOverlaySource('/nowhere/plan.tif')).rejects.toThrow('There is no file /nowhere/plan.tif.')
    expect(await refusal({ 'plan.png': png }, 'plan.points')).toMatch(/There is no file .*plan\.points/)
  })
})

describe('a GeoTIFF is refused that', () => {
  const here = fixture.corner(...TOWN, 1)
  test('points beyond its end, or has cyclic directories', async () => {
    const good = fixture.withTags(tiff, [...here, fixture.MERCATOR_KEYS])
    const directory = good.readUInt32LE(4)
    const endless = Buffer.from(good)
    endless.writeUInt32LE(0x7fffffff, directory + 2 + 4)
    expect(await refusal({ 'plan.tif': endless })).toMatch(
      /broken or incomplete TIFF \(a value in it is beyond its end\)/,
    )
    const circle = Buffer.from(good)
    circle.writeUInt32LE(directory, directory + 2 + good.readUInt16LE(directory) * 12)
    expect(await refusal({ 'plan.tif': circle })).toMatch(
      /broken or incomplete TIFF \(its directories run in a circle\)/,
    )
  })
  test('is compressed as WebP, which does not mean it is broken', async () => {
    const webp = await fixture
      .asPicture(fixture.drawSheet(200, 100, []), 200, 100)
      .tiff({ compression: 'webp', predictor: 'none' })
      .toBuffer()
    expect(await refusal({ 'plan.tif': fixture.withTags(webp, [...here, fixture.MERCATOR_KEYS]) })).toMatch(
      /^plan\.tif uses a compression that can't be read \(TIFF compression 50001\)/,
    )
  })
  test('has an unsupported projection, which is named', async () => {
    expect(await geoTiff(...here, fixture.geoKeys({ 1024: 1, 3072: 26717 }))).toBe(
      "plan.tif is in EPSG:26717, which can't be read. Convert it with gdalwarp -t_srs EPSG:3857.",
    )
    expect(await geoTiff(...here, fixture.geoKeys({ 1024: 2, 2048: 4267 }))).toMatch(/EPSG:4267/)
    expect(await geoTiff(...here, fixture.geoKeys({ 1024: 1, 3072: 32767 }))).toMatch(/a projection of its own/)
  })
  test('has an incomplete placement', async () => {
    expect(await geoTiff(...here)).toMatch(/has coordinates, but no projection/)
    expect(await geoTiff(fixture.MERCATOR_KEYS)).toMatch(/names a projection, but has no coordinates/)
    const ties = [0, 0, 0, ...TOWN, 0, 9, 9, 0, ...TOWN, 0]
    expect(await geoTiff([33_922, 12, ties], fixture.MERCATOR_KEYS)).toMatch(/contains control points instead/)
    expect(await geoTiff(...fixture.corner(...TOWN, 0), fixture.MERCATOR_KEYS)).toMatch(/no size on the ground/)
  })
  test('is outside the world, as large as a continent, or has pixels of an implausible size', async () => {
    expect(await geoTiff(...fixture.corner(20_037_508, 0, 1), fixture.MERCATOR_KEYS)).toMatch(/beyond the world/)
    expect(await geoTiff(...fixture.corner(0, 0, 0.3, 0.3), fixture.DEGREES_KEYS)).toMatch(/60\.3 by 30\.3 degrees/)
    expect(await geoTiff(...fixture.corner(...TOWN, 0.0001), fixture.MERCATOR_KEYS)).toMatch(/not a map of a town/)
  })
})

describe('control points are refused that', () => {
  test('are too few, too many, doubled or on one line', async () => {
    const many = Array.from({ length: 501 }, (_, at): Pair => [[at % 200, at % 100], ground([at % 200, at % 100])])
    expect(await withPoints(many)).toMatch(/there are 501 control points; the maximum is 500/)
    expect(await withPoints(pairs.slice(0, 2))).toMatch(
      /^plan\.points: there are 2 control points; a map needs at least 3/,
    )
    expect(await withPoints(change(3, [10, 10], TOWN))).toMatch(
      /control points 1 and 4 are at the same place in the picture/,
    )
    expect(await withPoints(change(3, [30, 30], ground([10, 10])))).toMatch(
      /1 and 4 are at the same place on the ground/,
    )
    const line = [10, 60, 110, 180].map((x): Pair => [[x, x / 2], ground([x, x / 2])])
    expect(await withPoints(line)).toMatch(/all control points are on one line in the picture/)
  })
  test('lie outside the picture or the world', async () => {
    expect(await withPoints(change(1, [190, 130]))).toMatch(/point 2 \(190, 130\) is outside the picture of 200 × 100/)
    const swapped = fixture.annotation(pairs, size)
    swapped.body.features[2]!.geometry.coordinates = [10, 88]
    expect(await withAnnotation(swapped)).toMatch(/point 3 is outside the world, at longitude 10, latitude 88/)
  })
  test('fold the map, and names the culprits', async () => {
    // The fifth is set where the first is, and the fourth beyond the second.
    expect(await withPoints(change(4, [100, 55], ground([300, 40])))).toMatch(
      /the control points fold the map over itself\. These are farthest from where the others put them: 5 \(\d+ m\)/,
    )
    const close = [...pairs, [[103, 55], ground([99, 55])] as Pair]
    expect(await withPoints(close)).toMatch(/fold the map/)
  })
  test('folding it only outside its mask are accepted', async () => {
    const eight: Point[] = [...CORNERS, [20, 50], [60, 20], [60, 80], [100, 90], [100, 10]]
    const folded = eight.map((pixel): Pair => [pixel, ground(pixel)])
    folded.push([[186, 50], ground([190, 50])], [[190, 50], ground([186, 50])])
    expect(await withPoints(folded)).toMatch(/fold the map/)
    const mask: Point[] = [
      [10, 10],
      [60, 10],
      [60, 90],
      [10, 90],
    ]
    const folder = fixture.writeFiles({
      'plan.png': png,
      'plan.json': JSON.stringify(fixture.annotation(folded, { ...size, mask })),
    })
    await expect(readOverlaySource(join(folder, 'plan.png'))).resolves.toMatchObject({ points: 12 })
  })
  test('agree, but are too few for the transformation', async () => {
    // Three rows say nothing of a third order.
    const turned = ([x, y]: Point) => ground([0.95 * x + 0.3 * y, 0.95 * y - 0.3 * x])
    const rows = [10, 60, 130, 190].flatMap((x) => [10, 50, 90].map((y): Pair => [[x, y], turned([x, y])]))
    const transformation = { type: 'polynomial', options: { order: 3 } }
    expect(await withAnnotation(fixture.annotation(rows, { ...size, transformation }))).toMatch(
      /the transformation polynomial3 folds the map over itself, although the control points agree.*thin plate spline/,
    )
  })
  test('mirror the map', async () => {
    const mirrored = pairs.map(([[x, y]]): Pair => [
      [x, y],
      [TOWN[0] - x, TOWN[1] - y],
    ])
    expect(await withPoints(mirrored)).toMatch(/would mirror the map\. Are longitude and latitude swapped/)
  })
})
