import { beforeAll, expect, test } from 'vitest'
import type { LikelyDuplicates } from '#contract/review.ts'
import { addRecords } from '../fixtures.ts'
import { openRegattaTown } from '../publishing/regatta-town.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(openRegattaTown)
const draft = { visibility: 'draft', state: 'waiting', author_id: 1 } as const
beforeAll(async () => {
  await addRecords(town.db, {
    person: [
      { id: 61, first_name: 'Wendell', surname: 'Wartend', date_of_birth: 18500000 },
      { id: 62, first_name: 'W.', surname: 'Wartend', ...draft },
      { id: 63, first_name: 'Wendel', surname: 'Wartend', ...draft, state: 'discarded' },
      { id: 64, first_name: 'Agnes', surname: 'Wartend' },
    ],
    organization: [{ id: 61, name: 'The Mill Co.', ...draft }],
    subject: [{ id: 61, subject_name: 'rowing' }],
    collection: [{ id: 61, collection_name: 'Photograph', hierarchy: 'file', ...draft }],
  })
})
const likely = async (kind: string, key: number): Promise<LikelyDuplicates> =>
  (await town.send(`/api/records/${kind}/${key}/likely/`, { as: 'staff' })).json

test('what is published with an item is compared with what is there', async () => {
  expect(await likely('items', 51)).toEqual([
    {
      kind: 'people',
      key: 51,
      label: 'Wendel Wartend',
      likely: [
        { key: 61, label: 'Wendell Wartend (born 1850)', state: 'published' },
        { key: 62, label: 'W. Wartend', state: 'waiting' },
      ],
    },
    { kind: 'subjects', key: 52, label: 'Rowing', likely: [{ key: 61, label: 'rowing', state: 'published' }] },
  ])
})

test('a record is compared itself, published ones too', async () => {
  expect(await likely('organizations', 2)).toMatchObject([{ key: 2, likely: [{ key: 61, label: 'The Mill Co.' }] }])
  expect(await likely('collections', 61)).toMatchObject([{ key: 61, likely: [{ key: 2, label: 'Photographs' }] }])
  expect(await likely('people', 64)).toEqual([])
  expect(await likely('items', 1)).toEqual([])
  expect(await likely('plaques', 1)).toEqual([])
  expect((await town.send('/api/records/people/4711/likely/', { as: 'staff' })).status).toBe(404)
})
