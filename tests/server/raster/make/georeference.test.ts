import { describe, expect, test } from 'vitest'
import { toAnnotation } from '../../../../src/server/raster/make/georeference.ts'
import { toDegrees } from '../../../../src/server/raster/make/mercator.ts'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'
import { readAnnotation } from '../../../../src/server/raster/make/read-annotation.ts'
import { readPoints } from '../../../../src/server/raster/make/read-points.ts'
import * as fixture from './fixtures.ts'
import type { Pair } from './fixtures.ts'

const size = { width: 400, height: 300, orientation: 1 }
const PAIRS: Pair[] = [
  [
    [10, 20],
    [-9_094_456, 5_397_978],
  ],
  [
    [390, 20],
    [-9_094_000, 5_397_978],
  ],
  [
    [390.25, 280.5],
    [-9_094_000, 5_397_700],
  ],
]
const pixels = ({ points }: { points: readonly { pixel: Point }[] }) => points.map(({ pixel }) => pixel)

describe('a .points file', () => {
  test('of a new QGIS, with its projection written out', () => {
    const found = readPoints(fixture.pointsFile(PAIRS), 'plan.points', size)
    expect(pixels(found)).toEqual(PAIRS.map(([pixel]) => pixel))
    expect(found.points[0]!.degrees[0]).toBeCloseTo(toDegrees(PAIRS[0]![1])[0], 9)
    expect(found).toMatchObject({ transformation: 'thinPlateSpline', mask: null, notes: [] })
  })

  test('of an old one: other column names, no projection, CRLF, disabled points', () => {
    const text =
      '\uFEFFmapX,mapY,pixelX,pixelY,enable\r\n-81.7,43.5,10,-20,1\r\n-81.6,43.5,390,-20,0\r\n-81.6,43.4,390,-280,1\r\n'
    const found = readPoints(text, 'plan.points', size)
    expect(found.points).toEqual([
      { number: 1, pixel: [10, 20], degrees: [-81.7, 43.5] },
      { number: 3, pixel: [390, 280], degrees: [-81.6, 43.4] },
    ])
    expect(found.notes).toEqual([
      'plan.points does not name its projection; judging by their size, its numbers are read as degrees (EPSG:4326).',
    ])
  })

  test.each([
    ['EPSG:4326', 'degrees'],
    ['GEOGCRS["WGS 84",ENSEMBLE["x",ID["EPSG",6326]],ID["EPSG",4326]]', 'degrees'],
    ['OGC:CRS84', 'degrees'],
    ['EPSG:3857', 'metres'],
    ['PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","3857"]]', 'metres'],
  ])('in %s counts %s', (crs, unit) => {
    const found = readPoints(`#CRS: ${crs}\nmapX,mapY,sourceX,sourceY,enable\n10,20,1,-2,1`, 'plan.points', size)
    expect(found.points[0]!.degrees[0] === 10).toBe(unit === 'degrees')
  })

  test.each([
    'EPSG:26917',
    'PROJCRS["NAD83 / UTM zone 17N",BASEGEOGCRS["NAD83",DATUM["North American Datum 1983",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["UTM zone 17N",METHOD["Transverse Mercator"],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of natural origin",-81,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]],PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]]]',
  ])('in a projection that names itself lies where it says: %s', (crs) => {
    const text = `#CRS: ${crs}\nmapX,mapY,sourceX,sourceY,enable\n443000,4822000,1,-2,1`
    const [longitude, latitude] = readPoints(text, 'plan.points', size).points[0]!.degrees
    expect(longitude).toBeCloseTo(-81.705626, 5)
    expect(latitude).toBeCloseTo(43.548774, 5)
  })

  test('with quoted cells, as spreadsheets save it, is read the same', () => {
    const plain = 'mapX,mapY,sourceX,sourceY,enable\n-81.7,43.5,10,-20,1\n-81.6,43.5,390,-20,0\n'
    const quoted = plain.replaceAll(/[^,\n]+/g, '"$&"').replaceAll('\n', '\r\n')
    expect(quoted).toContain('"mapX","mapY"')
    expect(readPoints(quoted, 'plan.points', size)).toEqual(readPoints(plain, 'plan.points', size))
  })

  test('with positive row numbers is read, with a note', () => {
    const found = readPoints('mapX,mapY,sourceX,sourceY\n10,20,1,2', 'plan.points', size)
    expect(found.points[0]!.pixel).toEqual([1, 2])
    expect(found.notes.join()).toMatch(/positive row numbers/)
  })
})

describe('a Georeference Annotation', () => {
  test('survives being stored and read again', () => {
    const mask: Point[] = [
      [5, 5],
      [395.5, 5],
      [200, 295.125],
    ]
    const given = fixture.annotation(PAIRS, {
      ...size,
      mask,
      transformation: { type: 'polynomial', options: { order: 2 } },
    })
    const first = readAnnotation(JSON.stringify(given), 'plan.json', size)
    const { annotation: _, ...again } = readAnnotation(toAnnotation(first, size, 'plan.png'), 'kept', size)
    const { annotation, ...was } = first
    expect(again).toEqual(was)
    expect(again).toMatchObject({ transformation: 'polynomial2', mask })
    expect(annotation?.resource?.id).toBe('https://images.example.org/plan')
  })

  test('may write its mask with other whitespace and attributes', () => {
    const given = fixture.annotation(PAIRS, size)
    given.target.selector.value =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">\n <polygon class="mask" points="10, 10 390, 10 1e2,290.00001"></polygon></svg>'
    expect(readAnnotation(JSON.stringify(given), 'plan.json', size).mask).toEqual([
      [10, 10],
      [390, 10],
      [100, 290],
    ])
  })

  test.each([
    [undefined, 'thinPlateSpline'],
    [{ type: 'straight' }, 'straight'],
    [{ type: 'polynomial' }, 'polynomial1'],
    [{ type: 'polynomial', options: { order: 3 } }, 'polynomial3'],
    ['polynomial3', 'polynomial3'],
    ['thin-plate-spline', 'thinPlateSpline'],
  ])('that names %o is fitted by %s', (transformation, wanted) => {
    const given = fixture.annotation(PAIRS, { ...size, transformation: transformation as object })
    expect(readAnnotation(JSON.stringify(given), 'plan.json', size).transformation).toBe(wanted)
  })
})
