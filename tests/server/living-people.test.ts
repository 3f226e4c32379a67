import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/write.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { writeSettings } from '#server/settings/write-settings.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf, freshArchive } from './bundle/fresh-archive.ts'
import { addRecords, type TestAccount } from './fixtures.ts'
import { addresses, reads } from './walk/all-reads.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()
const [LIVING, SPOUSE, CHILD, PRIVATE, CONSENTED] = [501, 502, 503, 504, 505]
/** Only what may not be read has these. */
const SECRETS = /Zqsecret|19[5-9]\d0713/
const secret = (number: number) => ({
  biography: `Zqsecret${number} of a life.`,
  family_tree: `https://zqsecret.example/${number}`,
  same_as: JSON.stringify([`https://example.org/Zqsecret/${number}`]),
  ...{ staff_notes: 'Zqsecret note', provenance: 'Zqsecret donor', shelf_location: 'Zqsecret shelf' },
})
const consent = { living: 'shown', consent_date: 20200101, consent_note: 'Zqconsent: by letter' } as const

beforeAll(async () => {
  await addRecords(town.db, {
    person: [
      {
        id: LIVING,
        first_name: 'Vera',
        surname: 'Quill',
        date_of_birth: 19580713,
        date_of_birth_text: 'Zqsecret day',
        ...secret(1),
      },
      // Nothing but a marriage and a child tells that they live.
      { id: SPOUSE, first_name: 'Omar', surname: 'Quill', sex: 'male', ...secret(2) },
      { id: CHILD, first_name: 'Ines', surname: 'Quill', ...secret(3) },
      {
        id: PRIVATE,
        first_name: 'Bram',
        surname: 'Oude',
        date_of_birth: 18500101,
        date_of_death: 19000101,
        living: 'private',
        ...secret(4),
      },
      {
        id: CONSENTED,
        first_name: 'Cleo',
        surname: 'Open',
        date_of_birth: 19700101,
        biography: 'Agreed to be read.',
        ...consent,
      },
    ],
    person_spouse: [
      { person_id: LIVING, spouse_id: SPOUSE, position: 0 },
      { person_id: 2, spouse_id: LIVING, position: 3 },
    ],
    relationship: [
      { id: 51, person1_id: LIVING, person2_id: CHILD, relationship_type: 'parent', description: 'Zqsecret adoption' },
      { id: 52, person1_id: 3, person2_id: PRIVATE, relationship_type: 'parent', description: 'Zqsecret parent' },
    ],
    grave: [{ id: 51, person_id: PRIVATE, entry: 'Zqsecret stone' }],
    person_image: [LIVING, PRIVATE].map((person_id) => ({
      id: person_id,
      person_id,
      sha256: 'a'.repeat(64),
      version: 'Zqsecret',
    })),
    ownership: [
      { id: 51, lot_num: '7', person_id: LIVING, date: 19890713, date_text: 'Zqsecret', source: 'Zqsecret deed' },
    ],
    resident: [{ id: 51, person_id: LIVING, location_id: 1, date_start: 19780713, source: 'Zqsecret directory' }],
    employment: [
      {
        id: 51,
        person_id: LIVING,
        organization_id: 2,
        date_start: 19780713,
        date_end: 19990713,
        date_end_text: 'Zqsecret',
      },
    ],
    items: [
      {
        id: 51,
        title: 'A picnic',
        date_start: 19860000,
        people: [LIVING, SPOUSE, CHILD],
        creator_id: LIVING,
        contributors: [PRIVATE],
      },
    ],
  })
})

const TEMPTING: Record<string, string[]> = {
  ...{ search: ['quill', 'zqsecret1', 'zqsecret'], people: [`${LIVING},2`], person: [String(LIVING), '2'], lot: ['7'] },
  ...{
    person1: [String(LIVING)],
    person2: [String(CHILD), String(PRIVATE)],
    organization: ['2'],
    people_or: [String(LIVING)],
  },
}
const IDS = [1, 2, 3, 51, LIVING, SPOUSE, CHILD, PRIVATE]
const get = (url: string, as?: TestAccount) => town.send(url, { ...(as && { as }) })

