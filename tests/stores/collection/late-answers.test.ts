import { expect, test } from 'vitest'
import { anItem, world } from './world.ts'
import { answerAll, held } from '../shared/late-answers.ts'

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
