import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareAddress } from '#stores/map/view-address.ts'
import { AWAY, SOCIETY, THIS_YEAR, aFeature, aZone, features, world, type Given, type World } from './world.ts'

const begun = async (given: Given = {}) => {
  const here = world(given)
  await here.begin()
  return here
}
/** The visitor returns to the map page at this address. */
const again = (before: World, query: string, given: Given = {}) =>
  begun({ ...given, query, stored: before.storage.get('lotline-map')! })
const beginning = (given: Given, here = world(given)) => {
  void here.stores.start()
  return state(here)
}
const state = ({ stores }: World) => ({
  view: stores.$view.get(),
  base: stores.$baseMap.get(),
  overlays: stores.$overlays.get(),
  years: stores.$years.get(),
  zone: stores.$selected.get(),
  open: stores.$open.get(),
  welcome: stores.$welcome.get(),
})
const PLACE = { centre: [-9094100, 5398100], zoom: 17 } as const
/** Changes everything that the address or the storage holds. */
async function changed(given: Given = {}) {
  const here = await begun(given)
  const { stores } = here
  stores.clickZone(2)
  stores.setOpen('legend', true)
  stores.setOpen('address', false)
  stores.showOverlay('town-1856', true)
  stores.setOpacity('town-1856', 0.6)
  stores.setOpacity('county-1862', 0.3)
  stores.chooseBaseMap('osm')
  stores.setYears({ start: 1850, end: 1900 })
  stores.setView(PLACE)
  stores.closeWelcome()
  await here.pass(300)
  return here
}

test('changes are written debounced; other parameters stay', async () => {
  const here = await begun({ query: 'utm_source=letter&at=nonsense' })
  for (let zoom = 15; zoom < 17; zoom += 0.25) {
    here.stores.setView({ ...PLACE, zoom })
    await here.pass(100)
  }
  expect(here.page.written).toBe(0)
  await here.pass(300)
  expect(here.page.written).toBe(1)
  expect(here.page.query).toBe('utm_source=letter&at=43.56324,-81.69369,16.75z')
  here.stores.setView({ centre: SOCIETY.centre, zoom: 15 })
  await here.pass(300)
  expect(here.page.query).toBe('utm_source=letter')
})

test('an address wins over the storage: what it lacks is default', async () => {
  const here = await again(await changed(), 'zone=3')
  expect(state(here)).toMatchObject({
    base: 'aerial-2015',
    zone: 3,
    years: { start: 1830, end: THIS_YEAR },
    welcome: false,
  })
  expect(here.stores.$overlays.get()['town-1856']).toEqual({ visible: false, opacity: 0.6 })
  expect(here.stores.$open.get()).toMatchObject({ legend: false, media: true })
  expect(here.stores.$fit.get()).toMatchObject({ kind: 'box', padding: 300 })
})

test('a zone in the address waits for the zones, and stays in the address', async () => {
  let answer: (body: unknown) => void = () => {}
  const api = {
    '/api/changes/': () => ({ counter: 8 }),
    '/api/locations/': () => new Promise((resolve) => (answer = resolve)),
  }
  const here = world({ query: 'zone=9', api })
  void here.stores.start()
  here.stores.closeWelcome()
  await here.pass(300)
  expect([here.stores.$selected.get(), here.page.query]).toEqual([null, 'zone=9'])
  answer(features(aFeature(9)))
  await here.pass(0)
  expect(here.stores.$selected.get()).toBe(9)
})

test('an unknown zone is dropped once the API has answered, not before', async () => {
  const here = await begun({ query: 'zone=99', api: { '/api/changes/': () => AWAY } })
  here.stores.closeWelcome()
  await here.pass(300)
  expect(here.page.query).toBe('zone=99')
  here.replies['/api/changes/'] = () => ({ counter: 7 })
  here.comeOnline()
  await here.pass(300)
  expect([here.stores.$selected.get(), here.page.query]).toEqual([null, ''])
})

test('a zone selected first is not replaced by the one in the address', async () => {
  const here = world({ query: 'zone=9', api: { '/api/changes/': () => AWAY } })
  await here.begin()
  here.stores.clickZone(1)
  here.replies['/api/changes/'] = () => ({ counter: 8 })
  here.replies['/api/locations/'] = () => features(aFeature(1), aFeature(9))
  here.comeOnline()
  await here.pass(300)
  expect([here.stores.$selected.get(), here.page.query.includes('zone=1')]).toEqual([1, true])
})