describe.each(reads)('%s', (_, endpoint) => {
  test('tells nothing of those who live, or are kept private, but names', async () => {
    for (const as of ['staff', undefined, 'volunteer', 'society'] as const)
      for (const url of addresses(endpoint, IDS, TEMPTING)) {
        const { headers, body, status } = await get(url, as)
        if (as === 'staff') continue
        const isPicture = String(headers['content-type']).startsWith('image/')
        if (isPicture) expect(url).not.toMatch(/people\/images\/50[1-4]/)
        else if (status < 400) expect(JSON.stringify(headers) + body.toString(), `${as} ${url}`).not.toMatch(SECRETS)
      }
  })
})

test('the name stays, and says why there is no more', async () => {
  expect((await get(`/api/person/${LIVING}/`)).json).toEqual({
    ...{ id: LIVING, first_name: 'Vera', middle_name: '', surname: 'Quill', privacy: 'names', image: null, graves: [] },
    ...{ date_of_birth: null, date_of_birth_text: '', date_of_death: null, date_of_death_text: '', sex: '' },
    ...{ biography: '', spouses: [], family_tree: '', same_as: [], updated_at: expect.any(String) },
  })
  expect((await get('/api/item/51/')).json).toMatchObject({
    people: [{ surname: 'Quill', date_of_birth: null }, { id: SPOUSE }, { id: CHILD }],
    creator: { id: LIVING, date_of_birth: null },
    contributors: [{ id: PRIVATE, date_of_death: null }],
  })
  expect((await get(`/api/lots/ownership/?person=${LIVING}`)).json).toEqual([
    { id: 51, lot: '7', person: LIVING, date: null, date_text: '', source: '' },
  ])
  expect((await get(`/api/people/relationships/?person1=${LIVING}`)).json).toEqual([])
  expect((await get('/api/person/2/')).json).toMatchObject({ spouses: [1] })
  expect((await get('/api/people/?search=quill')).json).toHaveLength(3)
  expect((await get(`/api/people/images/${LIVING}/`)).status).toBe(404)
})

test('who agreed is shown; the consent is not', async () => {
  const { json, body } = await get(`/api/person/${CONSENTED}/`)
  expect(json).toMatchObject({ date_of_birth: 19700101, biography: 'Agreed to be read.' })
  expect(body.toString()).not.toMatch(/privacy|Zqconsent/)
})

test('staff see everything, marked', async () => {
  const { json } = await get(`/api/person/${LIVING}/`, 'staff')
  expect(json).toMatchObject({ privacy: 'names', date_of_birth: 19580713, spouses: [SPOUSE, 2], image: { width: 600 } })
  expect((await get('/api/employment/?organization=2', 'staff')).body.toString()).toContain('19780713')
})

test('what is written decides anew in the same step', async () => {
  const read = async (id: number) => (await get(`/api/person/${id}/`)).json as { privacy?: string }
  const edit = async (id: number, body: object) => {
    const version = String((await get(`/api/records/people/${id}/`, 'staff')).headers['etag'])
    return town.send(`/api/records/people/${id}/`, {
      method: 'PATCH',
      as: 'staff',
      body,
      headers: { 'if-match': version },
    })
  }
  expect((await read(3)).privacy).toBeUndefined()
  const born = await edit(3, { date_of_birth: 19800510, date_of_birth_text: '' })
  expect(born.status).toBe(200)
  // A parent who died in 1910 has no child of 1980: her own dates tell more than those of others.
  expect((await read(3)).privacy).toBe('names')
  expect((await edit(3, { date_of_death: 19990101 })).status).toBe(200)
  expect((await read(3)).privacy).toBeUndefined()
  const refused = await edit(3, { consent_note: 'Her son' })
  expect([refused.status, refused.json]).toEqual([400, { consent_note: [expect.stringContaining('May be shown')] }])
  const later = await edit(3, { living: 'shown', consent_date: 29990101 })
  expect([later.status, later.json]).toEqual([400, { consent_date: ['This day has not come yet.'] }])
})

