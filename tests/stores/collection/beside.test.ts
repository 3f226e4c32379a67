import { describe, expect, test } from 'vitest'
import { aCollection, facetsOf, Status, world } from './world.ts'

describe('counts beside the results', () => {
  test('are requested after the items, once per search, and places only while the map is shown', async () => {
    const here = world({ query: 'type=event' })
    await here.begin()
    const paths = here.asked.map((each) => each.split('?')[0])
    expect(paths.indexOf('/api/items/facets/')).toBeGreaterThan(paths.indexOf('/api/items/'))
    expect(here.stores.$facets.get()?.count).toBe(95)
    here.stores.goToPage(2)
    await here.pass()
    expect(here.askedOf('/api/items/facets/')).toEqual(['/api/items/facets/?visibility=published&type=event'])
    expect(here.askedOf('/api/items/places/')).toEqual([])
    here.stores.setLayout('map')
    await here.pass()
    here.stores.setLayout('list')
    here.stores.setLayout('map')
    await here.pass()
    expect(here.askedOf('/api/items/places/')).toEqual(['/api/items/places/?visibility=published&type=event'])
    expect(here.stores.$places.get()).toEqual([{ location: 3, count: 95 }])
    expect(here.stores.placesAreBuilt()).toBe(false)
    here.stores.setType('video')
    expect(here.stores.$facets.get()?.count).toBe(95)
    here.replies['/api/items/facets/'] = () => facetsOf(3)
    await here.pass()
    expect(here.stores.$facets.get()?.count).toBe(3)
    expect(here.askedOf('/api/items/places/').at(-1)).toContain('type=video')
  })

  test('are null where the server has no such call, which is not repeated; places come from the last build', async () => {
    const none = () => new Status(404)
    const here = world({ query: 'view=map', api: { '/api/items/facets/': none, '/api/items/places/': none } })
    await here.begin()
    here.stores.setType('event')
    await here.pass()
    expect(here.stores.$facets.get()).toBeNull()
    expect(here.stores.$places.get()).toEqual([{ location: 4, count: 25 }])
    expect(here.stores.placesAreBuilt()).toBe(true)
    expect(here.askedOf('/api/items/facets/')).toHaveLength(1)
    expect(here.askedOf('/api/items/places/')).toHaveLength(1)
  })

  test('are requested again after a failure', async () => {
    const here = world({ api: { '/api/items/facets/': () => new Status(500) } })
    await here.begin()
    expect(here.stores.$facets.get()).toBeNull()
    here.replies['/api/items/facets/'] = () => facetsOf(3)
    here.stores.goToPage(2)
    await here.pass()
    expect(here.stores.$facets.get()?.count).toBe(3)
  })
})

describe('suggestions', () => {
  const person = (id: number, first_name: string, surname: string) => ({
    id,
    first_name,
    surname,
    date_of_birth: 18340000,
    date_of_death: 19010512,
  })

  test('find a name of two letters, but nothing that only has them inside', async () => {
    const people = [person(1, 'Wei', 'Ng'), person(2, 'Ngaio', 'Lang'), person(3, '太郎', '山田')]
    const organization = (id: number, name: string) => ({ id, name, altname: [], date_opened: null, date_closed: null })
    const here = world({
      api: {
        '/api/people/': () => people,
        '/api/organizations/': () => [organization(1, 'CN'), organization(2, 'CN Station')],
      },
    })
    await here.begin()
    const asked = async (kind: 'people' | 'organizations', text: string) => {
      here.stores.suggest(kind, text)
      expect(here.stores.$suggestions.get()[kind]).toEqual({ state: 'more-letters', minimum: 3 })
      await here.pass(200)
      const now = here.stores.$suggestions.get()[kind]
      return now?.state === 'found' ? now.tags.map(({ name }) => name) : now?.state
    }
    expect(await asked('people', 'ng')).toEqual(['Wei Ng'])
    expect(here.askedOf('/api/people/')).toEqual(['/api/people/?search="ng"'])
    expect(await asked('people', '山田')).toEqual(['太郎 山田'])
    expect(await asked('people', 'la')).toBe('more-letters')
    expect(await asked('organizations', 'cn')).toEqual(['CN'])
    here.stores.suggest('people', 'n')
    await here.pass(200)
    expect(here.stores.$suggestions.get().people).toEqual({ state: 'more-letters', minimum: 3 })
    expect(here.askedOf('/api/people/')).toHaveLength(3)
  })

  test('are empty when the API refuses', async () => {
    const here = world({ api: { '/api/people/': () => new Status(400) } })
    await here.begin()
    here.stores.suggest('people', 'ann')
    await here.pass(200)
    expect(here.stores.$suggestions.get().people).toEqual({ state: 'found', tags: [], more: 0 })
  })
})

describe('the chosen collection', () => {
  test('comes with its parent and children', async () => {
    const children = [aCollection(3, 2), aCollection(4, 1), aCollection(5, 2, { visibility: 'draft' })]
    const here = world({
      query: 'collection=2',
      api: {
        '/api/collections/': (query) => (query.has('parent_collection') ? children : [aCollection(1), { id: 0 }]),
        '/api/collection/1/': () => aCollection(1),
        '/api/collection/2/': () => aCollection(2, 1),
      },
    })
    await here.begin()
    expect(here.stores.$info.get()).toMatchObject({ collection: { id: 2 }, parent: { id: 1 }, children: [{ id: 3 }] })
    expect(here.askedOf('/api/collections/')).toContain('/api/collections/?parent_collection=2&visibility=published')
    expect(here.stores.$collections.get().map(({ id }) => id)).toEqual([1])
    here.stores.setCollection({ id: 1, name: 'Collection 1' })
    expect(here.stores.$info.get()).toBeNull()
    await here.pass()
    expect(here.stores.$info.get()).toMatchObject({ collection: { id: 1 }, parent: null, children: [{ id: 4 }] })
    here.stores.setCollection(null)
    expect(here.stores.$info.get()).toBeNull()
  })
})
