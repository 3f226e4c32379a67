import { expect, test } from 'vitest'
import { world, type World } from './world.ts'

test('a stored token means logged in', () => {
  const isLoggedIn = ({ stores }: World) => {
    stores.start()
    return stores.$loggedIn.get()
  }
  expect(isLoggedIn(world())).toBe(false)
  expect(isLoggedIn(world({ stored: null }))).toBe(false)
  expect(isLoggedIn(world({ stored: { access: 'abc' } }))).toBe(true)
  const stored: Record<string, string> = {}
  const { stores, changeSession } = world({ stored })
  stores.start()
  stored.access = 'abc'
  stores.start()
  expect(stores.$loggedIn.get()).toBe(true)
  delete stored.access
  changeSession()
  expect(stores.$loggedIn.get(), 'logged out in another tab').toBe(false)
  stores.stop()
})
