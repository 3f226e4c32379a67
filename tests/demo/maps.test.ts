import { parseAnnotation } from '@allmaps/annotation'
import { GeneralGcpTransformer } from '@allmaps/transform'
import { fromArrayBuffer } from 'geotiff'
import { expect, test } from 'vitest'
import { LAYER } from '#contract/overlay.ts'
import { photographs } from '#demo/maps/aerial/aerial.ts'
import { JOBS, mapsOf } from '#demo/maps/catalogue.ts'
import { coastAt, streamAt } from '#demo/maps/country.ts'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { cornerOf, drawJob } from '#demo/maps/draw-job.ts'
import { annotation, controlPoints, qgisPoints } from '#demo/maps/georeference.ts'
import { neatLine } from '#demo/maps/ornament.ts'
import { toMercator } from '#demo/maps/sheet.ts'
import { SEED, foundTown } from '#demo/town.ts'
import type { Point } from '#demo/geometry.ts'

const plates = JOBS.flatMap((job) => (job.kind === 'plate' ? [job] : []))
const warped = plates.filter(({ georeference }) => georeference !== 'geotiff').map(({ plate }) => plate)
const town = foundTown()
/** Ground metres in a metre of web mercator here. */
const GROUND = Math.cos((43.56 * Math.PI) / 180)

test('every layer that the map of the demo shows is drawn, and no other, under numbers that a tile can be asked for with', () => {
  const drawn = JOBS.flatMap(mapsOf).map(({ layer }) => layer)
  const shown = [
    ...DEMO_MAP_LAYERS.overlays.map(({ layer }) => layer),
    ...DEMO_MAP_LAYERS.baseMaps.flatMap(({ layers = [] }) => layers),
  ]
  expect(drawn.toSorted((a, b) => a - b)).toEqual(shown.toSorted((a, b) => a - b))
  expect(Math.max(...drawn)).toBeLessThanOrEqual(LAYER.highest)
})

test.each(warped)('$name has 6 to 14 control points, all inside its neat line', ({ sheet, known, neat }) => {
  expect(known.length).toBeGreaterThanOrEqual(6)
  expect(known.length).toBeLessThanOrEqual(14)
  for (const { pixel } of controlPoints(sheet, known)) {
    expect(pixel[0]).toBeGreaterThan(neat)
    expect(pixel[0]).toBeLessThan(sheet.width - neat)
    expect(pixel[1]).toBeGreaterThan(neat)
    expect(pixel[1]).toBeLessThan(sheet.height - neat)
  }
})

test.each(warped)('$name lies on the ground again when its control points warp it', ({ name, sheet, known }) => {
  const gcps = controlPoints(sheet, known).map(({ pixel, metres }) => ({
    source: [...pixel] as [number, number],
    destination: [...metres] as [number, number],
  }))
  const transformer = new GeneralGcpTransformer(gcps, 'thinPlateSpline', { differentHandedness: true })
  // Streets a few metres wide on the plans of the town, a road allowance on the others.
  const allowed = name.startsWith('town') ? 1.5 : 6
  for (const zone of town.zones) {
    if (zone.kind === 'island' || zone.kind === 'farm') continue
    for (const corner of zone.rings[0]!) {
      const [x, y] = transformer.transformForward([...sheet.at(corner)] as [number, number])
      const [east, north] = toMercator(corner)
      expect(Math.hypot(x - east, y - north) * GROUND).toBeLessThan(allowed)
    }
  }
})

test('an old map is a few metres wrong before that, as old maps are', () => {
  for (const { sheet, name, known } of warped) {
    const metres = 20.1168 / sheet.scale
    const wrong = known.slice(1).map((b, i) => {
      const a = known[i]!
      const [p, q] = [sheet.at(a), sheet.at(b)]
      const drawn = Math.hypot(q[0] - p[0], q[1] - p[1])
      return Math.abs(drawn - Math.hypot(b[0] - a[0], b[1] - a[1]) * sheet.scale) * metres
    })
    expect(Math.max(...wrong), name).toBeGreaterThan(1)
    expect(Math.max(...wrong), name).toBeLessThan(name.startsWith('town') ? 10 : 60)
  }
})

