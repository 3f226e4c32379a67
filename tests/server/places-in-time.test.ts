import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestArchive, type TestArchive } from './fixtures.ts'

let archive: TestArchive
beforeAll(async () => {
  archive = await openTestArchive({
    location: [14, 15, 16, 17].map((id) => ({ id, name: `Lot ${id}` })),
    location_predecessor: [
      { location_id: 15, predecessor_id: 14, position: 0 },
      { location_id: 16, predecessor_id: 15, position: 0 },
    ],
    person: [1, 2, 3].map((id) => ({ id, first_name: `Person ${id}` })),
    resident: [1, 2, 3].map((id) => ({ id, person_id: id, location_id: 13 + id, date_start: 18710000 })),
  })
})
afterAll(() => archive.close())

const ids = async (address: string) => {
  const { body } = await archive.send(address)
  const answer = JSON.parse(String(body)) as { features: { id: number }[] } | { id: number }[]
  return ('features' in answer ? answer.features : answer).map(({ id }) => id)
}

test.each([
  ['/api/locations/?succession=15', [14, 16]],
  ['/api/locations/?succession=17', []],
  ['/api/locations/?places=16,14,99', [14, 16]],
  ['/api/locations/?places=14,17&succession=15', [14]],
  ['/api/residents/?people=1,3', [1, 3]],
  ['/api/residents/?people=1,3&location=16', [3]],
])('%s', async (address, expected) => expect(await ids(address)).toEqual(expected))

test('what is no id is refused by name', async () => {
  for (const query of ['locations/?succession=x', 'locations/?places=1,x', 'residents/?people=0']) {
    const { status, body } = await archive.send(`/api/${query}`)
    expect([status, String(body)]).toEqual([400, expect.stringContaining(/\?(\w+)/.exec(query)![1]!)])
  }
})
