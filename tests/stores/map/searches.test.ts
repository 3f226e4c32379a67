import { expect, test } from 'vitest'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { MOST_ROWS } from '#stores/map/create-map-stores.ts'
import { AWAY, Status, aFeature, aZone, features, world, type Given, type World } from './world.ts'

const begun = async (given: Given = {}) => {
  const here = world(given)
  await here.begin()
  return here
}
const found = ({ stores }: World, which: '$addresses' | '$organizations' = '$addresses') => {
  const now = stores[which].get()
  return now.state === 'found' ? now.rows.map(({ name }) => name) : now.state
}
const TOWN = [
  aZone(1, { name: '12 Main St' }),
  aZone(2, { name: '2 Main St' }),
  aZone(3, { name: 'Depot', altnames: ['Station'] }),
]

test('addresses are searched from two characters, debounced', async () => {
  const here = await begun({ zones: TOWN })
  const { stores } = here
  expect(found(here)).toBe('idle')
  stores.searchAddresses('m')
  expect(found(here)).toBe('more-letters')
  stores.searchAddresses('ma')
  expect(found(here)).toBe('searching')
  await here.pass(79)
  expect(found(here)).toBe('searching')
  await here.pass(1)
  expect(found(here)).toEqual(['2 Main St', '12 Main St'])
  stores.searchAddresses('stree')
  expect(found(here)).toBe('more-letters')
  stores.searchAddresses('statio')
  await here.pass(80)
  expect(found(here)).toEqual(['Depot'])
  expect(stores.$addresses.get()).toMatchObject({ total: 1, partial: false })
  stores.searchAddresses('  ')
  await here.pass(1000)
  expect(found(here)).toBe('idle')
})

test('zones that load later are searched for the text in the box', async () => {
  let answer: (body: unknown) => void = () => {}
  const here = world({ zones: null, api: { '/api/locations/': () => new Promise((resolve) => (answer = resolve)) } })
  void here.stores.start()
  await here.pass(0)
  here.stores.searchAddresses('depot')
  await here.pass(1000)
  expect(found(here)).toBe('searching')
  answer(features(aFeature(4, 'Depot')))
  await here.pass(1000)
  expect(found(here)).toEqual(['Depot'])
})

test('while the API is away results are from the last build; long lists are counted but cut', async () => {
  const zones = Array.from({ length: MOST_ROWS + 20 }, (_, at) => aZone(at + 1))
  const here = await begun({ zones, api: { '/api/changes/': () => AWAY } })
  here.stores.searchAddresses('zone')
  await here.pass(80)
  expect(here.stores.$addresses.get()).toMatchObject({ total: MOST_ROWS + 20, partial: true })
  expect(found(here)).toHaveLength(MOST_ROWS)
})

const ORGANIZATIONS = '/api/organizations/'
const FILE = {
  [MAP_DATA.organizations]: [[3, 'Brass Band', ['Band of Brass'], [1, 3]], [4, 'Library', [], []], ['broken'], [5]],
}

test('organizations are searched from three characters, 200 ms after the last key', async () => {
  const here = await begun({
    api: { [ORGANIZATIONS]: () => [{ id: 4, name: 'Band', altname: '["B"]' }, { id: 'x' }, { id: 5, name: '' }] },
  })
  const { stores } = here
  stores.searchOrganizations(' ba ')
  expect(found(here, '$organizations')).toBe('more-letters')
  for (const text of ['ban', 'band', 'band ']) stores.searchOrganizations(text)
  await here.pass(199)
  expect(here.askedOf(ORGANIZATIONS)).toEqual([])
  await here.pass(1)
  expect(here.askedOf(ORGANIZATIONS)).toEqual([`${ORGANIZATIONS}?search=band`])
  expect(stores.$organizations.get()).toEqual({
    state: 'found',
    rows: [
      { id: 4, name: 'Band', altnames: ['B'] },
      { id: 5, name: 'Organization 5', altnames: [] },
    ],
    total: 2,
    partial: false,
  })
  stores.searchOrganizations('')
  expect(found(here, '$organizations')).toBe('idle')
})

test.each([500, 503, 404, 400, 429])('an answer of %i is empty results (spec §8)', async (status) => {
  const here = await begun({ data: FILE, api: { [ORGANIZATIONS]: () => new Status(status) } })
  here.stores.searchOrganizations('band')
  await here.pass(200)
  expect(here.stores.$organizations.get()).toEqual({ state: 'found', rows: [], total: 0, partial: false })
})

test('an unreachable API falls back to the last build; one known to be away is not asked', async () => {
  const here = await begun({ data: FILE, api: { [ORGANIZATIONS]: () => AWAY } })
  here.stores.searchOrganizations('brass')
  await here.pass(200)
  expect(here.stores.$organizations.get()).toMatchObject({
    rows: [{ id: 3, name: 'Brass Band', altnames: ['Band of Brass'] }],
    partial: true,
  })
  const away = await begun({ data: FILE, api: { '/api/changes/': () => AWAY } })
  away.stores.searchOrganizations('library')
  await away.pass(200)
  expect(found(away, '$organizations')).toEqual(['Library'])
  expect(away.askedOf(ORGANIZATIONS)).toEqual([])
  const none = await begun({ api: { [ORGANIZATIONS]: () => AWAY } })
  none.stores.searchOrganizations('library')
  await none.pass(200)
  expect(none.stores.$organizations.get()).toMatchObject({ rows: [], partial: true })
})
