import { expect, test } from 'vitest'
import { MAP_DATA } from '#rules/zone-overview.ts'
import { packZones } from '#rules/zone-outlines.ts'
import { AWAY, Status, aFeature, aZone, features, world, type Given, type World } from './world.ts'

const begun = async (given: Given = {}) => {
  const here = world(given)
  await here.begin()
  return here
}
const shown = ({ stores }: World) => [stores.$source.get(), stores.$zones.get().map(({ pk, name }) => `${pk} ${name}`)]
const CHANGES = '/api/changes/'
const LIST = '/api/locations/'

test('the last build is shown before the API has said anything', async () => {
  const here = world({ api: { [CHANGES]: () => new Promise(() => {}) } })
  void here.stores.start()
  await here.pass(0)
  expect(shown(here)).toEqual(['snapshot', ['1 Zone 1', '2 Zone 2', '3 Zone 3']])
})

test('an archive that has not changed since the build is not read again', async () => {
  const here = await begun()
  expect(here.stores.$source.get()).toBe('api')
  expect(here.asked).toEqual([CHANGES, MAP_DATA.zones])
  expect([here.waiting(), here.listening()]).toEqual([0, 0])
})

test('one that has changed is read, row by row, and keeps what the build counted', async () => {
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

test('so is one whose build knew no counter', async () => {
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

test('the wait grows to five minutes and no further', async () => {
  const here = await begun({ api: { [CHANGES]: () => AWAY } })
  await here.pass(60 * 60_000)
  // 30, 60, 120 and 240 seconds, then every 300.
  expect(here.askedOf(CHANGES)).toHaveLength(1 + 4 + 10)
})

test('a browser that comes online asks at once', async () => {
  const here = await begun({ api: { [CHANGES]: () => AWAY } })
  here.replies[CHANGES] = () => ({ counter: 7 })
  here.comeOnline()
  await here.pass(0)
  expect(here.stores.$source.get()).toBe('api')
})

test('without a build the API alone gives the map, and without both there is none until one comes', async () => {
  const alone = await begun({ zones: null, api: { [LIST]: () => features(aFeature(1)) } })
  expect(shown(alone)).toEqual(['api', ['1 Zone 1']])
  const none = await begun({ zones: null, api: { [CHANGES]: () => AWAY } })
  expect(shown(none)).toEqual(['none', []])
  none.files[MAP_DATA.zones] = packZones([aZone(6)], 3)
  await none.pass(30_000)
  expect(shown(none)).toEqual(['away', ['6 Zone 6']])
})

test('a file that is broken is none, and a row of it that is broken is left out', async () => {
  const good = packZones([aZone(1), aZone(2), aZone(3), aZone(4)], 7)
  const [one, two, three, four] = good.zones as unknown as unknown[][]
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

test('an archive without zones is an archive', async () => {
  const here = await begun({ api: { [CHANGES]: () => ({ counter: 8 }), [LIST]: () => features() } })
  expect(shown(here)).toEqual(['api', []])
})

test('stopping ends it cleanly, whatever is under way, and it can begin again', async () => {
  let answer: (body: unknown) => void = () => {}
  const here = world({ api: { [CHANGES]: () => new Promise((resolve) => (answer = resolve)) } })
  const started = here.stores.start()
  await here.pass(0)
  here.stores.stop()
  answer({ counter: 8 })
  await started
  await here.pass(60 * 60_000)
  expect(here.stores.$source.get()).toBe('snapshot')
  expect([here.waiting(), here.listening(), here.askedOf(LIST).length]).toEqual([0, 0, 0])
  here.replies[CHANGES] = () => ({ counter: 7 })
  await here.begin()
  expect(here.stores.$source.get()).toBe('api')
})

test('a town of thousands is read in parts, whole and in the order of its numbers', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => aFeature(1000 - at))
  const given: Given = { zones: null, api: { [LIST]: () => features(...rows) } }
  const here = await begun(given)
  expect(here.stores.$zones.get().map(({ pk }) => pk)).toEqual(rows.map((_, at) => at + 1))
})
