import { expect, test } from 'vitest'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { AWAY, Status, aZone, world, type Given } from './world.ts'

const CALL = '/api/organizations/location/'
const at = (location: number, organization = 8) => ({ location, organization, date_start: 18900000, date_end: null })
const ZONES = [aZone(1), aZone(2), aZone(9), aZone(4, { rings: [], box: null })]
const begun = async (given: Given = {}) => {
  const here = world({ zones: ZONES, ...given })
  await here.begin()
  return here
}

test("an organization's zones are highlighted once each, with their extent", async () => {
  const here = await begun({ api: { [CALL]: () => [at(1), at(9), at(1), at(2, 77), at(4), at(555), 'row'] } })
  const { stores } = here
  expect(await stores.highlightOrganization(8)).toBe(2)
  expect(here.askedOf(CALL)).toEqual([`${CALL}?organization=8`])
  expect(stores.$business.get()).toEqual([1, 9])
  expect(stores.$highlighted.get()).toBe(8)
  const [first, last] = [aZone(1).box!, aZone(9).box!]
  const fit = stores.$fit.get() as { box: readonly number[]; padding: number }
  expect(fit.padding).toBe(100)
  expect(fit.box.map(Math.round)).toEqual([first[0], first[1], last[2], last[3]])
  expect(stores.$selected.get()).toBeNull()
})

test('an organization without zones moves nothing, and removes the old highlight', async () => {
  const { stores } = await begun({ api: { [CALL]: (query) => (query.get('organization') === '8' ? [at(1)] : []) } })
  await stores.highlightOrganization(8)
  const fit = stores.$fit.get()
  expect(await stores.highlightOrganization(5)).toBe(0)
  expect([stores.$business.get(), stores.$highlighted.get(), stores.$fit.get()]).toEqual([[], null, fit])
})

test.each([
  ['is away', AWAY],
  ['fails', new Status(500)],
  ['answers no list', { detail: 'no' }],
])('the last build answers for an API that %s', async (_, answer) => {
  const data = { [MAP_DATA.organizations]: [[8, 'Band', [], [2, 9]]] }
  const { stores } = await begun({ data, api: { [CALL]: () => answer } })
  expect(await stores.highlightOrganization(8)).toBe(2)
  expect(stores.$business.get()).toEqual([2, 9])
  const none = await begun({ api: { [CALL]: () => answer } })
  expect(await none.stores.highlightOrganization(8)).toBe(0)
})

test('an identical answer moves nothing; an answer after clearing is dropped', async () => {
  let answer: (body: unknown) => void = () => {}
  const data = { [MAP_DATA.organizations]: [[8, 'Band', [], [2, 9]]] }
  const here = await begun({ data, api: { [CALL]: () => new Promise((resolve) => (answer = resolve)) } })
  const { stores } = here
  void stores.highlightOrganization(8)
  await here.pass(3_000)
  const fit = stores.$fit.get()
  answer([at(2), at(9)])
  await here.pass(0)
  expect([stores.$business.get(), stores.$fit.get()]).toEqual([[2, 9], fit])
  stores.clearHighlight()
  void stores.highlightOrganization(8)
  await here.pass(3_000)
  stores.clearHighlight()
  answer([at(1)])
  await here.pass(0)
  expect([stores.$business.get(), stores.$highlighted.get()]).toEqual([[], null])
})

test('waits for an organization without zones in the last build', async () => {
  let answer: (body: unknown) => void = () => {}
  const data = { [MAP_DATA.organizations]: [[8, 'Band', [], []]] }
  const here = await begun({ data, api: { [CALL]: () => new Promise((resolve) => (answer = resolve)) } })
  const counted = here.stores.highlightOrganization(8)
  await here.pass(3_000)
  answer([at(1)])
  expect(await counted).toBe(1)
  expect(here.stores.$business.get()).toEqual([1])
})

test('waits for zones that are loading', async () => {
  const here = world({ zones: ZONES, api: { [CALL]: () => [at(2)] } })
  const counted = here.stores.highlightOrganization(8)
  await here.pass(0)
  expect(here.stores.$highlighted.get()).toBeNull()
  await here.begin()
  expect(await counted).toBe(1)
  expect(here.stores.$business.get()).toEqual([2])
})

test('a link highlights an organization, or places, and shows where they are', async () => {
  const given = { api: { [CALL]: () => [at(1), at(9)] } }
  const { stores, page, pass } = await begun({ ...given, query: 'org=8' })
  await pass(0)
  expect([stores.$business.get(), stores.$highlighted.get()]).toEqual([[1, 9], 8])
  expect(stores.$fit.get()).toMatchObject({ kind: 'box', padding: 100 })
  await pass(300)
  expect(page.query).toBe('org=8')
  stores.clearHighlight()
  await pass(300)
  expect(page.query).toBe('')

  const places = await begun({ ...given, query: 'places=9,2,555' })
  await places.pass(300)
  expect(places.stores.$business.get()).toEqual([9, 2])
  expect([places.stores.$highlighted.get(), places.page.query]).toEqual([null, 'places=9,2'])
})

test('a link with a place and a highlight does not move the map, and stays as it is while the zones load', async () => {
  const query = 'at=43.56412,-81.69578,16z&org=8'
  const { stores, page, pass } = world({ zones: ZONES, query, api: { [CALL]: () => new Promise(() => {}) } })
  void stores.start()
  stores.setOpen('legend', false)
  await pass(400)
  expect([page.query, stores.$fit.get()]).toEqual([query, null])
})
