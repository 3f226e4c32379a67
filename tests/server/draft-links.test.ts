import { beforeAll, expect, test } from 'vitest'
import { addRecords } from './fixtures.ts'
import type { TestAccount } from './fixtures.ts'
import { LINKING, LINKS_TO_DRAFTS } from './draft-links.ts'
import { DRAFTS_OF_ALL, MARK, draftOf } from './walk/draft-town.ts'
import { useArchive } from './use-archive.ts'

/** A published record shows links to drafts only to those who may see the drafts. */
const town = useArchive()
beforeAll(async () => {
  await addRecords(town.db, DRAFTS_OF_ALL)
  await addRecords(town.db, LINKS_TO_DRAFTS)
})

const OTHER = draftOf('other')
type Caller = TestAccount | undefined
const ask = (url: string, as: Caller) => town.send(url, { ...(as && { as }) })

test('shows it, in its place, to those who may see it', async () => {
  const people = async (as: Caller) =>
    ((await ask(`/api/item/${LINKING}/`, as)).json as { people: { id: number }[] }).people.map(({ id }) => id)
  expect(await people(undefined)).toEqual([3])
  expect(await people('volunteer')).toEqual([draftOf('volunteer'), 3])
  expect(await people('staff')).toEqual([OTHER, draftOf('volunteer'), 3])
  expect((await ask(`/api/item/${LINKING}/`, undefined)).json).toMatchObject({
    creator: null,
    contributors: [],
    subject: [{ id: 1 }],
    organizations: [{ id: 2 }],
    collection: null,
  })
  expect((await ask(`/api/item/${LINKING}/`, 'staff')).json).toMatchObject({
    creator: { id: OTHER },
    collection: { id: OTHER },
  })
})

test('has a parent only for staff', async () => {
  const parents = async (as: Caller) => {
    const subjects = (await ask('/api/subjects/', as)).json as { id: number; subject_parent: unknown }[]
    const collection = (await ask(`/api/collection/${LINKING}/`, as)).json as { parent_collection: unknown }
    return [subjects.find(({ id }) => id === LINKING)!.subject_parent, collection.parent_collection]
  }
  expect(await parents(undefined)).toEqual([null, null])
  expect(await parents('volunteer')).toEqual([null, null])
  expect(await parents('staff')).toEqual([OTHER, OTHER])
  const below = `/api/collections/?parent_collection=${OTHER}`
  expect((await ask(below, undefined)).json).toEqual([])
  expect((await ask(below, 'staff')).json).toMatchObject([{ id: LINKING }])
})

test('lists visible spouses only', async () => {
  const spouses = async (as: Caller) => ((await ask('/api/person/2/', as)).json as { spouses: number[] }).spouses
  expect(await spouses(undefined)).toEqual([1])
  expect(await spouses('volunteer')).toEqual([1, draftOf('volunteer')])
  expect(await spouses('staff')).toEqual([OTHER, 1, draftOf('volunteer')])
})

test('shows the published picture, and to author and staff a newer draft', async () => {
  const kept = async (person: number, as: Caller) => {
    const { status, headers } = await ask(`/api/people/images/${person}/?format=jpeg&width=320`, as)
    return [status, headers['cache-control']]
  }
  expect(await kept(1, undefined)).toEqual([200, 'public, no-cache'])
  expect(await kept(1, 'volunteer')).toEqual([200, 'public, no-cache'])
  expect(await kept(1, 'otherVolunteer')).toEqual([200, 'private, no-store'])
  expect(await kept(1, 'staff')).toEqual([200, 'private, no-store'])
  expect((await kept(2, undefined))[0]).toBe(404)
  expect((await ask('/api/person/1/', undefined)).json).toMatchObject({ image: { version: 'portrait1' } })
  expect((await ask('/api/person/1/', 'staff')).json).toMatchObject({ image: { version: MARK.other } })
  expect((await ask('/api/person/2/', 'volunteer')).json).toMatchObject({ image: null })
})

test.each([
  `people_or=${OTHER}`,
  `people_and=3,${OTHER}`,
  `subjects_or=${OTHER}`,
  `subjects_and=1,${OTHER}`,
  `organizations=${OTHER}`,
  `collection=${OTHER}`,
  `collections=${OTHER}`,
])('?%s finds it only for staff', async (query) => {
  const count = async (as: Caller) => ((await ask(`/api/items/?${query}`, as)).json as { count: number }).count
  expect([await count(undefined), await count('volunteer'), await count('staff')]).toEqual([0, 0, 1])
})

test('is not found by the draft’s name; the draft is, for those who may see it', async () => {
  const found = async (search: string, as: Caller, visibility = 'published') => {
    const { json } = await ask(`/api/items/?search=${search}&visibility=${visibility}`, as)
    return (json as { results: { id: number }[] }).results.map(({ id }) => id)
  }
  expect(await found(MARK.other, undefined)).toEqual([])
  expect(await found(MARK.other, 'staff')).toEqual([])
  expect(await found(MARK.other, 'volunteer', 'draft')).toEqual([])
  expect(await found(MARK.other, 'staff', 'draft')).toEqual([OTHER])
  expect(await found(`${MARK.own('volunteer')}%20company`, 'volunteer', 'draft')).toEqual([draftOf('volunteer')])
})
