import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { MergeAnswer } from '#contract/review.ts'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { addRecords } from '../fixtures.ts'
import { reviewOf } from '../publishing/regatta-town.ts'
import { deskOf } from './desk.ts'
import { mergingIn, openTwinTown } from './twin-town.ts'
import { recordRows } from './record-rows.ts'
import { useFreshArchive } from '../use-archive.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const town = useFreshArchive(openTwinTown)
afterEach(() => vi.useRealTimers())
const { read, change } = deskOf(() => town)
const { take } = reviewOf(() => town)

const { send, merge, undo, get } = mergingIn(() => town)

test('a person becomes part of another: every link moves, doubles are folded, nothing is dropped', async () => {
  const { record, conflicts } = await merge('people', 5, 1)
  expect(record).toMatchObject({
    key: 1,
    fields: {
      first_name: 'Agnes',
      middle_name: 'Ida',
      date_of_birth: 18500000,
      biography: 'She painted.',
      spouses: [2],
    },
  })
  expect(conflicts).toEqual([
    { field: 'surname', kept: 'Łukasiewicz', other: 'Lukasiewicz' },
    { field: 'date_of_birth', kept: 18500000, other: 18510000 },
  ])
  expect(await get('/api/item/5/')).toMatchObject({
    people: [{ id: 1 }],
    creator: { id: 1 },
    contributors: [{ id: 1 }],
  })
  expect(await get('/api/item/6/')).toMatchObject({ people: [{ id: 3 }, { id: 1 }] })
  const children = await get<{ person2: number; description: string }[]>('/api/people/relationships/?person1=1')
  expect(children.map(({ person2, description }) => [person2, description])).toEqual([[3, 'from a letter']])
  expect(await town.db.selectFrom('relationship').select('person1_id').where('id', '=', 6).execute()).toEqual([{ person1_id: 1 }]) // prettier-ignore
  expect(await get('/api/person/1/')).toMatchObject({ spouses: [2], graves: [{ entry: 'Row 3, stone 4' }, { entry: 'Row 8' }] }) // prettier-ignore
  expect(await get('/api/lots/ownership/?person=1')).toMatchObject([{ id: 1 }, { id: 6, lot: '7' }])
  expect(await get('/api/employment/?person=1')).toMatchObject([{ id: 5, organization: 2 }])
  expect(await get('/api/residents/?person=1')).toMatchObject([{ id: 1 }, { id: 5, location: 2 }])
  expect((await get<{ count: number }>('/api/items/?search=Agnes%20Ida')).count).toBe(3)
})

/** A draft of a link that both people have. */
async function addDraftLink(description: string) {
  const author = { author_id: 1, submitted_at: '2026-02-01T00:00:00.000Z', state: 'waiting' as const }
  const link = { id: 90, person1_id: 5, person2_id: 3, relationship_type: 'parent' as const, description }
  await addRecords(town.db, { relationship: [{ ...link, ...author, visibility: 'draft' }] })
}

test.each(['', 'from a letter'])(
  'a draft link that says no more (“%s”) becomes part of the public one',
  async (says) => {
    await addDraftLink(says)
    await merge('people', 5, 1)
    const links = await town.db
      .selectFrom('relationship')
      .selectAll()
      .where('person1_id', 'in', [1, 5])
      .where('person2_id', '=', 3)
      .execute()
    expect(links).toMatchObject([{ person1_id: 1, visibility: 'published', description: 'from a letter' }])
  },
)

test('the words of a draft link do not get into a public one', async () => {
  await addDraftLink('unreviewed')
  await merge('people', 5, 1)
  expect(JSON.stringify(await get('/api/people/relationships/?person1=1'))).not.toContain('unreviewed')
  const rows = town.db.selectFrom('relationship').select(['person1_id', 'visibility']).where('id', '=', 90)
  expect(await rows.execute()).toEqual([{ person1_id: 1, visibility: 'draft' }])
})

