import { expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { loadZone } from '#islands/records/load-zone.ts'
import { aZoneItem, emptyZone } from '../../views/a-zone.ts'

/** A client of a server that answers these addresses, and 404 to every other. */
function clientOf(answers: Record<string, unknown>) {
  const asked: string[] = []
  const client = createClient({
    base: '',
    fetch: async (input) => {
      const address = String(input)
      asked.push(address)
      const body = answers[address]
      return Response.json(body ?? { detail: 'Not found.' }, { status: body === undefined ? 404 : 200 })
    },
  })
  return { client, asked }
}
const MILL = { '/api/location/5/': { type: 'Feature', geometry: null, properties: { pk: 5, name: 'Mill' } } }

test('a zone without a lot never asks for all owners', async () => {
  const { client, asked } = clientOf({ ...MILL, '/api/lots/?search=5': [] })
  expect(await loadZone(client, 5)).toEqual(emptyZone())
  expect(asked.some((address) => address.includes('ownership'))).toBe(false)
})

test('a part that fails is empty, the others are shown', async () => {
  const { client } = clientOf({
    ...MILL,
    '/api/lots/?search=5': [{ lotNum: '12', location: 5 }],
    '/api/plaques/?search=5': [{ location: 5, name: 'The mill', text: 'Here it stood.' }],
  })
  expect(await loadZone(client, 5)).toEqual(
    emptyZone({ lots: ['12'], plaques: [{ name: 'The mill', text: 'Here it stood.' }] }),
  )
})

test('a part that fails comes from the last build', async () => {
  const before = emptyZone({
    descriptions: ['Ground wheat.'],
    lots: ['11'],
    items: { items: [aZoneItem(1)], count: 1, query: 'location=5' },
    ownership: [
      { lot: '12', person: { href: '/person-overview/1/', text: 'Ada' }, date: 18500000, year: '1850', source: '' },
    ],
  })
  const { client } = clientOf({ ...MILL, '/api/lots/?search=5': [{ lotNum: '12', location: 5 }] })
  expect(await loadZone(client, 5, { before: () => before })).toEqual({ ...before, lots: ['12'] })
})

test('rows of other zones are left out', async () => {
  const { client } = clientOf({
    ...MILL,
    '/api/lots/?search=5': [
      { lotNum: '12', location: 5 },
      { lotNum: '5', location: 9 },
    ],
    '/api/locationdescription/?search=5': [{ location: 55, description: 'Another place.' }],
    '/api/lots/ownership/?lot=12': [{ lot: '120', person: 1, date: 18500000, source: '' }],
  })
  expect(await loadZone(client, 5)).toEqual(emptyZone({ lots: ['12'] }))
})

test("rows that don't name their zone are of the zone that was asked for", async () => {
  const { client } = clientOf({
    ...MILL,
    '/api/lots/?search=5': [{ lotNum: 12 }, { lotNum: '14B' }],
    '/api/plaques/?search=5': [{ name: 'The mill', text: 'Here it stood.' }],
    '/api/locationdescription/?search=5': [{ description: 'By the creek.' }],
  })
  const plaques = [{ name: 'The mill', text: 'Here it stood.' }]
  expect(await loadZone(client, 5)).toEqual(
    emptyZone({ lots: ['12', '14B'], plaques, descriptions: ['By the creek.'] }),
  )
})

test('throws when the location cannot be loaded', async () => {
  await expect(loadZone(clientOf({}).client, 5)).rejects.toMatchObject({ status: 404 })
})
