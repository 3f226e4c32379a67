import { expect, test } from 'vitest'
import { world, type Given } from './world.ts'

const begun = async (given: Given = {}) => {
  const here = world(given)
  await here.begin()
  return here
}

test('"Don\'t show this again" ends that for later visits, and can be taken back', async () => {
  const here = await begun()
  here.stores.setWelcomeOff(true)
  expect(here.stores.$welcome.get(), 'it stays until it is closed').toBe(true)
  const later = await begun({ kept: Object.fromEntries(here.lasting) })
  expect([later.stores.$welcome.get(), later.stores.$welcomeOff.get()]).toEqual([false, true])
  later.stores.setWelcomeOff(false)
  expect((await begun({ kept: Object.fromEntries(later.lasting) })).stores.$welcome.get()).toBe(true)
})

test('never covers what a link shows', async () => {
  for (const query of [
    'zone=3',
    'org=1',
    'places=3',
    'compare=town-1856,osm',
    'overview=3',
    'item=7',
    'maps=town-1856',
    'at=43.5,-81.6,15z',
  ])
    expect((await begun({ query })).stores.$welcome.get(), query).toBe(false)
  for (const query of ['', 'base=osm', 'utm_source=post'])
    expect((await begun({ query })).stores.$welcome.get(), query).toBe(true)
})

test('a storage that refuses changes nothing else', async () => {
  const deny = () => {
    throw new Error('denied')
  }
  const { createWelcome } = await import('#stores/map/welcome.ts')
  for (const storage of [null, { getItem: deny, setItem: deny, removeItem: deny }]) {
    const welcome = createWelcome(storage)
    welcome.restoreWelcome(true)
    welcome.setWelcomeOff(true)
    expect([welcome.$welcome.get(), welcome.$welcomeOff.get()]).toEqual([true, true])
  }
})
