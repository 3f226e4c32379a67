import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSessionClientOf } from '#client/session-client.ts'
import type { OldMapCallName } from '#contract/endpoints.ts'
import { oldMapPageCalls } from '#contract/endpoints/old-maps.ts'
import type { MapWork, OldMaps } from '#contract/old-maps.ts'
import { createOldMaps } from '#stores/review/maps/old-maps.ts'
import { createPlacing, type Placing } from '#stores/review/maps/placing.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { openTestArchive, type TestArchive } from '../../server/fixtures.ts'
import { drawMap } from '../../server/raster/small-maps.ts'

let town: TestArchive
let deps: Parameters<typeof createOldMaps>[0]
let scan: File
let points: string
beforeAll(async () => {
  town = await openTestArchive()
  const base = await town.app.listen({ port: 0, host: '127.0.0.1' })
  const { authorization } = await town.signIn('staff')
  const tokens = { access: () => authorization!.replace('JWT ', ''), refresh: () => null, update: () => undefined }
  const client = createSessionClientOf<OldMapCallName>(oldMapPageCalls, { base, tokens })
  const slowClient = createSessionClientOf<OldMapCallName>(oldMapPageCalls, { base, tokens, timeout: 120_000 })
  deps = { client, slowClient, withSession: (work) => work(), schedule }
  const file = await drawMap(join(town.folder, 'drawn'))
  scan = new File([readFileSync(file)], 'plan.png', { type: 'image/png' })
  points = readFileSync(file.replace('.png', '.points'), 'utf8')
})
afterAll(() => town.close())

let placing: Placing
beforeEach(() => (placing = createPlacing(deps)))

test('a point is a click on the scan and one on the map; a second click on the scan moves it', () => {
  placing.clickMap([-81.7, 43.7])
  expect(placing.$points.get()).toEqual([])
  placing.clickScan([10, 20])
  expect(placing.$next.get()).toBe('place')
  placing.clickScan([30, 40])
  placing.clickMap([-81.7, 43.7])
  expect(placing.$next.get()).toBe('pixel')
  expect(placing.$points.get()).toMatchObject([{ pixel: [30, 40], place: [-81.7, 43.7] }])
  placing.clickScan([50, 60])
  // What is not finished is not sent.
  expect(placing.placement()).toEqual({ points: [{ x: 30, y: 40, longitude: -81.7, latitude: 43.7 }] })
  placing.removePoint(placing.$points.get()[0]!.key)
  expect(placing.placement()).toEqual({ points: [] })
})

test('a file of points is checked, corrected by hand, and the map is made', async () => {
  await placing.send(scan)
  expect(placing.$upload.get()).toMatchObject({ width: 900, height: 900 })
  expect(await placing.check()).toBe(false)
  expect(placing.$failure.get()).toMatchObject({ fields: { georeference: expect.stringContaining('three points') } })
  placing.choose('file')
  placing.write(points)
  expect(await placing.check()).toBe(true)
  expect(placing.$checked.get()?.rms).toBeLessThan(1)
  placing.takeOver()
  expect(placing.$points.get()).toHaveLength(4)
  placing.update(placing.$points.get()[0]!.key, { place: [-81.7002, 43.755] })
  // What was checked was another placement.
  expect(placing.$checked.get()).toBeNull()

  const maps = createOldMaps(deps)
  await maps.load()
  expect(maps.$list.get()).toEqual({ maps: [], work: [] })
  const texts = { title: 'Plan', year: 1856, inLegend: true }
  const upload = placing.$upload.get()!.upload
  expect(await maps.add({ ...texts, upload, ...placing.placement(), title: '' })).toMatchObject({
    fields: { title: 'Enter a title.' },
  })
  expect(await maps.add({ ...texts, upload, ...placing.placement() })).toBeUndefined()
  await vi.waitUntil(() => maps.$done.get() !== null, { timeout: 60_000 })
  expect(maps.$done.get()).toMatchObject({ step: 'added', map: { title: 'Plan' } })
  const [map] = maps.$list.get()!.maps
  expect(await maps.edit(map!, { title: 'Town plan' })).toBeUndefined()
  expect(await maps.remove(map!)).toBe(true)
  expect(maps.$list.get()!.maps).toMatchObject([{ title: 'Town plan', removed: expect.any(String) }])
  expect(await maps.restore(map!)).toBe(true)
  expect(await maps.restore(map!)).toBe(false)
  expect(maps.$refusal.get()).toMatchObject({ text: expect.stringContaining('not in the trash') })
  maps.stop()
}, 120_000)

test('a cut that is replaced, cancelled or forgotten is called so', async () => {
  const text = { upload: 'u', layer: 6, title: 'Plan', done: 0, total: 9, error: null }
  const work: MapWork = { ...text, state: 'cutting', replaces: 6 }
  const lists: OldMaps[] = []
  const calls: string[] = []
  const call = (name: string) => {
    calls.push(name)
    return Promise.resolve(name === 'oldMaps' ? lists.shift() : name === 'audit' ? [] : undefined)
  }
  const client = { call } as unknown as (typeof deps)['client']
  const maps = createOldMaps({ client, slowClient: client, withSession: (work) => work(), schedule: () => () => {} })
  lists.push({ maps: [], work: [work] }, { maps: [], work: [] })
  await maps.load()
  await maps.load()
  expect(maps.$done.get()).toMatchObject({ step: 'replaced', map: { title: 'Plan' } })

  const cancelled: MapWork = { ...work, state: 'cancelled' }
  lists.push({ maps: [], work: [work] }, { maps: [], work: [cancelled] }, { maps: [], work: [] })
  await maps.load()
  await maps.history.load()
  expect(await maps.cancel(work)).toBe(true)
  expect(maps.$done.get()).toMatchObject({ step: 'cancelled' })
  await maps.drop('u')
  // Nothing was added by forgetting it.
  expect(maps.$done.get()).toMatchObject({ step: 'cancelled' })
  // A history that is shown is read again after each step.
  expect(calls.filter((name) => name === 'audit')).toHaveLength(2)
})
