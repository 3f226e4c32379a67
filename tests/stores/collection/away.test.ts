import { describe, expect, test } from 'vitest'
import { AWAY, saying, settle, Status, world } from './world.ts'
import { held } from '../shared/late-answers.ts'

const away = { '/api/items/': () => AWAY, '/api/items/facets/': () => AWAY, '/api/collections/': () => AWAY }

describe('an API that is away', () => {
  for (const [what, reply] of [
    ['no connection', () => AWAY],
    ['a server that is broken', () => new Status(502, '<h1>Bad gateway</h1>')],
    ['something else in its place', () => new Response('<h1>Welcome to the café</h1>')],
    ['something else that is JSON', () => ({ hello: 'there' })],
    ['a host of the pages only', () => new Status(404, '<h1>Not found</h1>')],
  ] as const) {
    test(`is reported, and the last build takes over: ${what}`, async () => {
      const here = world({ query: 'q=mill', api: { ...away, '/api/items/': reply } })
      await here.begin()
      const { stores } = here
      expect(stores.$away.get()).toBe(true)
      expect(stores.$results.get()).toMatchObject({ state: 'ready', count: 25, pages: 3, source: 'snapshot' })
      expect(here.shown()).toBe('built mill all 1')
      expect(stores.$facets.get()?.count).toBe(25)
      expect(stores.$collections.get()).toHaveLength(2)
      // The same filters, pages, places, suggestions and collections; the API is left alone for a while.
      const before = here.askedOf('/api/items/').length
      stores.setType('event')
      await here.pass()
      stores.goToPage(3)
      stores.setLayout('map')
      stores.suggest('people', 'ann')
      stores.setCollection({ id: 2, name: 'Collection 2' })
      await here.pass(250)
      expect(stores.$places.get()).toEqual([{ location: 4, count: 25 }])
      expect(stores.$suggestions.get().people).toMatchObject({ state: 'found', tags: [{ name: 'people ann' }] })
      expect(stores.$info.get()).toMatchObject({ collection: { id: 2 }, parent: { id: 1 }, children: [] })
      expect(here.askedOf('/api/items/')).toHaveLength(before)
    })
  }

  test('is asked again by a later filter change, and takes over when it answers', async () => {
    const here = world({ api: away })
    await here.begin()
    await here.pass(5_000)
    here.stores.setType('event')
    // Does not wait for the last build.
    expect(here.askedOf('/api/items/')).toHaveLength(2)
    await here.pass()
    expect(here.shown()).toBe('built event 1')
    here.replies['/api/items/'] = saying
    here.stores.setType('video')
    await here.pass()
    expect(here.shown()).toBe('built video 1')
    await here.pass(5_000)
    here.stores.setType('object')
    await here.pass()
    expect(here.shown()).toBe('type=object&sort=pictures|1')
    expect(here.stores.$away.get()).toBe(false)
  })

  test('a refusal does not count as away', async () => {
    const here = world({ api: { '/api/items/': () => AWAY } })
    await here.begin()
    expect(here.stores.$away.get()).toBe(true)
    here.replies['/api/items/'] = () => new Status(400)
    here.stores.retry()
    await here.pass()
    expect(here.stores.$away.get()).toBe(false)
    expect(here.stores.$results.get().state).toBe('failed')
  })
})

describe('an API that is slow', () => {
  test('falls back after three seconds, and its late answer still counts', async () => {
    const items = held(saying)
    const here = world({ api: { '/api/items/': items.reply } })
    await here.begin()
    await here.pass(2_999)
    expect(here.stores.$results.get().state).toBe('loading')
    await here.pass(1)
    expect(here.shown()).toBe('built all 1')
    expect(here.stores.$results.get()).toMatchObject({ state: 'ready', source: 'snapshot' })
    expect(here.stores.$away.get()).toBe(true)
    // The next filter change does not wait.
    here.stores.setType('event')
    await here.pass()
    expect(here.shown()).toBe('built event 1')
    items.open.pop()!()
    await settle()
    expect(here.shown()).toBe('type=event&sort=pictures|1')
    expect(here.stores.$away.get()).toBe(false)
    items.open.pop()!()
    await settle()
    expect(here.shown()).toBe('type=event&sort=pictures|1')
    here.stores.setType('video')
    await here.pass(100)
    expect(here.stores.$results.get().state).toBe('loading')
  })

  test('is retried after 429 when Retry-After says', async () => {
    let calls = 0
    const busy = () => new Response('{"detail":"Throttled."}', { status: 429, headers: { 'retry-after': '2' } })
    const here = world({ api: { '/api/items/': (query) => (++calls < 3 ? busy() : saying(query)) } })
    await here.begin()
    await here.pass(1_999)
    expect(calls).toBe(1)
    await here.pass(1)
    expect(calls).toBe(2)
    expect(here.stores.$results.get().state).toBe('loading')
    await here.pass(1_000)
    expect(here.stores.$results.get()).toMatchObject({ state: 'ready', source: 'snapshot' })
    await here.pass(1_000)
    expect(here.stores.$results.get()).toMatchObject({ state: 'ready', source: 'api', count: 95 })
    expect(here.stores.$away.get()).toBe(false)
    here.replies['/api/items/'] = busy
    here.stores.setType('event')
    await here.pass()
    here.replies['/api/items/'] = saying
    here.stores.setType('video')
    await here.pass(10_000)
    // A request that is no longer wanted is dropped.
    expect(here.askedOf('/api/items/').filter((each) => each.includes('event'))).toHaveLength(1)
    expect(here.shown()).toBe('type=video&sort=pictures|1')
  })
})
