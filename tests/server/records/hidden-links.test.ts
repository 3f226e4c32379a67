import { beforeAll, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import type { DeskRecord, QueuePage, RecordKind } from '#contract/record.ts'
import { readFields, versionOf } from '#server/records/fields.ts'
import { addRecords } from '../fixtures.ts'
import type { TestAccount } from '../fixtures.ts'
import { DRAFTS_OF_ALL, MARK, draftOf } from '../walk/draft-town.ts'
import { useArchive } from '../use-archive.ts'

/** Staff have linked drafts of others to submissions of a volunteer and a member. */
const town = useArchive()
const MINE = draftOf('volunteer')
const OTHER = draftOf('other')
const SOCIETY = draftOf('society')
/** Another hidden draft, which the others refer to. */
const SECOND = 860
beforeAll(async () => {
  await addRecords(town.db, DRAFTS_OF_ALL)
  await addRecords(town.db, {
    person: [{ id: SECOND, first_name: MARK.other, visibility: 'draft', author_id: 2 }],
    location: [{ id: 860, name: 'The wharf' }],
  })
})

const address = (kind: RecordKind, key: number) => `/api/records/${kind}/${key}/`
const fieldsOf = async (kind: RecordKind, key: number) => (await readFields(town.db, kind, key))!
const read = async (kind: RecordKind, key: number, as: TestAccount): Promise<DeskRecord> =>
  (await town.send(address(kind, key), { as })).json
async function change(kind: RecordKind, key: number, body: object, as: TestAccount, version?: string) {
  const named = version ?? versionOf(await fieldsOf(kind, key))
  return town.send(address(kind, key), { method: 'PATCH', body, as, headers: { 'if-match': `"${named}"` } })
}
/** The response reveals nothing of other people's drafts. */
function expectNothingOfOthers(json: unknown) {
  const text = JSON.stringify(json)
  expect(text).not.toContain(MARK.other)
  expect(text).not.toMatch(new RegExp(`\\b(${OTHER}|${SECOND})\\b`))
}

test('an author’s edit keeps hidden ids in their place', async () => {
  const tied = {
    people: [OTHER, MINE, SECOND, 1],
    contributors: [SECOND],
    subject: [OTHER, MINE],
    organizations: [MINE, OTHER],
  }
  expect((await change('items', MINE, tied, 'staff')).status).toBe(200)
  const shown = await read('items', MINE, 'volunteer')
  expect(shown.fields).toMatchObject({ people: [MINE, 1], contributors: [], subject: [MINE], organizations: [MINE] })
  const sent = { title: 'A newer title', people: [1, 2, MINE], contributors: [3], subject: [], organizations: [MINE] }
  const answer = await change('items', MINE, sent, 'volunteer', shown.version)
  expect([answer.status, answer.json]).toMatchObject([200, { fields: sent }])
  expect(await fieldsOf('items', MINE)).toMatchObject({
    title: 'A newer title',
    people: [OTHER, 1, 2, MINE, SECOND],
    contributors: [SECOND, 3],
    subject: [OTHER],
    organizations: [MINE, OTHER],
  })
  expectNothingOfOthers(answer.json)
  // Sending the form back unchanged is not an edit.
  const { json: again } = await change('items', MINE, (answer.json as DeskRecord).fields, 'volunteer')
  expect(again).toEqual(answer.json)
  expect((await change('people', MINE, { spouses: [OTHER, 1] }, 'staff')).status).toBe(200)
  expect((await change('people', MINE, { spouses: [2] }, 'volunteer')).json).toMatchObject({ fields: { spouses: [2] } })
  expect(await fieldsOf('people', MINE)).toMatchObject({ spouses: [OTHER, 2] })
})

test('referring to a hidden record is a “does not exist” error', async () => {
  const before = await fieldsOf('items', MINE)
  const answer = await change('items', MINE, { people: [OTHER, 1] }, 'volunteer')
  expect(answer).toMatchObject({ status: 400, json: { people: [API.noSuchRecord(OTHER)] } })
  expect(await fieldsOf('items', MINE)).toEqual(before)
})

test('a hidden single link stays unless it is replaced', async () => {
  expect((await change('items', SOCIETY, { creator: OTHER, collection: OTHER, location: 1 }, 'staff')).status).toBe(200)
  expect((await change('subjects', SOCIETY, { subject_parent: OTHER }, 'staff')).status).toBe(200)
  expect((await change('collections', SOCIETY, { parent_collection: OTHER }, 'staff')).status).toBe(200)
  const { fields } = await read('items', SOCIETY, 'society')
  expect(fields).toMatchObject({ creator: null, collection: null, location: 1 })
  const answer = await change('items', SOCIETY, { ...fields, title: 'Other words' }, 'society')
  expect([answer.status, answer.json]).toMatchObject([200, { fields: { creator: null, title: 'Other words' } }])
  expect(await fieldsOf('items', SOCIETY)).toMatchObject({ creator: OTHER, collection: OTHER, title: 'Other words' })
  const subject = { subject_name: 'Named again', subject_description: 'Told.', subject_parent: null }
  expect((await change('subjects', SOCIETY, subject, 'society')).status).toBe(200)
  expect(await fieldsOf('subjects', SOCIETY)).toMatchObject({ subject_name: 'Named again', subject_parent: OTHER })
  const papers = { collection_name: 'More papers', parent_collection: null }
  expect((await change('collections', SOCIETY, papers, 'society')).status).toBe(200)
  expect(await fieldsOf('collections', SOCIETY)).toMatchObject({ parent_collection: OTHER })
  expect((await change('items', SOCIETY, { creator: 3 }, 'society')).status).toBe(200)
  expect(await fieldsOf('items', SOCIETY)).toMatchObject({ creator: 3, collection: OTHER })
})

test('history and conflicts do not reveal drafts of others', async () => {
  const { version } = await read('items', MINE, 'volunteer')
  expect((await change('items', MINE, { people: [SECOND, 3], creator: OTHER, title: 'By staff' }, 'staff')).status).toBe(200) // prettier-ignore
  expect((await change('items', MINE, { people: [OTHER, 3] }, 'staff')).status).toBe(200)
  const conflict = await change('items', MINE, { title: 'Mine' }, 'volunteer', version)
  expect(conflict.status).toBe(412)
  const { changed, record } = conflict.json as { changed: DeskRecord['history']; record: DeskRecord }
  expect(changed.map(({ actor, fields }) => [actor?.name, fields])).toEqual([
    // The entry stays, so that a 412 has a reason.
    ['staff', []],
    [
      'staff',
      [
        { field: 'title', before: 'A newer title', after: 'By staff' },
        { field: 'people', before: [1, 2, MINE], after: [3] },
      ],
    ],
  ])
  expectNothingOfOthers(conflict.json)
  const { history } = await read('items', MINE, 'volunteer')
  expect(record.history).toEqual(history)
  expect(history.length).toBeGreaterThan(2)
  expectNothingOfOthers(history)
  // Staff see everything.
  expect(JSON.stringify((await read('items', MINE, 'staff')).history)).toContain(`${SECOND}`)
})

test('dependent drafts do not reveal drafts of others', async () => {
  expect((await change('items', MINE, { people: [MINE, OTHER] }, 'staff')).status).toBe(200)
  const { json } = await town.send(address('items', MINE), { as: 'volunteer' })
  const { brings } = json as DeskRecord
  expect(brings.find(({ kind, key }) => kind === 'people' && key === MINE)!.fields).toMatchObject({ spouses: [2] })
  expectNothingOfOthers(json)
})

test.each([
  ['graves', { person: OTHER }, { entry: 'Row 12' }, { person: null, entry: 'Row 12' }, 'Gravestone of somebody'],
  [
    'relationships',
    { person2: SECOND },
    { description: 'by adoption' },
    { person1: 1, person2: null, description: 'by adoption' },
    / parent of somebody$/,
  ],
  [
    'relationships',
    { person2: SECOND },
    { person1: 3 },
    { person1: 3, person2: null },
    'Ruth Peña, parent of somebody',
  ],
] as [RecordKind, object, object, object, string | RegExp][])(
  'an own draft of %s that names a hidden person (%o) is read, changed and answered (%o)',
  async (kind, tie, edit, fields, label) => {
    expect((await change(kind, MINE, tie, 'staff')).status).toBe(200)
    const shown = await read(kind, MINE, 'volunteer')
    const conflict = await change(kind, MINE, edit, 'volunteer', 'of-old')
    expect([conflict.status, conflict.json]).toMatchObject([412, { record: { version: shown.version } }])
    expectNothingOfOthers(conflict.json)
    const answer = await change(kind, MINE, edit, 'volunteer', shown.version)
    expect([answer.status, answer.json]).toMatchObject([200, { fields, label: expect.stringMatching(label) }])
    expect(await fieldsOf(kind, MINE)).toMatchObject({ ...edit, ...tie })
    const { json } = await town.send(`/api/submissions/?kind=${kind}`, { as: 'volunteer' })
    const mine = (json as QueuePage).results
    expect(mine.find(({ key }) => key === MINE)!.label).toMatch(label)
    expectNothingOfOthers([answer.json, mine])
    // Others learn nothing, published or not.
    const [table] = kind === 'graves' ? (['grave'] as const) : (['relationship'] as const)
    await town.db.updateTable(table).set({ visibility: 'published' }).where('id', '=', MINE).execute()
    expect((await town.send(address(kind, MINE), { as: 'society' })).status).toBe(404)
    await town.db.updateTable(table).set({ visibility: 'draft' }).where('id', '=', MINE).execute()
  },
)

test('removing a record works although it refers to a hidden person', async () => {
  const { version } = await read('graves', MINE, 'volunteer')
  const headers = { 'if-match': `"${version}"` }
  expect((await town.send(address('graves', MINE), { method: 'DELETE', as: 'volunteer', headers })).status).toBe(204)
})
