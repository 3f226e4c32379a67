import { expect, test } from 'vitest'
import { world } from './world.ts'

test('another order is asked for from page 1, is in the address, and stays with other filters and on Back', async () => {
  const here = world()
  await here.begin()
  const { stores } = here
  stores.goToPage(3)
  await here.pass()
  stores.setSort('title')
  await here.pass()
  expect(here.askedOf('/api/items/').at(-1)).toBe('/api/items/?visibility=published&page=1&page_size=10&sort=title')
  stores.setType('postcard')
  await here.pass()
  expect(here.askedOf('/api/items/').at(-1)).toBe(
    '/api/items/?visibility=published&type=postcard&page=1&page_size=10&sort=title',
  )
  expect(stores.hrefOf({ type: null })).toBe('/collection/?sort=title')
  await here.go(-2)
  await here.pass()
  expect(here.askedOf('/api/items/').at(-1)).toBe('/api/items/?visibility=published&page=3&page_size=10&sort=pictures')
  expect(stores.$sort.get()).toBeNull()
})
