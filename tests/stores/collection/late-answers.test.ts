import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anItem, facetsOf, settle, world } from './world.ts'
import { answerAll, held, order } from '../shared/late-answers.ts'
import { runs } from '../../setup/length.ts'

test('answers in any order: results and counts belong to the last search', async () => {
  const types = ['event', 'video', 'object'] as const
  const step = fc.oneof(
    fc.record({ type: fc.constantFrom(...types) }),
    fc.record({ page: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ wait: fc.constant(true) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), order, async (steps, answers) => {
      const items = held((query) => ({ count: 40, results: [anItem(1, `${query.get('type')}/${query.get('page')}`)] }))
      const counted = held((query) => facetsOf(1 + types.findIndex((type) => type === query.get('type'))))
      const placed = held((query) => [
        { location: 1 + types.findIndex((type) => type === query.get('type')), count: 1 },
      ])
      const here = world({
        query: 'view=map',
        api: {
          '/api/items/': items.reply,
          '/api/items/facets/': counted.reply,
          '/api/items/places/': placed.reply,
        },
      })
      await here.begin()
      items.open.shift()!()
      await settle()
      for (const each of steps) {
        if ('type' in each) here.stores.setType(each.type)
        else if ('page' in each) here.stores.goToPage(each.page)
        else items.open.shift()?.()
        await settle()
      }
      await answerAll(items.open, answers)
      await answerAll(counted.open, answers)
      await answerAll(placed.open, answers)
      const { type } = here.stores.$filters.get()
      const page = new URLSearchParams(here.address()).get('page') ?? '1'
      expect(here.shown()).toBe(`${type}/${page}`)
      const place = 1 + types.findIndex((each) => each === type)
      expect(here.stores.$facets.get()?.count).toBe(place)
      if (place > 0) expect(here.stores.$places.get()).toEqual([{ location: place, count: 1 }])
    }),
    { numRuns: runs(40) },
  )
})

test('answers in any order: suggestions belong to the last text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('mil', 'mill', 'dam'), { minLength: 1, maxLength: 5 }),
      order,
      async (texts, answers) => {
        const found = held((query) => [{ id: 1, name: query.get('search')! }])
        const here = world({ api: { '/api/organizations/': found.reply } })
        await here.begin()
        for (const text of texts) {
          here.stores.suggest('organizations', text)
          await here.pass(200)
        }
        await answerAll(found.open, answers)
        expect(here.stores.$suggestions.get().organizations).toMatchObject({
          state: 'found',
          tags: [{ name: texts.at(-1) }],
        })
        here.stores.suggest('organizations', 'mill')
        await here.pass(200)
        here.stores.suggest('organizations', '')
        await answerAll(found.open, answers)
        expect(here.stores.$suggestions.get().organizations).toEqual({ state: 'idle' })
      },
    ),
    { numRuns: runs(25) },
  )
})

test('a late answer does not bring back an earlier collection', async () => {
  const one = held(() => ({ id: 1, collection_name: 'One', collection_description: '', hierarchy: 'fond' }))
  const here = world({ api: { '/api/collection/1/': one.reply } })
  await here.begin()
  here.stores.setCollection({ id: 1, name: 'One' })
  await here.pass()
  here.stores.setCollection(null)
  await answerAll(one.open, [])
  expect(here.stores.$info.get()).toBeNull()
})

test('nothing loads after stop, and everything after start', async () => {
  const items = held(() => ({ count: 1, results: [anItem(1)] }))
  const here = world({ api: { '/api/items/': items.reply } })
  await here.begin()
  here.stores.search('mill')
  here.stores.stop()
  await answerAll(items.open, [])
  await here.pass(5_000)
  expect(here.stores.$results.get().state).toBe('loading')
  expect([here.waiting(), here.listening()]).toEqual([0, 0])
  await here.begin()
  here.stores.start()
  await answerAll(items.open, [])
  expect(here.stores.$results.get().state).toBe('ready')
  expect(here.askedOf('/api/items/').at(-1)).toContain('search=mill')
  expect(here.listening()).toBe(3)
})
