import { afterEach, beforeEach, expect, test } from 'vitest'
import { SPLIT } from '#contract/review-messages.ts'
import { YEAR } from '#contract/split.ts'
import { createPlaces } from '#stores/review/places/places.ts'
import { createPlacesMap } from '#stores/review/places/places-map.ts'
import { deskOf } from '../../../server/records/desk.ts'
import { openTestArchive, type TestArchive } from '../../../server/fixtures.ts'
import { archiveClient } from '../../shared/archive-client.ts'
import { clock } from '../../shared/fakes.ts'
import { keptEdits } from '../world.ts'

/** A square of a thousandth of a degree. */
const square = (x: number) => ({ type: 'Polygon', coordinates: [[[x, 43], [x + 0.001, 43], [x + 0.001, 43.001], [x, 43.001], [x, 43]]] }) // prettier-ignore

let town: TestArchive
beforeEach(async () => {
  town = await openTestArchive({
    location: ['Mill', 'Harbour', 'Depot'].map((name, at) => ({
      ...{ id: at + 1, name, geometry: JSON.stringify(square(-81.001 - at / 1000)) },
    })),
    lot: [{ lot_num: '12-A', location_id: 1 }],
    items: [{ id: 5, title: 'The mill', location_id: 1 }],
  })
})
afterEach(() => town.close())
const { add, drop, read } = deskOf(() => town)
const { client, asked } = archiveClient(() => town, 'staff')

async function opened() {
  let shown = 'place=1'
  const { schedule } = clock()
  const places = createPlaces({
    ...{ client, schedule, withSession: (work) => work(), newId: () => 'new-id', kept: keptEdits(schedule) },
    data: () => Promise.reject(new Error('No build yet')),
    whenOnline: () => () => {},
    address: { read: () => new URLSearchParams(shown), replace: (next) => void (shown = next) },
  })
  await places.start()
  return places
}

test('a split is refused where something else belongs to the place by now; what was typed stays, and what is not moved too', async () => {
  const places = await opened()
  places.startSplit(1)
  await expect.poll(() => places.split.$split.get().value).toHaveProperty('links')
  places.split.change('line', '-81.01, 43.0005\n-81.0005, 43.0005')
  expect(places.split.$split.get().value).toMatchObject({ parts: null, errors: { line: expect.any(String) } })
  places.split.change('line', '-81.01, 43.0005\n-80.9, 43.0005')
  expect(places.split.$split.get().value).toMatchObject({ errors: {}, parts: { left: { type: 'Polygon' } } })
  places.split.keep('right')
  places.split.change('name', 'Yard')
  places.split.assign(['lots/12-A', 'items/5'], true)
  places.split.assign(['items/5'], false)
  const plaque = await add('plaques', { location: 1, name: 'Mill', text: 'It stood here.' })
  expect(await places.split.send()).toBe(false)
  expect(places.split.$split.get().value).toMatchObject({ refusal: { why: 'refused' }, values: { name: 'Yard' } })
  await drop('plaques', (plaque.json as { key: number }).key)
  expect(await places.split.send()).toBe(true)
  const yard = (await read('lots', '12-A')).fields['location'] as number
  expect((await read('locations', yard)).label).toBe('Yard')
  expect((await read('items', 5)).fields['location']).toBe(1)
  expect(places.$view.get()).toEqual({ is: 'zone', zone: 1 })
})

test('places are joined one after the other; those before a failure stay joined, and the rest can be tried again', async () => {
  const places = await opened()
  places.startJoin(1)
  places.join.toggle(2)
  places.join.toggle(3)
  places.join.keep(2)
  expect(places.join.$join.get()).toMatchObject({ zones: [1, 2, 3], stays: 2 })
  // Somebody removes it meanwhile.
  await drop('locations', 3)
  expect(await places.join.send()).toBe(false)
  expect(places.join.$join.get()).toMatchObject({ zones: [2, 3], refusal: { why: 'refused' } })
  const { results } = (await town.send('/api/operations/?type=removal', { as: 'staff' })).json as { results: { id: number }[] } // prettier-ignore
  await town.send(`/api/operations/${results[0]!.id}/undo/`, { method: 'POST', as: 'staff' })
  expect(await places.join.send()).toBe(true)
  expect(asked.filter((call) => call.endsWith('/merge/')).map((call) => call.split('/')[4])).toEqual(['1', '3', '3'])
  expect(places.$view.get()).toEqual({ is: 'zone', zone: 2 })
})

test('with a year, what is split or joined ends and stays; what is no year is told at its field', async () => {
  const places = await opened()
  const said = () => places.last.$last.get()?.text
  places.startSplit(1)
  await expect.poll(() => places.split.$split.get().value).toHaveProperty('links')
  places.split.change('line', '-81.01, 43.0005\n-80.9, 43.0005')
  places.split.change('year', '1881-2')
  expect(await places.split.send()).toBe(false)
  expect(places.split.$split.get().value).toMatchObject({ errors: { year: YEAR }, state: 'open' })
  places.split.change('year', ' 1881 ')
  places.split.change('name', 'Yard')
  places.split.change('other_name', 'Court')
  places.split.assign(['lots/12-A'], true)
  expect(await places.split.send()).toBe(true)
  expect(said()).toBe('“Mill” became “Yard” and “Court” in 1881.')
  expect((await read('locations', 1)).fields).toMatchObject({ date_end: 18810000 })
  const yard = (await read('lots', '12-A')).fields['location'] as number
  expect((await read('locations', yard)).fields).toMatchObject({
    name: 'Yard',
    date_start: 18810000,
    predecessors: [1],
  })

  places.startJoin(2)
  places.join.toggle(3)
  places.join.change('year', '1812')
  expect(await places.join.send()).toBe(true)
  expect(said()).toMatch(/^“Harbour” and “Depot” became “.+” in 1812\.$/)
  await places.last.undo()
  places.startJoin(1)
  places.join.toggle(3)
  places.join.change('year', '18')
  expect(places.isUnsaved()).toBe(true)
  expect(await places.join.send()).toBe(false)
  expect(places.join.$join.get()).toMatchObject({ errors: { year: YEAR } })
  // It ended before.
  places.join.change('year', '1900')
  expect(await places.join.send()).toBe(false)
  const reason = SPLIT.notThen('Mill', 1900)
  expect(places.join.$join.get()).toMatchObject({ errors: { year: reason }, refusal: null, state: 'open' })
})

test('whoever draws on a place that the list does not know yet sees it, and the list that comes later moves nothing', async () => {
  const places = await opened()
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