test('an empty or unreadable address is soon corrected to the stored view', async () => {
  const before = await changed()
  const back = await again(before, 'utm_source=letter')
  expect(back.page.query).toBe('utm_source=letter')
  await back.pass(300)
  expect(back.page.query).toBe(`utm_source=letter&${before.page.query}`)
  const nonsense = await begun({ query: 'at=nowhere&base=moon&years=1900-1850&maps=x' })
  await nonsense.pass(300)
  expect(nonsense.page.query).toBe('')
})

test('flush writes pending changes', async () => {
  const here = await begun()
  here.stores.showOverlay('town-1879', true)
  here.stores.flush()
  expect(here.page.query).toBe('maps=town-1879')
  expect(here.storage.get('lotline-map')).toContain('"town-1879":{"visible":true')
  expect(here.waiting()).toBe(0)
  here.stores.flush()
  expect(here.page.written).toBe(1)
  // A page that comes back from the back/forward cache goes on.
  here.stores.clickZone(1)
  await here.pass(300)
  expect(here.page.query).toContain('zone=1')
})

test('a shared link holds only the view', async () => {
  const here = await begun({ query: 'utm_source=x&token=secret' })
  here.stores.showOverlay('town-1879', true)
  here.stores.setOpacity('town-1879', 0.25)
  expect(shareAddress(here.stores, 'https://town.example/?utm_source=x#top')).toBe(
    'https://town.example/?maps=town-1879:0.25',
  )
  here.stores.showOverlay('town-1879', false)
  expect(shareAddress(here.stores, 'https://town.example/map/')).toBe('https://town.example/map/')
})

test('the map starts with any content of the storage', () => {
  const start = beginning({})
  const fields = fc.record(
    {
      view: fc.anything(),
      base: fc.anything(),
      overlays: fc.anything(),
      years: fc.anything(),
      zone: fc.anything(),
      open: fc.anything(),
      welcome: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const stored = fc.oneof(
    fc.string(),
    fc.json(),
    fields.map((each) => JSON.stringify(each, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))),
  )
  fc.assert(
    fc.property(stored, (text) => {
      const now = beginning({ stored: text })
      expect(now.view.centre.every(Number.isFinite)).toBe(true)
      expect(SOCIETY.baseMaps.map(({ id }) => id as string)).toContain(now.base)
      expect(Object.keys(now.overlays)).toEqual(Object.keys(start.overlays))
      for (const { visible, opacity } of Object.values(now.overlays)) {
        expect(typeof visible).toBe('boolean')
        expect(opacity >= 0 && opacity <= 1).toBe(true)
      }
      expect(now.years.start >= 1830 && now.years.start <= now.years.end && now.years.end <= THIS_YEAR).toBe(true)
      expect(Object.values(now.open).every((each) => typeof each === 'boolean')).toBe(true)
      expect(typeof now.welcome).toBe('boolean')
    }),
  )
})

test('one broken part of the stored state loses only that part', async () => {
  const before = await changed()
  const kept = JSON.parse(before.storage.get('lotline-map')!) as Record<string, unknown>
  const here = await begun({
    stored: JSON.stringify({
      ...kept,
      view: 'here',
      overlays: { 'town-1856': 7 },
      open: { legend: 'yes', address: false },
    }),
  })
  expect(state(here)).toMatchObject({ base: 'osm', zone: 2, years: { start: 1850, end: 1900 }, welcome: false })
  expect(here.stores.$view.get()).toEqual({ centre: SOCIETY.centre, zoom: 15 })
  expect(here.stores.$open.get()).toMatchObject({ legend: true, address: false })
})

test('without storage the map works', async () => {
  const { stores, pass } = await begun({ zones: [aZone(1)] })
  stores.clickZone(1)
  await pass(300)
  const refusing = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('full')
    },
  }
  const { createMapStores } = await import('#stores/map/create-map-stores.ts')
  for (const storage of [null, refusing]) {
    const here = world()
    const own = createMapStores({ ...here.parts, storage })
    own.closeWelcome()
    await here.pass(300)
    expect(own.$welcome.get()).toBe(false)
  }
})
