import { describe, expect, test } from 'vitest'
import { aCollection, anItem, AWAY, saying, Status, world } from './world.ts'

describe('names of the ids in an address', () => {
  const query = 'people=3,4&subjects=7&organizations=5,6&collection=2&place=9'
  const api = {
    '/api/people/': () => [{ id: 3, first_name: 'Ann', surname: 'Adams' }],
    '/api/subjects/': () => [{ id: 7, subject_name: 'Harbour' }],
    // A server that does not know the filter sends all.
    '/api/organizations/': () => [5, 8].map((id) => ({ id, name: `Mill ${id}` })),
    '/api/collection/2/': () => aCollection(2),
    '/api/location/9/': () => ({
      type: 'Feature',
      geometry: null,
      properties: { pk: 9, name: 'Lot 9', address: '', altnames: '[]' },
    }),
  }

  test('are loaded; an unknown id says so, finds nothing, and can be removed', async () => {
    const none = (given: URLSearchParams) =>
      given.get('people_or') === '3,4' ? { count: 0, results: [] } : { count: 1, results: [anItem(1)] }
    const here = world({ query, api: { ...api, '/api/items/': none } })
    here.stores.start()
    expect(here.stores.$filters.get().people).toEqual([
      { id: 3, name: null },
      { id: 4, name: null },
    ])
    await here.begin()
    expect(here.stores.$filters.get()).toMatchObject({
      people: [
        { id: 3, name: 'Ann Adams' },
        { id: 4, name: 'Unknown person' },
      ],
      subjects: [{ id: 7, name: 'Harbour' }],
      organizations: [
        { id: 5, name: 'Mill 5' },
        { id: 6, name: 'Unknown organization' },
      ],
      collection: { id: 2, name: 'Collection 2' },
      place: { id: 9, name: 'Lot 9' },
    })
    expect(here.askedOf('/api/people/')).toEqual(['/api/people/?people=3,4'])
    expect(here.askedOf('/api/items/')).toHaveLength(1)
    expect(here.stores.$results.get().count).toBe(0)
    here.stores.removeTag('people', 4)
    await here.pass()
    expect(here.stores.$results.get().count).toBe(1)
    expect(here.askedOf('/api/people/')).toHaveLength(1)
  })

  test('come from the last build while the API is away, and from the API when it is back', async () => {
    const gone = Object.fromEntries(Object.keys(api).map((path) => [path, () => AWAY]))
    const here = world({ query: 'people=3,500', api: { ...gone, '/api/items/': () => AWAY } })
    await here.begin()
    expect(here.stores.$filters.get().people.map(({ name }) => name)).toEqual(['Built 3', 'Unknown person'])
    Object.assign(here.replies, {
      '/api/items/': saying,
      '/api/people/': () => [{ id: 500, first_name: 'New', surname: 'Comer' }],
    })
    here.comeOnline()
    await here.pass()
    expect(here.stores.$filters.get().people.map(({ name }) => name)).toEqual(['Built 3', 'New Comer'])
  })

  test('are requested again with the next change after a failure, without touching typed text', async () => {
    const here = world({ query: 'people=3', api: { ...api, '/api/people/': () => new Status(400) } })
    await here.begin()
    expect(here.stores.$filters.get().people).toEqual([{ id: 3, name: null }])
    here.replies['/api/people/'] = api['/api/people/']
    here.stores.setType('event')
    here.stores.search('mill ')
    await here.pass()
    expect(here.stores.$filters.get()).toMatchObject({ people: [{ name: 'Ann Adams' }], search: 'mill ' })
  })
})