test('where both have a value, the fields that are asked for are those of the record that goes', async () => {
  const taking = async (...sent: Parameters<typeof send>): Promise<MergeAnswer> => (await send(...sent)).json
  const { record, conflicts } = await taking('people', 5, 1, { take: ['date_of_birth'] })
  expect(record.fields).toMatchObject({ date_of_birth: 18510000, surname: 'Łukasiewicz' })
  expect(conflicts).toContainEqual({ field: 'date_of_birth', kept: 18510000, other: 18500000 })
  const names = async (key: number) => (await read('organizations', key)).fields as { name: string; altname: string[] }
  const [from, into] = [await names(5), await names(2)]
  const both = (await taking('organizations', 5, 2, { take: ['name'] })).record.fields
  expect(both['name']).toBe(from.name)
  expect(both['altname'], 'the other name is not lost').toContain(into.name)
  expect(both['altname']).not.toContain(from.name)
  const late = await change('people', 52, { date_of_death: 18400000 })
  expect(late.status).toBe(200)
  const refused = await send('people', 52, 3, { take: ['date_of_death'], preview: true })
  expect([refused.status, Object.keys(refused.json)]).toEqual([400, ['take']])
})

test('a consent is not given to somebody who is kept private', async () => {
  const { json: before } = await town.send('/api/records/people/5/', { as: 'staff' })
  expect(before).toMatchObject({ fields: { living: '', consent_note: '' } })
  await change('people', 5, { living: 'shown', consent_note: 'By letter' })
  await change('people', 1, { living: 'private' })
  await merge('people', 5, 1)
  const { status, json } = await change('people', 1, { biography: 'Later.' })
  expect([status, json]).toMatchObject([200, { fields: { living: 'private', consent_note: '' } }])
})

test('the one that stays answers for the old id', async () => {
  await merge('people', 5, 1)
  await merge('organizations', 5, 2)
  await merge('subjects', 5, 2)
  await merge('collections', 5, 2)
  expect(await get('/api/person/5/')).toMatchObject({ id: 1 })
  expect(await get('/api/people/?people=5,3')).toMatchObject([{ id: 1 }, { id: 3 }])
  expect(await get('/api/people/relationships/?person1=5')).toHaveLength(1)
  expect(await get('/api/lots/ownership/?person=5')).toHaveLength(2)
  expect((await town.get('/api/people/images/5/?width=320')).status).toBe(200)
  expect(await get('/api/organization/5/')).toMatchObject({ id: 2 })
  expect(await get('/api/organizations/?ids=5')).toMatchObject([{ id: 2 }])
  expect(await get('/api/organizations/location/?organization=5')).toHaveLength(2)
  expect(await get('/api/employment/?organization=5')).toHaveLength(2)
  expect(await get('/api/collection/5/')).toMatchObject({ id: 2 })
  expect(await get('/api/collections/?parent_collection=5')).toMatchObject([{ id: 3 }])
  for (const query of [
    'people_or=5',
    'people_and=5,1',
    'subjects_or=5',
    'organizations=5',
    'collection=5',
    'collections=5',
  ]) {
    const own = query.replace('5,1', '1').replace('5', query.startsWith('people') ? '1' : '2')
    const ids = async (text: string) => (await get<{ results: { id: number }[] }>(`/api/items/?${text}`)).results.map(({ id }) => id) // prettier-ignore
    expect([query, await ids(query)]).toEqual([query, await ids(own)])
    expect((await ids(query)).length).toBeGreaterThan(0)
    expect(await get(`/api/items/facets/?${query}`)).toMatchObject({ count: (await ids(own)).length })
  }
  expect(await get('/api/merged/')).toEqual([
    { kind: 'collections', id: 5, into: 2 },
    { kind: 'organizations', id: 5, into: 2 },
    { kind: 'people', id: 5, into: 1 },
    { kind: 'subjects', id: 5, into: 2 },
  ])
  expect(await read('people', 5)).toMatchObject({ key: 1 })
})

test('an organization keeps the names of both', async () => {
  const { record, conflicts } = await merge('organizations', 5, 2)
  expect(record.fields).toMatchObject({
    name: 'Mill Company',
    altname: ['Mill Co.', 'The Mill'],
    description: 'Flour.',
  })
  expect(conflicts).toEqual([{ field: 'name', kept: 'Mill Company', other: 'Mill Co.' }])
  expect(await get('/api/organizations/location/?organization=2')).toMatchObject([{ id: 1 }, { id: 6, location: 2 }])
  expect(await get('/api/organizations/?search=mill%20co')).toMatchObject([{ id: 2 }])
})

