import { expect, test } from 'vitest'
import type { MapWork, OldMaps } from '#contract/old-maps.ts'
import { createOldMaps } from '#stores/review/maps/old-maps.ts'
import { createPlacing } from '#stores/review/maps/placing.ts'

test('a point is a click on the scan and one on the map; a second click on the scan moves it', () => {
  const placing = createPlacing({ slowClient: {} as never, withSession: (work) => work() })
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

test('a cut that is replaced, cancelled or forgotten is called so', async () => {
  const text = { upload: 'u', layer: 6, title: 'Plan', done: 0, total: 9, error: null }
  const work: MapWork = { ...text, state: 'cutting', replaces: 6 }
  const lists: OldMaps[] = []
  const calls: string[] = []
  const call = (name: string) => {
    calls.push(name)
    return Promise.resolve(name === 'oldMaps' ? lists.shift() : name === 'audit' ? [] : undefined)
  }
  const client = { call } as unknown as Parameters<typeof createOldMaps>[0]['client']
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
