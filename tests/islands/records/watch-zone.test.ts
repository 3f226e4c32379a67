import { expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { watchZone, withBuilt, type WatchedZone } from '#islands/records/watch-zone.ts'
import type { ZoneMap } from '#rules/map/zone-map.ts'
import type { ZoneView } from '#views/zone.ts'
import { emptyZone } from '../../views/a-zone.ts'

const PATH = '/data/zones/5.json'
const RING = [[-81.7, 43.6], [-81.699, 43.6], [-81.699, 43.601], [-81.7, 43.6]] // prettier-ignore
const location = (geometry: object | null = null) => ({
  type: 'Feature',
  geometry,
  properties: { pk: 5, name: 'Mill, renewed' },
})

type Answer = () => Promise<Response>
const json = (body: unknown) => async () => Response.json(body)
const away: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const gone: Answer = async () => Response.json({ detail: 'Not found.' }, { status: 404 })

/** What is shown one after the other, until nothing more comes. */
function watched(api: Answer, data: (path: string) => Promise<unknown>) {
  const shown: WatchedZone[] = []
  const client = createClient({
    base: '',
    fetch: (input) => (String(input).startsWith('/api/location/') ? api() : api === away ? away() : gone()),
  })
  const lost: string[] = []
  const stop = watchZone({
    pk: 5,
    client,
    data,
    path: PATH,
    show: (zone) => shown.push(zone),
    lose: (why) => lost.push(why),
  })
  return { shown, lost, stop }
}
const settled = () => new Promise((done) => setTimeout(done, 20))
const states = (shown: WatchedZone[]) => shown.map((each) => (each.state === 'ready' ? each.from : each.state))
const last = (shown: WatchedZone[]) => shown.at(-1) as { zone: ZoneView }

test('shows the last build at once, then the answer of the API', async () => {
  const { shown } = watched(json(location()), async (path) => (path === PATH ? emptyZone() : null))
  await settled()
  expect(states(shown)).toEqual(['loading', 'build', 'api'])
  expect(last(shown).zone.name).toBe('Mill, renewed')
})

test.each([
  ['there is none', async () => null],
  ['it cannot be read', async () => Promise.reject(new Error('404'))],
  ['it is something else', async () => ({ detail: 'A page of a proxy' })],
  ['it is another zone', async () => emptyZone({ pk: 6 })],
])('without a file of the last build the API alone is asked: %s', async (_, data) => {
  const { shown } = watched(json(location()), data)
  await settled()
  expect(states(shown)).toEqual(['loading', 'api'])
})

test('tells a missing place from an unreachable archive if both fail', async () => {
  const none = async () => null
  const [silent, missing] = [watched(away, none), watched(gone, none)]
  await settled()
  expect([silent.lost, missing.lost]).toEqual([['unreachable'], ['missing']])
})

test('a place that was withdrawn after the last build is lost; a web server without an API only does not answer', async () => {
  const built = async () => emptyZone()
  const plain: Answer = async () => new Response('<h1>Not Found</h1>', { status: 404 })
  const [withdrawn, without] = [watched(gone, built), watched(plain, built)]
  await settled()
  expect([withdrawn.lost, without.lost]).toEqual([['missing'], []])
  expect(states(without.shown)).toEqual(['loading', 'build', 'away'])
})

test('a slow file never replaces the answer of the API', async () => {
  const { shown } = watched(json(location()), () => new Promise((done) => setTimeout(() => done(emptyZone()), 10)))
  await settled()
  await settled()
  expect(states(shown)).toEqual(['loading', 'api'])
})

test('keeps the neighbours on the map if the outline is the same', async () => {
  const geometry = { type: 'Polygon', coordinates: [RING] }
  const first = watched(json(location(geometry)), async () => null)
  await settled()
  const drawn = last(first.shown).zone.map!
  const among: ZoneMap = {
    ...drawn,
    around: 'M1 1l2 2l3 3z',
    neighbours: [{ href: '/zone-overview/6/', text: 'Barn' }],
  }

  const same = watched(json(location(geometry)), async () => emptyZone({ map: among }))
  const moved = watched(json(location(geometry)), async () => emptyZone({ map: { ...among, here: 'M9 9l9 9l9 0z' } }))
  await settled()
  expect(last(same.shown).zone.map).toEqual(among)
  expect(last(moved.shown).zone.map).toEqual(drawn)
})

test('shows nothing after it is stopped', async () => {
  const { shown, stop } = watched(json(location()), async () => emptyZone())
  stop()
  await settled()
  expect(states(shown)).toEqual(['loading'])
})

test('the small map of a place as it is now names the streets of the last build, unless its outline is another', () => {
  const map = (here: string, streets: object[]) => ({ here, around: 'M9 9z', streets, numbers: [], neighbours: [] })
  const view = (drawn: object) => ({ pk: 1, items: {}, map: drawn }) as unknown as ZoneView
  const street = { text: 'Mill Row', x: 1, y: 2, angle: 0 }
  const before = view(map('M0 0z', [street]))
  expect(withBuilt(view(map('M0 0z', [])), before).map!.streets).toEqual([street])
  expect(withBuilt(view(map('M5 5z', [])), before).map!.streets).toEqual([])
})
