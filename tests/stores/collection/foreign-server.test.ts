import { expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { createApiSource } from '#stores/collection/api-source.ts'

/** A server of the spec's calls alone: it answers everything, whatever is searched for. */
const LISTS: Record<string, unknown[]> = {
  '/api/people/': [
    { id: 1, first_name: 'Ada', surname: 'Çalder', date_of_birth: 18500000 },
    { id: 2, first_name: 'Bo', surname: 'Orr' },
  ],
  '/api/organizations/': [
    { id: 3, name: 'Mill Company', altname: ['The Millers'], description: '' },
    { id: 4, name: 'Ferry Line', altname: [], description: '' },
  ],
  '/api/subjects/': [
    { id: 5, subject_name: 'Milling', subject_description: '', subject_parent: 6 },
    { id: 6, subject_name: 'Work', subject_description: '', subject_parent: null },
  ],
}
const client = createClient({
  base: 'http://foreign.test',
  fetch: async (input) => Response.json(LISTS[new URL(input as string).pathname]),
})
const source = createApiSource({ client, apiBase: '', thisYear: 2026 })
const { signal } = new AbortController()

test.each([
  ['people', 'calder', [{ id: 1, name: 'Ada Çalder', detail: 'born 1850' }]],
  ['people', 'zzzz', []],
  ['organizations', 'millers', [{ id: 3, name: 'Mill Company', detail: '' }]],
  ['organizations', 'zzzz', []],
  ['subjects', 'mill', [{ id: 5, name: 'Milling', detail: 'Work' }]],
  ['subjects', 'zzzz', []],
] as const)('%s for “%s”', async (kind, typed, expected) => {
  expect(await source.suggest(kind, typed, 8, signal)).toEqual({ tags: expected, more: 0 })
})
