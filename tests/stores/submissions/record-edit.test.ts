import { afterEach, beforeEach, expect, test } from 'vitest'
import { FORM } from '#contract/messages.ts'
import type { DeskRecord, QueueEntry, ReviewedKind } from '#contract/record.ts'
import { createEdits, type Edits } from '#stores/review/edit.ts'
import { createRecordEdit } from '#stores/submissions/record-edit.ts'
import { openTestArchive, type TestArchive } from '../../server/fixtures.ts'
import { archiveClient } from '../shared/archive-client.ts'
import { keptEdits } from '../review/world.ts'

// An author's edit of records other than items, on the real server.

let town: TestArchive
beforeEach(async () => {
  asked.length = 0
  lost.length = 0
  town = await openTestArchive()
})
afterEach(() => town.close())

const { client, asked, lost } = archiveClient(() => town, 'volunteer')
const recordOf = async (kind: string, key: number) =>
  (await town.send(`/api/records/${kind}/${key}/`, { as: 'staff' })).json as DeskRecord
async function asStaff(method: 'POST' | 'PATCH', url: string, body: object) {
  const path = url.replace(/return\/$/, '')
  const { headers } = await town.send(path, { as: 'staff' })
  const answer = await town.send(url, { method, as: 'staff', body, headers: { 'if-match': String(headers['etag']) } })
  expect(answer.status).toBe(200)
}
/** Adds a record of the volunteer, which staff return. */
async function returned(kind: ReviewedKind, body: object): Promise<QueueEntry> {
  const answer = await town.send(`/api/${kind}/`, { method: 'POST', as: 'volunteer', body })
  const key = (answer.json as { id: number }).id
  await asStaff('POST', `/api/records/${kind}/${key}/return/`, { note: 'Is that so?' })
  const { results } = (await town.send(`/api/submissions/?kind=${kind}&key=${key}`, { as: 'volunteer' })).json as {
    results: QueueEntry[]
  }
  return results[0]!
}
async function edit(entry: QueueEntry, edits?: Edits) {
  const deps = { client, withSession: <T>(work: () => Promise<T>) => work() }
  edits ??= createEdits({ ...deps, newId: () => 'id', kept: keptEdits() })
  const record = createRecordEdit({ ...deps, edits }, entry)
  await record.load()
  asked.length = 0
  const { change, $edit } = edits
  return { ...record, edits, change, $edit, inputs: () => $edit.get()!.inputs }
}
const ANN = { first_name: 'Ann', surname: 'Roy', date_of_birth: 1850_03_00, spouses: [1] }

test('a returned person is shown with names and dates, changed, and goes back into the queue', async () => {
  const entry = await returned('people', ANN)
  const record = await edit(entry)
  expect(record.inputs()).toMatchObject({
    first_name: 'Ann',
    date_of_birth: { specificity: 'month', typed: '1850-03' },
    spouses: [{ id: 1, name: expect.stringMatching(/\w/) }],
  })
  record.change('biography', 'Born by the lake.')
  expect(await record.save()).toBe(true)
  const { state, fields, history } = await recordOf('people', entry.key as number)
  expect([state, fields]).toMatchObject(['waiting', { ...ANN, biography: 'Born by the lake.' }])
  const steps = history.map(({ action, fields }) => [action, ...fields.map(({ field }) => field)])
  expect(steps.slice(0, 2)).toEqual([
    ['resubmitted', 'state'],
    ['edited', 'biography'],
  ])
})

test('an organization without a change: only the step back into the queue', async () => {
  const body = {
    name: 'Calder & Sons',
    altname: ['Calder Mill', 'The Mill'],
    description: 'A mill',
    date_opened: 1871_00_00,
  }
  const entry = await returned('organizations', body)
  const record = await edit(entry)
  expect(record.inputs()).toMatchObject({ altname: 'Calder Mill\nThe Mill' })
  expect(await record.save()).toBe(true)
  expect(asked).toEqual([`POST /api/records/organizations/${entry.key}/resubmit/`])
})

test('a subject with its parent; what is emptied is refused at its field', async () => {
  const entry = await returned('subjects', { subject_name: 'Mills', subject_description: 'Grist', subject_parent: 1 })
  const record = await edit(entry)
  expect(record.inputs()['subject_parent']).toMatchObject({ id: 1, name: expect.stringMatching(/^(?!No\. )\w/) })
  record.change('subject_name', ' ')
  expect(await record.save()).toBe(false)
  expect(record.$edit.get()!.errors).toEqual({ subject_name: FORM.subjectName })
  record.change('subject_name', 'Grist mills')
  record.change('subject_parent', null)
  expect(await record.save()).toBe(true)
  expect((await recordOf('subjects', entry.key as number)).fields).toMatchObject({
    subject_name: 'Grist mills',
    subject_parent: null,
  })
})

test('an answer that is lost: what was typed stays, and saving again is enough', async () => {
  const entry = await returned('people', ANN)
  const record = await edit(entry)
  record.change('middle_name', 'May')
  lost.push(`PATCH /api/records/people/${entry.key}/`)
  expect(await record.save()).toBe(false)
  expect(record.$edit.get()).toMatchObject({ refusal: { why: 'offline' }, inputs: { middle_name: 'May' } })
  // The archive has it already.
  expect(await record.save()).toBe(true)
  const { state, fields } = await recordOf('people', entry.key as number)
  expect([state, fields['middle_name']]).toEqual(['waiting', 'May'])
})

test('a record that was returned since it was first opened goes back into the queue, with what was typed before', async () => {
  const entry = await returned('people', ANN)
  const first = await edit({ ...entry, state: 'waiting' })
  first.change('middle_name', 'May')
  const again = await edit(entry, first.edits)
  expect(await again.save()).toBe(true)
  const { state, fields } = await recordOf('people', entry.key as number)
  expect([state, fields['middle_name']]).toEqual(['waiting', 'May'])
})
