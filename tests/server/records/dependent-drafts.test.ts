import { beforeAll, expect, test } from 'vitest'
import { dependentDrafts } from '#server/records/dependent-drafts.ts'
import { addRecords } from '../fixtures.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { deskOf } from './desk.ts'
import { useArchive } from '../use-archive.ts'

const draft = { visibility: 'draft', author_id: 1 } as const
const discarded = { ...draft, state: 'discarded' } as const
const sha256 = 'a'.repeat(64)
const parent = { relationship_type: 'parent' as const, ...draft }

const town = useArchive()
beforeAll(async () => {
  await addRecords(town.db, {
    person: [
      { id: 61, first_name: 'Ada', surname: 'New', ...draft },
      { id: 62, first_name: 'Ben', surname: 'New', ...draft },
      { id: 63, first_name: 'Cora', surname: 'Elsewhere', ...draft },
      { id: 64, first_name: 'Dan', surname: 'Gone', ...discarded },
    ],
    person_spouse: [{ person_id: 61, spouse_id: 62, position: 0 }],
    subject: [
      { id: 61, subject_name: 'Transport', ...draft },
      { id: 62, subject_name: 'Boats', subject_parent: 61, ...draft },
      { id: 63, subject_name: 'Rafts', subject_parent: 62, ...draft },
      // Its parent is published and adds nothing.
      { id: 64, subject_name: 'Mill wheels', subject_parent: 1, ...draft },
    ],
    collection: [
      { id: 61, collection_name: 'Fonds', hierarchy: 'fond', ...draft },
      { id: 62, collection_name: 'Series', hierarchy: 'series', parent_collection: 61, ...draft },
      { id: 63, collection_name: 'File', hierarchy: 'file', parent_collection: 62, ...draft },
    ],
    organization: [{ id: 61, name: 'Rowing club', ...draft }],
    relationship: [
      { id: 61, person1_id: 61, person2_id: 1, ...parent },
      { id: 62, person1_id: 2, person2_id: 62, ...parent },
      { id: 63, person1_id: 61, person2_id: 62, ...parent },
      // The other person stays hidden.
      { id: 64, person1_id: 63, person2_id: 61, ...parent },
      { id: 65, person1_id: 61, person2_id: 3, ...parent, state: 'discarded' },
      // Between two published people: a separate record.
      { id: 66, person1_id: 3, person2_id: 1, ...parent },
    ],
    grave: [
      { id: 61, person_id: 62, entry: 'Row 1', ...draft },
      { id: 62, person_id: 61, entry: 'Row 2', ...discarded },
      { id: 63, person_id: 1, entry: 'Row 3', ...draft },
    ],
    person_image: [
      { id: 61, person_id: 61, sha256, version: 'picture61', ...draft },
      { id: 63, person_id: 63, sha256, version: 'picture63', ...draft },
    ],
    items: [
      {
        id: 61,
        title: 'The raft',
        people: [61, 1],
        subjects: [63, 64],
        organizations: [61],
        collection_id: 63,
        ...draft,
      },
      { id: 62, title: 'Made by Ben', creator_id: 62, ...draft },
      { id: 63, title: 'With Dan', contributors: [64], ...draft },
    ],
  })
})

const brought = async (kind: Parameters<typeof dependentDrafts>[1], key: number) =>
  (await dependentDrafts(town.db, kind, key)).map(({ kind: each, key: id }) => `${each} ${id}`).sort()
test('dependent drafts have their state and author', async () => {
  await town.db.updateTable('person').set({ state: 'returned' }).where('id', '=', 62).execute()
  const { brings } = await deskOf(() => town).read('items', 61)
  expect(brings.find(({ kind, key }) => kind === 'people' && key === 62)).toMatchObject({
    state: 'returned',
    author: { id: 1, name: 'volunteer' },
  })
  await town.db.updateTable('person').set({ state: 'waiting' }).where('id', '=', 62).execute()
})

const PEOPLE = ['graves 61', 'people 62', 'person_images 61', 'relationships 61', 'relationships 62', 'relationships 63'] // prettier-ignore

test('an item’s dependent drafts: people with what belongs to them, subjects and collections with parents, organizations', async () => {
  expect(await brought('items', 61)).toEqual(
    [
      ...PEOPLE,
      'people 61',
      'subjects 61',
      'subjects 62',
      'subjects 63',
      'subjects 64',
      'collections 61',
      'collections 62',
      'collections 63',
      'organizations 61',
    ].sort(),
  )
})

test.each([
  ['people', 61, PEOPLE],
  // One spouse refers to the other; Ben's spouse is not published with him.
  ['people', 62, ['graves 61', 'relationships 62']],
  ['items', 62, ['graves 61', 'people 62', 'relationships 62']],
  ['subjects', 63, ['subjects 61', 'subjects 62']],
  ['subjects', 61, []],
  ['collections', 62, ['collections 61']],
  ['relationships', 64, ['graves 61', 'people 61', 'people 62', 'people 63', 'person_images 61', 'person_images 63', 'relationships 61', 'relationships 62', 'relationships 63']], // prettier-ignore
  ['relationships', 66, []],
  ['graves', 63, []],
  // The publisher has to know about discarded records.
  ['items', 63, ['people 64']],
  ['items', 1, []],
] as const)('%s %i: %o', async (kind, key, expected) => {
  expect(await brought(kind, key)).toEqual([...expected])
})

test('an item with a discarded person can be edited but not published', async () => {
  const { change, read } = deskOf(() => town)
  expect((await change('items', 63, { title: 'With Daniel' })).status).toBe(200)
  const { fields } = await read('items', 63)
  expect((await change('items', 63, { ...fields, general_description: 'A raft' })).status).toBe(200)
  expect((await change('items', 63, { contributors: [64, 1] })).status).toBe(200)
  expect((await read('items', 63)).fields).toMatchObject({ contributors: [64, 1], title: 'With Daniel' })
  expect((await change('items', 62, { people: [64] })).status).toBe(400)
  const publish = async () => {
    const url = '/api/records/items/63/publish/'
    return town.send(url, {
      method: 'POST',
      as: 'staff',
      headers: await withVersion(town, url, { 'if-match': VERSION }),
    })
  }
  const refused = await publish()
  expect([refused.status, refused.json]).toEqual([
    409,
    {
      detail:
        "“With Daniel” can't be published because it refers to “Dan Gone”, which was discarded. Put that back in the queue, or remove it from this record.",
    },
  ])
  // A parent of somebody who was discarded is edited as well, at its other end.
  await addRecords(town.db, { relationship: [{ id: 70, person1_id: 64, person2_id: 1, ...parent }] })
  expect((await change('relationships', 70, { person2: 2 })).status).toBe(200)
  expect((await change('items', 63, { contributors: [1] })).status).toBe(200)
  expect((await publish()).status).toBe(200)
})
