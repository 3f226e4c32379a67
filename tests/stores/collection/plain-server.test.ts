import { expect, test } from 'vitest'
import { aCollection, Status, world } from './world.ts'

test('a server without counts is asked for what lies below a collection too, ours is not', async () => {
  const tree = [aCollection(1), aCollection(2, 1), aCollection(3, 2), aCollection(4)]
  const lists = { '/api/collections/': () => tree }
  const plain = world({ query: 'collection=1', api: { ...lists, '/api/items/facets/': () => new Status(404) } })
  await plain.begin()
  expect(plain.shown()).toContain('collections=1,2,3&sort=pictures|')
  plain.stores.goToPage(2)
  await plain.pass()
  expect(plain.shown()).toContain('collections=1,2,3&sort=pictures|2')
  plain.stores.setCollection({ id: 4, name: 'Collection 4' })
  await plain.pass()
  expect(plain.shown()).toContain('collections=4&sort=pictures|')
  expect(plain.askedOf('/api/items/')).toHaveLength(4)

  const ours = world({ query: 'collection=1', api: lists })
  await ours.begin()
  expect(ours.askedOf('/api/items/')).toHaveLength(1)
  expect(ours.shown()).toContain('collection=1&sort=pictures|')
})
