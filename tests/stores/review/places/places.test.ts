import { expect, test } from 'vitest'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { createPlacesMap } from '#stores/review/places/places-map.ts'
import { placesWorld } from './world.ts'

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
  expect(places.$zone.get()).toMatchObject({ key: 2 })
  places.showList()
  expect(address()).toBe('')
})

test('only what was changed is sent, with the version that was read', async () => {
  const { places, calls } = await opened()
  places.edits.change('altnames', 'Old mill\n\nFlour')
  expect(places.isUnsaved()).toBe(true)
  await places.save()
  expect(calls.find(({ call }) => call.startsWith('PATCH'))).toEqual({
    call: 'PATCH /api/records/locations/1/',
    match: '"v1"',
    body: { altnames: ['Old mill', 'Flour'] },
  })
  expect(places.edits.$edit.get()).toMatchObject({ state: 'saved' })
  expect(places.$done.get()).toEqual({ text: 'saved', name: 'Mill' })
})

test('an outline that is none is told at its field, and nothing is sent', async () => {
  const { places, calls } = await opened()
  places.edits.change('geometry', '0 0\n1 1')
  expect(await places.save()).toBe(null)
  expect(places.edits.$edit.get()!.errors).toEqual({ geometry: OUTLINE.threeCorners })
  expect(calls.some(({ call }) => call.startsWith('PATCH'))).toBe(false)
})

test('what was typed survives a closed tab, with corners that are none yet', async () => {
  const device = new Map<string, unknown>()
  const before = placesWorld({ query: 'place=1', device })
  await before.places.start()
  before.places.edits.change('geometry', '-81 4')
  await before.pass(1000)
  const { places } = placesWorld({ query: 'place=1', device })
  await places.start()
  expect(places.edits.$edit.get()).toMatchObject({ inputs: { name: 'Mill', geometry: '-81 4' } })
  expect(places.isUnsaved()).toBe(true)
})

test('a new place is added and open afterwards', async () => {
  const { places, address } = placesWorld()
  await places.start()
  places.startNew()
  places.edits.change('name', 'Pier')
  places.edits.change('geometry', '-81 43\n-81.001 43\n-81 43.001')
  await places.save()
  expect(address()).toBe('place=9')
  expect(places.$done.get()).toEqual({ text: 'added', name: 'Pier' })
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