test('a merge can be undone, to the byte', async () => {
  const folder = await freshFolder()
  const exported = async (name: string) => {
    await exportBundle({ folder: join(folder, name), db: town.db, media: town.media })
    const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).sort().filter((file) => file !== 'bundle.json') // prettier-ignore
    return files.filter((file) => statSync(join(folder, name, file)).isFile()).map((file) => [file, readFileSync(join(folder, name, file), 'utf8').replaceAll(/"updated_at":"[^"]+"/g, '')]) // prettier-ignore
  }
  const before = [await exported('before'), await recordRows(town.db)]
  for (const [kind, into] of [
    ['people', 1],
    ['organizations', 2],
    ['subjects', 2],
    ['collections', 2],
  ] as const) {
    // prettier-ignore
    const { merge: id } = await merge(kind, 5, into)
    expect((await undo(id)).json).toMatchObject({ record: { kind, key: 5 } })
    expect((await undo(id)).status).toBe(200)
  }
  expect([await exported('after'), await recordRows(town.db)]).toEqual(before)
  expect(await get('/api/merged/')).toEqual([])
})

test('what was edited since is named, and stays where the rest is undone', async () => {
  const { merge: id } = await merge('people', 5, 1)
  await change('people', 1, { biography: 'She painted the harbour.', first_name: 'Agnieszka' })
  await change('items', 6, { people: [3] })
  const changed = ['“Agnieszka Ida Łukasiewicz (1850–1910)” (Biography)', '“One” (People)']
  expect(await undo(id)).toMatchObject({ status: 409, json: { changed } })
  expect((await undo(id, { keep_changed: true })).status).toBe(200)
  expect((await read('people', 1)).fields).toMatchObject({ biography: 'She painted the harbour.', middle_name: '', first_name: 'Agnieszka' }) // prettier-ignore
  expect((await read('people', 5)).fields).toMatchObject({ biography: 'She painted.', first_name: 'Agnes' })
  expect((await read('items', 6)).fields).toMatchObject({ people: [3] })
  expect((await read('items', 5)).fields).toMatchObject({ people: [5, 1], creator: 5 })
  expect(await get('/api/people/?search=agnieszka')).toMatchObject([{ id: 1 }])
})

test('both have it in their history, and so has what they are named in', async () => {
  const { merge: id } = await merge('people', 5, 1)
  const note = '“Agnes Ida Lukasiewicz” became part of “Agnes Łukasiewicz”.'
  expect((await read('people', 1)).history).toMatchObject([{ action: 'merged', note, fields: expect.arrayContaining([{ field: 'middle_name', before: '', after: 'Ida' }]) }]) // prettier-ignore
  expect((await read('items', 6)).history).toMatchObject([{ action: 'edited', note, fields: [{ field: 'people', before: [3, 5], after: [3, 1] }] }]) // prettier-ignore
  await undo(id)
  expect((await read('people', 5)).history.map(({ action }) => action)).toEqual(['unmerged', 'merged'])
  expect((await read('people', 1)).history.map(({ action }) => action)).toEqual(['unmerged', 'merged'])
})

test('a preview says what would happen, and changes nothing', async () => {
  const before = await recordRows(town.db)
  const answer = await send('people', 5, 1, { preview: true })
  expect(answer.json).toMatchObject({ merge: null, record: { fields: { middle_name: 'Ida' } }, conflicts: [{}, {}] })
  expect(await recordRows(town.db)).toEqual(before)
  expect((await town.send('/api/operations/', { as: 'staff' })).json).toMatchObject({ count: 0 })
})

test('a draft that is merged brings its links; nothing is public about it', async () => {
  await merge('people', 51, 901)
  expect((await read('items', 51)).fields).toMatchObject({ people: [901] })
  expect(await get('/api/merged/')).toEqual([])
  expect((await take('publish')).status).toBe(200)
})