test('the two kinds of control points say the same', () => {
  const { sheet, known, neat } = warped[0]!
  const points = controlPoints(sheet, known)
  const [map] = parseAnnotation(
    JSON.parse(annotation(sheet, points, neatLine(sheet, neat), 'https://a.example/iiif/1')),
  )
  expect(map!.gcps.map(({ resource }) => resource)).toEqual(points.map(({ pixel }) => pixel))
  expect(map!.resourceMask).toHaveLength(4)
  const [crs, header, ...rows] = qgisPoints(points).trimEnd().split('\n')
  expect(crs).toContain('ID["EPSG",3857]')
  expect(header).toBe('mapX,mapY,sourceX,sourceY,enable,dX,dY,residual')
  expect(rows.map((row) => row.split(',').slice(2, 4).map(Number))).toEqual(points.map(({ pixel: [x, y] }) => [x, -y]))
})

test('the cemetery’s plan is a GeoTIFF that lies where the cemetery is', { timeout: 60_000 }, async () => {
  const job = plates.find(({ georeference }) => georeference === 'geotiff')!
  const files = new Map<string, string | Uint8Array>()
  await drawJob(
    job,
    town,
    SEED,
    async (list) => void list.forEach(([name, bytes]) => files.set(name, bytes)),
    () => false,
  )
  const bytes = files.get('cemetery-1969.tif') as Buffer
  const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage()
  expect(image.getGeoKeys()).toMatchObject({ ProjectedCSTypeGeoKey: 3857 })
  expect([image.getWidth(), image.getHeight()]).toEqual([job.plate.sheet.width, job.plate.sheet.height])
  const [west, north] = image.getOrigin() as [number, number]
  const [resolution] = image.getResolution() as [number]
  for (const corner of town.zones.find(({ key }) => key === 'cemetery')!.rings[0]!) {
    const [x, y] = job.plate.sheet.at(corner)
    const [east, up] = toMercator(corner)
    expect(Math.hypot(west + x * resolution - east, north - y * resolution - up)).toBeLessThan(0.5)
  }
  expect(cornerOf(job.plate)[2]).toBeCloseTo(resolution, 9)
})

test('an aerial picture is the same for the same seed; a field of 2006 is built on in 2015', () => {
  const [x, y] = toMercator([18, 2])
  const frame = { west: x, north: y, resolution: 2.4, width: 260, height: 200 }
  const first = [...photographs(town.zones, frame, [2006, 2015], SEED)]
  const again = [...photographs(town.zones, frame, [2006, 2015], SEED)]
  expect(Buffer.compare(first[0]!.pixels, again[0]!.pixels)).toBe(0)
  expect(Buffer.compare(first[1]!.pixels, again[1]!.pixels)).toBe(0)
  const spread = (pixels: Uint8Array): number => {
    const at = ([e, n]: Point) => toMercator([e, n])
    const [[left, top], [right, bottom]] = [at([20, -4]), at([36, -11])]
    let [sum, squares, count] = [0, 0, 0]
    for (let py = Math.round((y - top) / 2.4); py < (y - bottom) / 2.4; py++)
      for (let px = Math.round((left - x) / 2.4); px < (right - x) / 2.4; px++) {
        const value = pixels[(py * frame.width + px) * 3]!
        sum += value
        squares += value * value
        count++
      }
    return Math.sqrt(squares / count - (sum / count) ** 2)
  }
  expect(spread(first[1]!.pixels)).toBeGreaterThan(spread(first[0]!.pixels) * 1.5)
})

test('the country goes on where the tables of the town end', () => {
  for (let n = -300; n < 300; n += 0.5) expect(Math.abs(coastAt(n + 0.5) - coastAt(n))).toBeLessThan(2)
  for (let e = -30; e < 300; e += 0.5) expect(Math.abs(streamAt(e + 0.5) - streamAt(e))).toBeLessThan(1)
})

test(
  'pictures that an interrupted run left are kept, and a picture that is there has its control points',
  { timeout: 60_000 },
  async () => {
    const job = plates.find(({ plate }) => plate.name === 'town-1856')!
    const order: string[] = []
    await drawJob(
      job,
      town,
      SEED,
      async (files) => void files.forEach(([name]) => order.push(name)),
      () => false,
    )
    expect(order).toEqual(['town-1856.jpg.json', 'town-1856.jpg'])
    await drawJob(
      job,
      town,
      SEED,
      () => Promise.reject(new Error('Drawn twice')),
      () => true,
    )
  },
)
