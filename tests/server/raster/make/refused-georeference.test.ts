import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toDegrees } from '../../../../src/server/raster/make/mercator.ts'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'
import { readOverlaySource } from '../../../../src/server/raster/make/read-source.ts'
import * as fixture from './fixtures.ts'
import { TOWN } from './fixtures.ts'
import { pairs, png, refusal, size, tiff } from './refusal.ts'

describe('a georeference is refused that', () => {
  const good = fixture.annotation(pairs, size)
  test.each([
    ['is no JSON', '{"type": ', /^plan\.json is not a Georeference Annotation: it is not JSON/],
    ['is something else', '{"type": "FeatureCollection"}', /^plan\.json is not a Georeference Annotation: /],
    ['holds no map', '{"type": "AnnotationPage", "items": []}', /has 0 maps/],
    ['holds two', JSON.stringify({ type: 'AnnotationPage', items: [good, good] }), /has 2 maps\. Add one at a time/],
    [
      'was made on another picture',
      JSON.stringify(fixture.annotation(pairs, { width: 200, height: 140 })),
      /on a picture of 200 × 140 pixels, and this one has 200 × 100: another shape/,
    ],
    [
      'masks everything',
      JSON.stringify(
        fixture.annotation(pairs, {
          ...size,
          mask: [
            [500, 0],
            [600, 0],
            [600, 50],
          ],
        }),
      ),
      /masks the whole picture/,
    ],
    [
      'masks it with endless corners',
      JSON.stringify(
        fixture.annotation(pairs, { ...size, mask: Array.from({ length: 5001 }, (_, at): Point => [at % 7, at % 5]) }),
      ),
      /masks the picture with 5001 corners; the maximum is 5000/,
    ],
    [
      'names an unknown transformation',
      JSON.stringify(
        fixture.annotation(pairs, { ...size, transformation: { type: 'polynomial', options: { order: 4 } } }),
      ),
      /names the transformation polynomial of order 4, which is not known/,
    ],
    [
      'names a transformation that needs more points',
      JSON.stringify(
        fixture.annotation(pairs, { ...size, transformation: { type: 'polynomial', options: { order: 2 } } }),
      ),
      /there are 5 control points; the transformation polynomial2 needs at least 6/,
    ],
  ])('%s', async (_, text, sentence) => {
    expect(await refusal({ 'plan.png': png, 'plan.json': text })).toMatch(sentence)
  })

  test.each([
    [
      'with all points switched off',
      'mapX,mapY,sourceX,sourceY,enable\n10,20,1,-2,0\n11,21,3,-4,0\n',
      /^plan\.points has 2 control points, and all are switched off/,
    ],
    ['without a column', 'mapX,mapY,enable\n', /^plan\.points, line 1: a column sourceX is missing/],
    [
      'with a word for a number',
      `${fixture.pointsFile(pairs)}\n1,two,3,-4,1`,
      /^plan\.points, line 8: mapY is “two”, which is no number/,
    ],
    ['cut off', `${fixture.pointsFile(pairs)}\n1,2`, /^plan\.points, line 8: sourceX is “”/],
    [
      'with commas in its numbers',
      `${fixture.pointsFile(pairs)}\n-81,7,43,7,10,-10,1,0,0,0`,
      /^plan\.points, line 8: there are 10 values under 8 columns\. Use a decimal point/,
    ],
    ['with semicolons', 'mapX;mapY;sourceX;sourceY;enable\n', /a column mapX is missing.*with commas between them/],
    ['with nothing in it', '\n\n', /^plan\.points is empty/],
    [
      'in a projection that nobody knows',
      `#CRS: EPSG:26717\n${fixture.pointsFile(pairs).replace(/^#CRS.*\n/, '')}`,
      /has its points in a projection that can't be read \(EPSG:26717\).*set EPSG:3857 as the target/,
    ],
    ['of numbers that fit nothing', 'mapX,mapY,sourceX,sourceY\n99999999,1,2,-3', /fit neither degrees nor EPSG:3857/],
  ])('is a .points file %s', async (_, text, sentence) => {
    expect(await refusal({ 'plan.png': png, 'plan.points': text })).toMatch(sentence)
  })

  test('file types are detected by content, not by name', async () => {
    const folder = fixture.writeFiles({
      'plan.png': png,
      'one.points': JSON.stringify(good),
      'two.json': fixture.pointsFile(pairs),
      'lies.jpg': fixture.withTags(tiff, [...fixture.corner(...TOWN, 1), fixture.MERCATOR_KEYS]),
    })
    for (const name of ['one.points', 'two.json'])
      expect(await readOverlaySource(join(folder, 'plan.png'), join(folder, name))).toMatchObject({ points: 5 })
    expect(await readOverlaySource(join(folder, 'lies.jpg'))).toMatchObject({ kind: 'geotiff' })
    // Control points that are given come before what a TIFF itself says.
    expect(await readOverlaySource(join(folder, 'lies.jpg'), join(folder, 'two.json'))).toMatchObject({ points: 5 })
    expect(toDegrees(TOWN)[0]).toBeCloseTo(-81.7, 1)
  })
})
