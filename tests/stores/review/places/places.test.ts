import { expect, test } from 'vitest'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { createClientOf } from '#client/client.ts'
import { createPlaces } from '#stores/review/places/places.ts'
import { createPlacesMap } from '#stores/review/places/places-map.ts'
import { endpoints } from '#contract/endpoints.ts'
import { clock } from '../../shared/fakes.ts'
import { draft, keptEdits } from '../world.ts'

/** A square of a thousandth of a degree. */
const square = (x: number) => ({ type: 'Polygon', coordinates: [[[x, 43], [x + 0.001, 43], [x + 0.001, 43.001], [x, 43.001], [x, 43]]] }) // prettier-ignore
const LINKS = [
  { kind: 'items', key: 5, label: 'The mill', detail: '' },
  { kind: 'lots', key: '12-A', label: 'Lot 12-A', detail: '2 owners' },
]

interface Call {
  call: string
  match: string | null
  body: unknown
}
/** What a path answers. */
type Answer = { status: number; body?: unknown }

/** The page of places on an archive in memory with two places. */
function placesWorld({ query = '' } = {}) {
  const zone = (key: number, name: string): DeskRecord =>
    draft(key, {
      ...{ kind: 'locations', label: name, version: `v${key}`, state: 'published' },
      fields: { name, address: '', altnames: [], geometry: square(-81 - key / 1000) },
    })
  const archive = new Map([zone(1, 'Mill'), zone(2, 'Harbour')].map((each) => [Number(each.key), each]))
  const calls: Call[] = []
  const instead = new Map<string, Answer[]>()

  function answer(path: string): Answer {
    if (path === '/api/locations/') {
      const features = [...archive.values()].map(({ key, fields: { name, address, geometry } }) => ({
        type: 'Feature',
        geometry,
        properties: { pk: key, name, address, altnames: '[]' },
      }))
      return { status: 200, body: { type: 'FeatureCollection', features } }
    }
    const [, key, step] = /^\/api\/records\/locations\/(\d+)\/(?:(\w+)\/)?$/.exec(path) ?? []
    if (step === 'links') return { status: 200, body: LINKS }
    const record = archive.get(Number(key))
    return record ? { status: 200, body: record } : { status: 404, body: { detail: 'Not found.' } }
  }
  const client = createClientOf(endpoints, {
    base: '',
    fetch: async (input, init) => {
      const url = new URL(input as string, 'http://town.test')
      const call = `${init!.method} ${url.pathname}`
      const match = new Headers(init!.headers).get('if-match')
      const sent = init!.body ? (JSON.parse(init!.body as string) as RecordFields) : {}
      calls.push({ call, match, body: sent })
      await Promise.resolve()
      const { status, body } = instead.get(call)?.shift() ?? answer(url.pathname)
      return Response.json(body, { status })
    },
  })
  let shown = query
  const { schedule } = clock()
  const places = createPlaces({
    client,
    withSession: (work) => work(),
    schedule,
    newId: () => 'new-id',
    kept: keptEdits(schedule),
    data: () => Promise.reject(new Error('No build yet')),
    whenOnline: () => () => {},
    address: { read: () => new URLSearchParams(shown), replace: (next) => void (shown = next) },
  })
  return {
    places,
    calls,
    zone,
    address: () => shown,
    answerInstead: (call: string, ...answers: Answer[]) => instead.set(call, answers),
  }
}

async function opened(zone = 1) {
  const town = placesWorld({ query: `place=${zone}` })
  await town.places.start()
  return town
}

test('places are found by name and by number; the address names the open one', async () => {
  const { places, address } = placesWorld()
  await places.start()
  const found = () => places.list.$found.get().map(({ pk }) => pk)
  expect(found()).toEqual([2, 1])
  places.list.$search.set('mil')
  expect(found()).toEqual([1])
  places.list.$search.set('2')
  expect(found()).toEqual([2])
  await places.open(2)
  expect(address()).toBe('place=2')
  expect(places.$zone.get().value).toMatchObject({ key: 2 })
  places.showList()
  expect(address()).toBe('')
})

