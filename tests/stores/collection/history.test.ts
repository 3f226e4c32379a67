import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { world, type World } from './world.ts'
import { runs } from '../../setup/length.ts'

describe('the address', () => {
  test('holds each search, one history entry each', async () => {
    const here = world()
    await here.begin()
    const { stores } = here
    stores.setType('postcard')
    stores.addTag('subjects', { id: 12, name: 'Harbour' })
    await here.pass()
    stores.goToPage(2)
    stores.setLayout('grid')
    expect(here.entries).toEqual([
      '',
      'type=postcard',
      'subjects=12&type=postcard',
      'subjects=12&type=postcard&view=grid&page=2',
    ])
    stores.setType('postcard')
    stores.setLayout('grid')
    expect(here.entries).toHaveLength(4)
    expect(stores.hrefOf({ type: null })).toBe('/collection/?subjects=12&view=grid')
  })

  test('a word that is cleared again before it was searched for is nowhere', async () => {
    const here = world()
    await here.begin()
    here.stores.search('mill')
    here.stores.setLayout('grid')
    expect(here.address()).toBe('view=grid')
    here.stores.search('')
    await here.pass(3_000)
    expect([here.shown(), here.address()]).toEqual(['sort=pictures|1', 'view=grid'])
  })

  test('a word that is typed again before its removal was searched for stays', async () => {
    const here = world({ query: 'q=mill' })
    await here.begin()
    here.stores.search('')
    here.stores.setLayout('grid')
    here.stores.search('mill')
    await here.pass(3_000)
    expect([here.shown(), here.address()]).toEqual(['search=mill|1', 'q=mill&view=grid'])
  })

  test('the last page of a list is corrected in the address of that list, whatever is typed meanwhile', async () => {
    const here = world({ query: 'page=90' })
    here.stores.start()
    here.stores.search('mill')
    await here.pass(0)
    here.stores.search('')
    await here.pass(3_000)
    expect(here.address()).toBe('page=10')
  })

  test('continuous typing is one entry', async () => {
    const here = world()
    await here.begin()
    const type = async (text: string, rest: number) => {
      here.stores.search(text)
      await here.pass(rest)
    }
    await type('mill', 300)
    await type('mill dam', 1_000)
    await type('mill', 2_500)
    expect(here.entries).toEqual(['', 'q=mill'])
    await type('mill fire', 300)
    here.stores.setYears({ start: 1900, end: 1950 })
    await here.pass(300)
    await type('fire', 300)
    here.stores.search('fires', true)
    await type('firemen', 300)
    const years = 'from=1900&to=1950'
    expect(here.entries.slice(2)).toEqual([
      'q=mill+fire',
      `q=mill+fire&${years}`,
      `q=fires&${years}`,
      `q=firemen&${years}`,
    ])
  })

  test('a pending change is committed with any other, and a page of the old list is not opened', async () => {
    const here = world()
    await here.begin()
    here.stores.search('mill')
    here.stores.setType('event')
    await here.pass(300)
    expect(here.entries).toEqual(['', 'q=mill&type=event'])
    here.stores.search('dam')
    here.stores.goToPage(3)
    await here.pass(300)
    expect(here.shown()).toBe('search=dam&type=event|1')
    here.stores.search('fire')
    await here.go(-1)
    await here.pass(300)
    expect(here.shown()).toBe('search=mill&type=event|1')
    expect(here.stores.$filters.get().search).toBe('mill')
  })

  test('going to a fragment of the page requests nothing', async () => {
    const here = world({ query: 'q=mill&page=2' })
    await here.begin()
    const before = here.asked.length
    await here.go(0)
    expect(here.asked).toHaveLength(before)
  })

  test('a text too long for the address is complete again after going back', async () => {
    const here = world()
    await here.begin()
    const long = Array.from({ length: 1_200 }, (_, key) => `word${key}`).join(' ')
    here.stores.search(long, true)
    here.stores.setType('event')
    await here.go(-1)
    expect(here.stores.$filters.get().search).toBe(long)
    expect(new URLSearchParams(here.address()).get('q')!.length).toBeLessThan(long.length)
  })
})

type Step = (here: World) => unknown
const name = (id: number) => ({ id, name: `Name ${id}` })
const few = fc.integer({ min: 1, max: 3 })
const kind = fc.constantFrom('people' as const, 'subjects' as const, 'organizations' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('event' as const, 'video' as const, null).map(
    (type): Step =>
      ({ stores }) =>
        stores.setType(type),
  ),
  fc.tuple(kind, few).map(
    ([of, id]): Step =>
      ({ stores }) =>
        stores.addTag(of, name(id)),
  ),
  fc.tuple(kind, few).map(
    ([of, id]): Step =>
      ({ stores }) =>
        stores.removeTag(of, id),
  ),
  fc.tuple(fc.constantFrom('mill', 'dam', ''), fc.boolean()).map(
    ([text, now]): Step =>
      ({ stores }) =>
        stores.search(text, now),
  ),
  few.map(
    (page): Step =>
      ({ stores }) =>
        stores.goToPage(page),
  ),
  fc.constantFrom('list' as const, 'grid' as const, 'map' as const).map(
    (layout): Step =>
      ({ stores }) =>
        stores.setLayout(layout),
  ),
  fc.constantFrom(1890, 1900).map(
    (decade): Step =>
      ({ stores }) =>
        stores.toggleDecade(decade),
  ),
  fc.integer({ min: -2, max: 2 }).map(
    (steps): Step =>
      (here) =>
        here.go(steps),
  ),
  fc.constantFrom(0, 100, 400, 3_000).map(
    (milliseconds): Step =>
      (here) =>
        here.pass(milliseconds),
  ),
)

test('after any actions, the address opens the same search with the same results', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const here = world()
      await here.begin()
      for (const each of steps) await each(here)
      await here.pass(3_000)
      const { stores } = here
      const again = world({ query: here.address()! })
      await again.begin()
      expect(again.stores.$results.get()).toEqual(stores.$results.get())
      expect(again.stores.$layout.get()).toBe(stores.$layout.get())
      expect(again.stores.hrefOf({})).toBe(stores.hrefOf({}))
      expect(again.stores.$unreadable.get()).toBe(false)
    }),
    { numRuns: runs(40) },
  )
})

test("before start the state is the static page's, for hydration", () => {
  const [asked, plain] = [world({ query: 'q=mill&type=postcard&view=grid&page=3&people=x' }), world()]
  for (const store of ['$filters', '$layout', '$unreadable', '$results'] as const)
    expect(asked.stores[store].get(), store).toEqual(plain.stores[store].get())
})
