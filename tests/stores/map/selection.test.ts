import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SECTIONS } from '#stores/map/map-stores.ts'
import { aFeature, aZone, features, world, type World } from './world.ts'
import { runs } from '../../setup/length.ts'

const begun = async (...given: Parameters<typeof world>) => {
  const here = world(...given)
  await here.begin()
  return here
}
const open = ({ stores }: World) => SECTIONS.filter((section) => stores.$open.get()[section])

test('a click selects, closes the legend, opens Images & Media and zooms; the same again reverses it and moves nothing', async () => {
  const here = await begun()
  const { stores } = here
  stores.clickZone(2)
  expect(stores.$selected.get()).toBe(2)
  expect(open(here)).toEqual(['media', 'address'])
  const fit = stores.$fit.get()
  expect(fit).toMatchObject({ kind: 'box', padding: 300 })
  expect((fit as { box: readonly number[] }).box[0]).toBeCloseTo(aZone(2).box![0], 0)
  stores.clickZone(2)
  expect(stores.$selected.get()).toBeNull()
  expect(open(here)).toEqual(['legend', 'address'])
  expect(stores.$fit.get()).toBe(fit)
})

test('another zone is selected at once; sections opened by the visitor stay open', async () => {
  const here = await begun()
  here.stores.clickZone(2)
  here.stores.setOpen('legend', true)
  here.stores.setOpen('organizations', true)
  here.stores.setOpen('address', false)
  here.stores.clickZone(3)
  expect(here.stores.$selected.get()).toBe(3)
  expect(open(here)).toEqual(['media', 'organizations'])
  here.stores.clickZone(3)
  expect(open(here)).toEqual(['legend', 'organizations'])
})

test('Zoom to Zone selects if needed, zooms each time, and never deselects', async () => {
  const { stores } = await begun()
  stores.zoomToZone(1)
  const first = stores.$fit.get()!
  stores.zoomToZone(1)
  expect(stores.$selected.get()).toBe(1)
  expect(stores.$fit.get()!.id).toBeGreaterThan(first.id)
})

test('a zone without an outline is selected without moving the map', async () => {
  const { stores } = await begun({ zones: [aZone(1, { rings: [], box: null })] })
  stores.clickZone(1)
  expect(stores.$selected.get()).toBe(1)
  expect(stores.$fit.get()).toBeNull()
})

test('a hovered zone has its name as soon as it is loaded', async () => {
  const here = world({
    zones: [aZone(1)],
    counter: 7,
    api: { '/api/changes/': () => ({ counter: 8 }), '/api/locations/': () => features(aFeature(1, 'Renamed')) },
  })
  here.stores.hover(1)
  expect(here.stores.$hover.get()).toEqual({ pk: 1, name: null })
  await here.begin()
  expect(here.stores.$hover.get()).toEqual({ pk: 1, name: 'Renamed' })
  const before = here.stores.$hover.get()
  here.stores.hover(1)
  expect(here.stores.$hover.get()).toBe(before)
  here.stores.hover(null)
  expect(here.stores.$hover.get()).toBeNull()
})

test('a selected zone that no longer exists is deselected', async () => {
  const here = world({
    api: {
      '/api/changes/': () => new Promise((resolve) => (answer = resolve)),
      '/api/locations/': () => features(aFeature(1)),
    },
  })
  let answer: (body: unknown) => void = () => {}
  const started = here.stores.start()
  await here.pass(0)
  here.stores.clickZone(2)
  answer({ counter: 8 })
  await here.pass(0)
  await started
  expect(here.stores.$selected.get()).toBeNull()
  expect(open(here)).toEqual(['legend', 'address'])
})

test('after any clicks the last clicked zone is selected, unless it was clicked again', async () => {
  const step = fc.record({
    pk: fc.integer({ min: 1, max: 3 }),
    how: fc.constantFrom('click', 'zoom', 'overview', 'hover'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { stores } = await begun()
      let selected: number | null = null
      for (const { pk, how } of steps) {
        if (how === 'click') stores.clickZone(pk)
        if (how === 'zoom') stores.zoomToZone(pk)
        if (how === 'overview') stores.openOverview(pk)
        if (how === 'hover') stores.hover(pk)
        if (how === 'click') selected = selected === pk ? null : pk
        if (how === 'zoom') selected = pk
        expect(stores.$selected.get()).toBe(selected)
        expect(stores.$open.get()).toMatchObject({ legend: selected === null, media: selected !== null })
        expect(stores.$media.get().state).toBe(selected === null ? 'unselected' : 'loading')
      }
    }),
    { numRuns: runs(25) },
  )
})
