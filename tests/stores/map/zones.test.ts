import { expect, test } from 'vitest'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { packZones } from '#rules/map/zone-outlines.ts'
import { AWAY, Status, aFeature, aZone, features, world, type Given, type World } from './world.ts'

const begun = async (given: Given = {}) => {
  const here = world(given)
  await here.begin()
  return here
}
const shown = ({ stores }: World) => [stores.$source.get(), stores.$zones.get().map(({ pk, name }) => `${pk} ${name}`)]
const CHANGES = '/api/changes/'
const LIST = '/api/locations/'

test('the last build shows before the API answers', async () => {
  const here = world({ api: { [CHANGES]: () => new Promise(() => {}) } })
  void here.stores.start()
  await here.pass(0)
  expect(shown(here)).toEqual(['snapshot', ['1 Zone 1', '2 Zone 2', '3 Zone 3']])
})

test('an archive unchanged since the build is not read again', async () => {
  const here = await begun()
  expect(here.stores.$source.get()).toBe('api')
  expect(here.asked).toEqual([CHANGES, MAP_DATA.zones])
  expect([here.waiting(), here.listening()]).toEqual([0, 0])
})

test('a changed one is read row by row, and keeps the item counts of the build', async () => {
  const rows = [
    aFeature(9),
    aFeature(2, 'Renamed'),
    { nonsense: 1 },
    null,
    aFeature(2, 'Twice'),
    aFeature(4, 'Bad', { pk: -4 }),
  ]
  const here = await begun({
    zones: [aZone(1), aZone(2, { items: 5 })],
    api: { [CHANGES]: () => ({ counter: 8 }), [LIST]: () => features(...rows) },
  })
  expect(shown(here)).toEqual(['api', ['2 Renamed', '9 Zone 9']])
  expect(here.stores.$zones.get().map(({ items }) => items)).toEqual([5, 0])
})

test.each([
  ['404', new Status(404)],
  ['403', new Status(403)],
  ['a page instead of an answer', new Status(200, '<!doctype html>')],
  ['something else', { count: 3 }],
])('a server that answers the counter with %s is asked for its zones', async (_, answer) => {
  const here = await begun({ api: { [CHANGES]: () => answer, [LIST]: () => features(aFeature(5)) } })
  expect(shown(here)).toEqual(['api', ['5 Zone 5']])
})

test('so is one whose build has no counter', async () => {
  const here = await begun({
    counter: null,
    api: { [CHANGES]: () => ({ counter: 0 }), [LIST]: () => features(aFeature(5)) },
  })
  expect(shown(here)).toEqual(['api', ['5 Zone 5']])
})

test.each([
  ['is not reached', AWAY, undefined],
  ['is out of order', new Status(503), undefined],
  ['asks for patience', new Status(429), undefined],
  ['has no zones to give', { counter: 8 }, new Status(500)],
  ['has no such calls at all', new Status(404), new Status(404)],
  ['answers a page', new Status(200, '<html>'), new Status(200, '<html>')],
  ['answers no list', { counter: 8 }, { features: 'many' }],
  ['answers rows of which none is a zone', { counter: 8 }, features(null, { nonsense: 1 }, aFeature(-4))],
])('an API that %s leaves the last build on the map, and is asked again', async (_, counter, list) => {
  const here = await begun({ api: { [CHANGES]: () => counter, [LIST]: () => list } })
  expect(shown(here)).toEqual(['away', ['1 Zone 1', '2 Zone 2', '3 Zone 3']])
  await here.pass(29_999)
  expect(here.askedOf(CHANGES)).toHaveLength(1)
  await here.pass(1)
  expect(here.askedOf(CHANGES)).toHaveLength(2)
  here.replies[CHANGES] = () => ({ counter: 7 })
  await here.pass(59_999)
  expect(here.askedOf(CHANGES)).toHaveLength(2)
  await here.pass(1)
  expect(here.stores.$source.get()).toBe('api')
  expect([here.waiting(), here.listening()]).toEqual([0, 0])
})

test('the retry delay grows to five minutes', async () => {
  const here = await begun({ api: { [CHANGES]: () => AWAY } })
  await here.pass(60 * 60_000)
  // 30, 60, 120 and 240 seconds, then every 300.
  expect(here.askedOf(CHANGES)).toHaveLength(1 + 4 + 10)
})

test('without a build the API suffices; without both there is no map until one answers', async () => {
  const alone = await begun({ zones: null, api: { [LIST]: () => features(aFeature(1)) } })
  expect(shown(alone)).toEqual(['api', ['1 Zone 1']])
  const none = await begun({ zones: null, api: { [CHANGES]: () => AWAY } })
  expect(shown(none)).toEqual(['none', []])
  none.files[MAP_DATA.zones] = packZones([aZone(6)], 3)
  await none.pass(30_000)
  expect(shown(none)).toEqual(['away', ['6 Zone 6']])
})

test('a broken file is ignored, and a broken row is left out', async () => {
  const good = packZones([aZone(1), aZone(2), aZone(3), aZone(4)], 7)
  const [one, two, three, four]: readonly (readonly unknown[])[] = good.zones
  const rows = [
    one,
    [...two!.slice(0, 5), [[0, 'x', 1, 1, 2, 2]]],
    [...three!.slice(0, 5), 'rings'],
    ['4', ...four!.slice(1)],
    null,
  ]
  const here = await begun({ data: { [MAP_DATA.zones]: { ...good, zones: rows } } })
  expect(shown(here)).toEqual(['api', ['1 Zone 1']])
  for (const broken of [null, [], 'zones', { ...good, step: 'x' }, { ...good, zones: {} }]) {
    const none = await begun({ data: { [MAP_DATA.zones]: broken }, api: { [CHANGES]: () => AWAY } })
    expect(shown(none)).toEqual(['none', []])
  }
})

test('an archive without zones works', async () => {
  const here = await begun({ api: { [CHANGES]: () => ({ counter: 8 }), [LIST]: () => features() } })
  expect(shown(here)).toEqual(['api', []])
})

test('a town of thousands is read in chunks, complete and sorted by number', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => aFeature(1000 - at))
  const given: Given = { zones: null, api: { [LIST]: () => features(...rows) } }
  const here = await begun(given)
  expect(here.stores.$zones.get().map(({ pk }) => pk)).toEqual(rows.map((_, at) => at + 1))
})