test('a split sends line, side, and what goes to the new part; everything else stays', async () => {
  const { places, calls, answerInstead, zone } = await opened()
  places.startSplit(1)
  await expect.poll(() => places.split.$split.get()).toHaveProperty('links')
  places.split.change('line', '-81.01, 43.0005\n-81.0005, 43.0005')
  expect(places.split.$split.get()).toMatchObject({ parts: null, errors: { line: expect.any(String) } })
  places.split.change('line', '-81.01, 43.0005\n-80.9, 43.0005')
  expect(places.split.$split.get()).toMatchObject({ errors: {}, parts: { left: { type: 'Polygon' } } })
  places.split.keep('right')
  places.split.change('name', 'Yard')
  places.split.assign(['lots/12-A', 'items/5'], true)
  places.split.assign(['items/5'], false)
  answerInstead(
    'POST /api/records/locations/1/split/',
    { status: 409, body: { detail: 'Look again.' } },
    { status: 201, body: { split: 3, kept: zone(1, 'Mill'), added: zone(9, 'Yard') } },
  )
  expect(await places.split.send()).toBe(false)
  expect(places.split.$split.get()).toMatchObject({ refusal: { why: 'refused', text: 'Look again.' } })
  expect(await places.split.send()).toBe(true)
  expect(calls.findLast(({ call }) => call.endsWith('/split/'))).toEqual({
    call: 'POST /api/records/locations/1/split/',
    match: '"v1"',
    body: {
      line: [[-81.01, 43.0005], [-80.9, 43.0005]],
      keeps: 'right',
      name: 'Yard',
      address: '',
      altnames: [],
      moves: [{ kind: 'lots', key: '12-A' }],
      links: 2,
    },
  }) // prettier-ignore
  expect(places.last.$last.get()).toMatchObject({
    of: [3],
    text: '“Mill” was split. “Yard” is a place of its own now.',
  })
  expect(places.$view.get()).toEqual({ is: 'zone', zone: 1 })
})

test('places are joined one after the other; those before a failure stay joined, and the rest can be tried again', async () => {
  const { places, answerInstead, zone, calls } = await opened()
  places.startJoin(1)
  places.join.toggle(2)
  places.join.toggle(7)
  places.join.keep(2)
  expect(places.join.$join.get()).toMatchObject({ zones: [1, 2, 7], stays: 2 })
  const merged = { merge: 4, record: zone(2, 'Harbour'), conflicts: [] }
  answerInstead('POST /api/records/locations/1/merge/', { status: 200, body: merged })
  answerInstead('POST /api/records/locations/7/merge/', { status: 409, body: { detail: 'No.' } }, { status: 200, body: merged }) // prettier-ignore
  expect(await places.join.send()).toBe(false)
  expect(places.join.$join.get()).toMatchObject({ zones: [2, 7], refusal: { text: 'No.' } })
  expect(await places.join.send()).toBe(true)
  expect(calls.filter(({ call }) => call.endsWith('/merge/')).map(({ call }) => call.split('/')[4])).toEqual(['1', '7', '7']) // prettier-ignore
  expect(places.$view.get()).toEqual({ is: 'zone', zone: 2 })
})

test('whoever draws on a place that the list does not know yet sees it, and the list that comes later moves nothing', async () => {
  const { places } = await opened()
  const map = createPlacesMap(places, { centre: [0, 0], zoom: 12, baseMaps: [] })
  const [known] = places.list.$zones.get()
  map.reveal(99)
  const before = map.$fit.get()
  const shell: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  map.startDrawing({ type: 'Polygon', coordinates: [shell] })
  const shown = map.$fit.get()
  expect(shown).not.toBe(before)
  expect(shown).toMatchObject({
    kind: 'box',
    box: [0, 0, 111_319.5, 111_325.1].map((metres) => expect.closeTo(metres, 0)),
  })
  places.list.$zones.set([{ ...known!, pk: 99 }])
  expect(map.$fit.get()).toBe(shown)
})
