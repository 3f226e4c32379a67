import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { openTestArchive } from './fixtures.ts'
import type { TestArchive } from './fixtures.ts'

let town: TestArchive
beforeAll(async () => {
  town = await openTestArchive()
})
afterAll(() => town.close())

const reads = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { method }]) => method === 'GET')

/** Values for every parameter of every read that would find the draft of the small town. */
const TEMPTING: Record<string, string> = {
  visibility: 'draft',
  search: 'secret',
  people: '901',
  person: '901',
  people_or: '1,901',
  people_and: '901',
  subjects_or: '1',
  organizations: '2',
  location: '1',
  collection: '1',
  type: 'photograph',
  date: '1890000018909999',
}

test.each(reads)('%s reveals nothing of a draft', async (_, { path, query }) => {
  const entries = Object.keys((query as { entries?: object } | undefined)?.entries ?? {})
  const queries = entries.flatMap((name) => (TEMPTING[name] ? [`?${name}=${TEMPTING[name]}`] : []))
  for (const id of [1, 901]) {
    for (const parameters of ['', ...queries]) {
      const { body } = await town.get(fillPath(path, { id }) + parameters)
      // The search names words that it does not know: those that were typed.
      const told = body.toString().replace('"unknown":[{"word":"secret"}]', '')
      expect(told).not.toMatch(/secret|"visibility":"draft"/i)
    }
  }
})

test.each([
  ['/api/item/901/', 404],
  ['/api/scan/image/901/', 404],
])('%s is not found', async (url, status) => {
  expect((await town.get(url)).status).toBe(status)
})

test.each([
  ['', 3],
  ['?visibility=published', 3],
  ['?visibility=draft', 0],
  ['?search=mill', 1],
  ['?search=secret', 0],
  ['?people_or=1', 1],
  ['?people_or=901', 0],
  ['?collection=1', 2],
  ['?location=1', 1],
])('GET /api/items/%s counts %i', async (query, count) => {
  const { json } = await town.get(`/api/items/${query}`)
  const page = json as { count: number; results: unknown[] }
  expect([page.count, page.results.length]).toEqual([count, count])
})

test('unpublishing takes effect with the next call', async () => {
  const own = await openTestArchive()
  expect((await own.get('/api/item/1/')).status).toBe(200)
  const tag = (await own.get('/api/items/')).headers.etag as string
  await own.db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', 1).execute()
  expect((await own.get('/api/item/1/')).status).toBe(404)
  const again = await own.get('/api/items/', { 'if-none-match': tag })
  expect(again.status).toBe(200)
  expect((again.json as { count: number }).count).toBe(2)
  await own.close()
})
