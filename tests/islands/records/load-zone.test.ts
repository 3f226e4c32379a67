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
