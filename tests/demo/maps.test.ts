import { GeneralGcpTransformer } from '@allmaps/transform'
import { fromArrayBuffer } from 'geotiff'
import { expect, test } from 'vitest'
import { LAYER } from '#contract/overlay.ts'
import { JOBS, mapsOf } from '#demo/maps/catalogue.ts'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { cornerOf, drawJob } from '#demo/maps/draw-job.ts'
import { controlPoints } from '#demo/maps/georeference.ts'
import { toMercator } from '#demo/maps/sheet.ts'
import { SEED, foundTown } from '#demo/town.ts'

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
