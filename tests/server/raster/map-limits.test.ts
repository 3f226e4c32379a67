import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MAP_FILE, MAP_REFUSED, type CheckedMap, type MapUpload } from '#contract/old-maps.ts'
import { readAnnotation } from '#server/raster/make/read-annotation.ts'
import { readPoints } from '#server/raster/make/read-points.ts'
import { runMapWorker } from '#server/raster/desk/run-map-worker.ts'
import { form } from '../walk/form.ts'
import { drawMap } from './small-maps.ts'
import { useArchive } from '../use-archive.ts'
import { seldom } from '../../setup/seldom.ts'

const town = useArchive()
let file: string
beforeAll(async () => {
  file = await drawMap(join(town.folder, 'drawn'))
})

const call = (url: string, body: unknown) => town.send(`/api/old-maps/${url}`, { method: 'POST', body, as: 'staff' })
async function upload(name = 'plan.png') {
  const { payload, headers } = form({}, { name: 'image', file: name, type: 'image/png', content: readFileSync(file) })
  return await town.send('/api/old-maps/uploads/', { method: 'POST', body: payload, headers, as: 'staff' })
}
/** Points on a grid, each a little off, as by hand. */
const grid = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [x, y] = [(at % 25) * 36 + (at % 3), Math.floor(at / 25) * 36 + (at % 2)]
    return { x, y, longitude: -81.7 + x / 90_000, latitude: 43.755 - y / 128_000 }
  })
const seconds = (work: () => unknown) => {
  const began = process.threadCpuUsage().user
  try {
    work()
  } catch {
    // Refused.
  }
  return (process.threadCpuUsage().user - began) / 1e6
}

seldom(
  'as many control points as are promised can be set',
  async () => {
    const { upload: id } = (await upload()).json as MapUpload
    const checked = await call('check/', { upload: id, points: grid(MAP_FILE.points) })
    expect(checked.json).toMatchObject({ transformation: 'thinPlateSpline' })
    expect((checked.json as CheckedMap).points).toHaveLength(MAP_FILE.points)
    const more = await call('check/', { upload: id, points: grid(MAP_FILE.points + 1) })
    expect([more.status, more.json]).toEqual([400, { points: [`At most ${MAP_FILE.points} points.`] }])
    // The same as a list in JSON, which the process of the map reads.
    const listed = await call('check/', { upload: id, georeference: JSON.stringify(grid(60)) })
    expect((listed.json as CheckedMap).points).toHaveLength(60)
  },
  120_000,
)

test('a list of points that is much too long is refused by the process that reads it', async () => {
  const { upload: id } = (await upload()).json as MapUpload
  const georeference = `[${Array(300_000).fill('{}').join(',')}]`
  expect(await call('check/', { upload: id, georeference })).toMatchObject({
    status: 400,
    json: { georeference: [expect.stringContaining('not a Georeference Annotation')] },
  })
  const tooLong = await call('check/', { upload: id, georeference: 'x'.repeat(1_000_001) })
  expect(tooLong.json).toEqual({ georeference: ['This is too long to be a list of points.'] })
}, 60_000)

test('a long name of a file is shortened, and keeps its end', async () => {
  const { status, json } = await upload(`${'é'.repeat(240)}.png`)
  expect(status).toBe(201)
  expect((json as MapUpload).file_name).toMatch(/^é+….png$/)
}, 60_000)

test('texts of others are read in linear time', () => {
  const size = { width: 900, height: 900, orientation: 1 }
  const svg = { target: { selector: { type: 'SvgSelector', value: '<polygon '.repeat(20_000) } } }
  expect(seconds(() => readAnnotation(JSON.stringify(svg), 'a.json', size))).toBeLessThan(1)
  const crs = `#CRS:${' '.repeat(50_000)}\u2028x`
  expect(seconds(() => readPoints(crs, 'a.points', size))).toBeLessThan(1)
})

test('a process that nobody waits for any more ends at once', async () => {
  const gone = AbortSignal.timeout(50)
  const began = performance.now()
  await expect(runMapWorker({ is: 'inspect', file }, { signal: gone })).rejects.toMatchObject({ kind: 'refused' })
  expect(performance.now() - began).toBeLessThan(5000)
  expect(MAP_REFUSED.tooMuch).toMatch(/too much memory/)
}, 120_000)
