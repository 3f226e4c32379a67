import { beforeAll, expect, test } from 'vitest'
import { addRecords, type TestAccount } from './fixtures.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()
const [MOTHER, FATHER, CHILD, STEPFATHER] = [501, 502, 503, 504]
const add = async (url: string, body: object, as: TestAccount = 'volunteer') => {
  const { status, json } = await town.send(url, { method: 'POST', as, body })
  expect([url, status]).toEqual([url, 201])
  return (json as { id: number }).id
}
const privacyOf = async (id: number) =>
  (await town.db.selectFrom('person').select('privacy').where('id', '=', id).executeTakeFirstOrThrow()).privacy
async function decide(address: string, step: string, body = {}) {
  const version = String((await town.send(address, { as: 'staff' })).headers['etag'])
  const headers = { 'if-match': version }
  const { status, json } = await town.send(`${address}${step}/`, { method: 'POST', as: 'staff', body, headers })
  expect([status, json]).toEqual([200, expect.anything()])
}
const relate = (person1: number, person2: number) =>
  add('/api/people/relationships/', { person1, person2, relationship_type: 'parent' })

beforeAll(() =>
  addRecords(town.db, {
    person: [
      { id: MOTHER, first_name: 'Vera', surname: 'Quill', date_of_birth: 19580713 },
      ...[FATHER, CHILD, STEPFATHER].map((id) => ({ id, first_name: `Zq${id}`, surname: 'Quill' })),
    ],
    person_spouse: [FATHER, STEPFATHER].map((spouse_id, position) => ({ person_id: MOTHER, spouse_id, position })),
    relationship: [{ id: 51, person1_id: MOTHER, person2_id: CHILD, relationship_type: 'parent', description: '' }],
  }),
)

test('what waits for review shows nobody who lives', async () => {
  const grave = await add('/api/graves/', { person: MOTHER, entry: 'Row 1' })
  expect(await privacyOf(MOTHER)).toBe('names')
  await addRecords(town.db, {
    items: [{ id: 51, title: 'Old', date_start: 18500101, people: [FATHER], visibility: 'draft', state: 'waiting' }],
  })
  expect(await privacyOf(FATHER)).toBe('names')
  const old = { first_name: 'Old', date_of_birth: 17000101, date_of_death: 17500101 }
  await relate(await add('/api/people/', { ...old, surname: 'Father' }), CHILD)
  expect(await privacyOf(CHILD)).toBe('names')
  await add('/api/people/', { ...old, surname: 'Wife', spouses: [STEPFATHER] })
  expect(await privacyOf(STEPFATHER)).toBe('names')

  await decide(`/api/records/graves/${grave}/`, 'publish')
  expect(await privacyOf(MOTHER)).toBe('full')
})

test('it keeps those private of whom it tells that they live, until it is thrown away', async () => {
  await addRecords(town.db, { person: [{ id: 505, first_name: 'Nell', surname: 'Quiet' }] })
  const child = await add('/api/people/', { first_name: 'Young', surname: 'Quiet', date_of_birth: 20000101 })
  const relationship = await relate(505, child)
  expect(await privacyOf(505)).toBe('names')
  await decide(`/api/records/relationships/${relationship}/`, 'discard', { note: 'No.' })
  expect(await privacyOf(505)).toBe('full')
  const husband = await add('/api/people/', { first_name: 'Al', surname: 'Q', date_of_birth: 19900101, spouses: [505] })
  expect(await privacyOf(505)).toBe('names')
  await decide(`/api/records/people/${husband}/`, 'discard', { note: 'No.' })
  expect(await privacyOf(505)).toBe('full')
})

test('who agreed is not told to whoever sent the person in', async () => {
  const id = await add('/api/people/', { first_name: 'New', surname: 'Person', date_of_birth: 19800101 })
  const address = `/api/records/people/${id}/`
  const version = String((await town.send(address, { as: 'staff' })).headers['etag'])
  const body = { living: 'shown', consent_note: 'Zqconsent', consent_date: 20200101 }
  const edit = { method: 'PATCH', as: 'staff', body, headers: { 'if-match': version } } as const
  expect((await town.send(address, edit)).body.toString()).toContain('Zqconsent')
  await decide(address, 'publish')
  const read = await town.send(address, { as: 'volunteer' })
  expect(Object.keys((read.json as { fields: object }).fields)).not.toContain('living')
  expect(read.body.toString()).not.toMatch(/Zqconsent|20200101/)
})

test('errors do not tell whose child somebody is who lives', async () => {
  // As if the archive knew of no such parent.
  await relate(MOTHER, CHILD)
  await relate(CHILD, MOTHER)
  const body = { person1: MOTHER, person2: CHILD, relationship_type: 'parent' }
  const asStaff = await town.send('/api/people/relationships/', { method: 'POST', as: 'staff', body })
  expect(asStaff.status).toBe(400)
})