test('the rule of the archive is a setting, within bounds', async () => {
  const form = await get('/api/settings/form/', 'administrator')
  const headers = { 'if-match': String(form.headers['etag']) }
  const set = (body: object) => town.send('/api/settings/', { method: 'PATCH', as: 'administrator', body, headers })
  const refused = await set({ livingYears: 1000 })
  expect([refused.status, refused.json]).toEqual([
    400,
    { livingYears: [expect.stringContaining('between 70 and 120')] },
  ])
  expect((await set({ living: 'shown' })).status).toBeLessThan(300)
  expect((await get(`/api/person/${LIVING}/`)).json).toMatchObject({ date_of_birth: 19580713, spouses: [SPOUSE, 2] })
  expect((await get(`/api/person/${PRIVATE}/`)).json).toMatchObject({ privacy: 'names', date_of_birth: null })
})

test('an archive that hides them says nothing of them, and shows them again', async () => {
  await inTransaction(town.db, (trx) => writeSettings(trx, { living: 'hidden' }))
  while (await refreshPending(town.db));
  const names = /Quill|Bram|"(?:id|person\d?|creator)":50[1-4]\b/
  for (const [, endpoint] of reads)
    for (const url of addresses(endpoint, IDS, TEMPTING)) {
      const { body, status, headers } = await get(url)
      if (status < 400 && !String(headers['content-type']).startsWith('image/'))
        expect(body.toString(), url).not.toMatch(names)
    }
  expect((await get(`/api/person/${LIVING}/`)).status).toBe(404)
  expect((await get('/api/item/51/')).json).toMatchObject({ people: [], creator: null, contributors: [] })
  expect((await get('/api/items/?search=quill')).json).toMatchObject({ count: 0 })
  expect((await get(`/api/person/${LIVING}/`, 'staff')).json).toMatchObject({ privacy: 'hidden', surname: 'Quill' })
  expect((await get(`/api/person/${CONSENTED}/`)).status).toBe(200)
  // Published by hand it stays hidden: the rule is a setting.
  const publish = { method: 'POST', as: 'staff', body: {} } as const
  await town.send(`/api/records/people/${LIVING}/publish/`, publish)
  expect((await get(`/api/person/${LIVING}/`)).status).toBe(404)
  await inTransaction(town.db, (trx) => writeSettings(trx, { living: 'names' }))
  while (await refreshPending(town.db));
  expect((await get(`/api/person/${LIVING}/`)).json).toMatchObject({ privacy: 'names', surname: 'Quill' })
  expect((await get('/api/items/?search=quill')).json).toMatchObject({ count: 1 })
})

test('an import says how many of its people count as living', async () => {
  const folder = await bundleOf({
    'people.json': [
      { id: 1, first_name: 'Ada', surname: 'Ross', date_of_birth: 19600101 },
      { id: 2, first_name: 'Bo', surname: 'Ross', spouses: [1] },
      { id: 3, first_name: 'Cy', surname: 'Ross' },
      { id: 4, first_name: 'Di', surname: 'Ross', date_of_birth: 19300101, date_of_death: 20000101 },
      { id: 5, first_name: 'Ed', surname: 'Ross', date_of_birth: 19600101, living: 'shown', consent_note: 'By letter' },
      { id: 6, first_name: 'Flo', surname: 'Ross', date_of_birth: 19600101 },
    ],
    'relationships.json': [{ person1: 1, person2: 3, relationship_type: 'parent' }],
    'graves.json': [{ person: 6, entry: 'Row 1' }],
  })
  const archive = await freshArchive()
  const dry = await importBundle({ folder, ...archive, dryRun: true })
  expect(dry.living).toEqual({ count: 3, mode: 'names' })
  const bad = { id: 1, first_name: 'Ada', surname: 'Ross' }
  for (const [fields, field] of [
    [{ consent_note: 'Her son' }, 'consent_note'],
    [{ living: 'shown', consent_date: '2999' }, 'consent_date'],
  ] as const) {
    const { issues } = await importBundle({
      folder: await bundleOf({ 'people.json': [{ ...bad, ...fields }] }),
      ...archive,
    })
    expect(issues).toMatchObject([{ field }])
  }
  await importBundle({ folder, ...archive })
  const kept = await archive.db.selectFrom('person').select('first_name').where('privacy', '=', 'names').execute()
  expect(kept.map(({ first_name }) => first_name)).toEqual(['Ada', 'Bo', 'Cy'])
})
