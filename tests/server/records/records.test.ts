import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { newFields } from '#contract/record-fields.ts'
import { RECORD_KINDS, conflict } from '#contract/record.ts'
import type { DeskRecord, RecordFields, RecordKind } from '#contract/record.ts'
import { API, FIELD, FORM } from '#contract/messages.ts'
import { readFields, writeFields } from '#server/records/fields.ts'
import type { Sent, TestAccount } from '../fixtures.ts'
import { everything } from '../everything.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
beforeEach(() => town.db.deleteFrom('build').execute())

const address = (kind: RecordKind, key: string | number) => `/api/records/${kind}/${encodeURIComponent(key)}/`
async function read(kind: RecordKind, key: string | number, as: TestAccount = 'staff'): Promise<DeskRecord> {
  const { status, json, headers } = await town.send(address(kind, key), { as })
  expect(status).toBe(200)
  const record: DeskRecord = json
  expect(headers['etag']).toBe(`"${record.version}"`)
  return record
}
const change = (kind: RecordKind, key: string | number, version: string, body: object, as: TestAccount = 'staff') =>
  town.send(address(kind, key), { method: 'PATCH', body, as, headers: { 'if-match': `"${version}"` } })
const drop = (kind: RecordKind, key: string | number, version: string, as: TestAccount = 'staff') =>
  town.send(address(kind, key), { method: 'DELETE', as, headers: { 'if-match': `"${version}"` } })
const add = (kind: RecordKind, body: object, as: TestAccount = 'staff') =>
  town.send(`/api/records/${kind}/`, { method: 'POST', body, as })

/** A new record of each kind, and an edit of it. */
const NEW: Partial<Record<RecordKind, [fields: RecordFields, change: RecordFields]>> = {
  locations: [
    { name: 'Chapel', altnames: ['Zion', 'Bethel'], geometry: { type: 'Polygon', coordinates: [[[1, 2], [2, 2], [2, 3], [1, 2]]] } }, // prettier-ignore
    { altnames: ['Zion'] },
  ],
  lots: [{ lotNum: '12 B/3', location: 1 }, { location: null }],
  people: [
    { first_name: 'Anna', surname: 'Hale', date_of_birth: 18810000, date_of_birth_text: 'in 1881', spouses: [2, 1] },
    { spouses: [1] },
  ],
  ownership: [{ lot: '8', person: 3, date: 18810000 }, { source: 'Deed 4' }],
  relationships: [{ person1: 1, person2: 2, relationship_type: 'parent' }, { description: 'adopted' }],
  graves: [{ entry: 'Row 9', person: 2 }, { entry: 'Row 10' }],
  organizations: [{ name: 'Choir', altname: ['The Choir'], description: 'Sang.' }, { altname: [] }],
  organization_locations: [{ organization: 1, location: 2, date_start: 19000000 }, { date_end: 19010000 }],
  employment: [
    { person: 1, organization: 1 },
    { date_start: 19000000, date_start_text: 'about 1900' },
  ],
  residents: [{ person: 1, location: 2, date_start: 18710000, role: 'tenant' }, { household_order: 2 }],
  place_names: [{ location: 2, name: 'Wharf', date_end: 18800000 }, { name: 'The Wharf' }],
  heritage: [{ location: 2, architectural_style: 'Gothic' }, { heritage_registry_entry: 'https://heritage.example/4' }],
  location_descriptions: [{ location: 2, description: 'A harbour.' }, { description: 'The harbour.' }],
  plaques: [{ location: 2, text: 'Ships.' }, { name: 'Ships' }],
  subjects: [{ subject_name: 'Ships', subject_description: 'Afloat.', subject_parent: 2 }, { subject_parent: null }],
  collections: [
    { collection_name: 'Letters', collection_description: 'Sent.', hierarchy: 'series', parent_collection: 1 },
    { collection_name: 'Old letters' },
  ],
  items: [
    { type: 'photograph', general_description: 'A ship', people: [2, 1], subject: [3], organizations: [2, 1], contributors: [1], collection: 1, archival_identifier: 'P-7' }, // prettier-ignore
    { people: [1], archival_identifier: '' },
  ],
}
const REVERSED = { date_start: 19010000, date_end: 19000000 }
const kindsToAdd = Object.keys(NEW) as RecordKind[]
const forever: RecordKind[] = ['items', 'people', 'organizations', 'subjects', 'collections']

describe.each(kindsToAdd)('%s', (kind) => {
  const [fields, edit] = NEW[kind]!
  test('is added, read, edited and removed by staff, with audit entries', async () => {
    const added = await add(kind, fields)
    expect([added.status, added.json]).toMatchObject([
      201,
      { fields, state: kind === 'items' ? 'waiting' : 'published' },
    ])
    const { key, version, label } = added.json as DeskRecord
    expect(label).not.toBe('')
    expect(await read(kind, key)).toEqual(added.json)
    const edited = await change(kind, key, version, edit)
    expect([edited.status, edited.json]).toMatchObject([200, { history: [{ action: 'edited', actor: { id: 4 } }, { action: 'added' }] }]) // prettier-ignore
    const after = edited.json as DeskRecord
    expect(after.history[0]!.fields.map(({ field }) => field).sort()).toEqual(Object.keys(edit).sort())
    expect(await change(kind, key, after.version, edit)).toMatchObject({ status: 200, json: after })
    const built = await town.db.selectFrom('build').select('reason').execute()
    expect(built).toHaveLength(kind === 'items' ? 0 : 1)
    const before = await everything(town.db)
    const removed = await drop(kind, key, after.version)
    if (forever.includes(kind)) {
      expect([removed.status, removed.json]).toEqual([400, { detail: API.staysInArchive }])
      expect(await everything(town.db)).toEqual(before)
      return
    }
    expect(removed.status).toBe(204)
    expect((await town.send(address(kind, key), { as: 'staff' })).status).toBe(404)
    const [last] = (await town.send(`/api/audit/?kind=${kind}`, { as: 'staff' })).json as DeskRecord['history']
    expect(last).toMatchObject({ action: 'removed', kind, key })
    const said = Object.fromEntries(last!.fields.map((each) => [each.field, each.before]))
    expect({ ...Object.fromEntries(Object.keys(after.fields).map((field) => [field, null])), ...said }).toEqual(
      after.fields,
    )
  })

  test('invalid edits change nothing', async () => {
    const record = (await add(kind, fields)).json as DeskRecord
    const before = await everything(town.db)
    const calls: [number, Promise<{ status: number }>][] = [
      [400, add(kind, { ...fields, id: 7 })],
      [400, change(kind, record.key, record.version, { nonsense: 1 })],
      [412, change(kind, record.key, 'another', edit)],
      [412, drop(kind, record.key, 'another')],
      [428, town.send(address(kind, record.key), { method: 'PATCH', body: edit, as: 'staff' })],
      [428, town.send(address(kind, record.key), { method: 'PATCH', body: edit, as: 'staff', headers: { 'if-match': '*' } })], // prettier-ignore
      [403, add(kind, fields, 'society')],
      [404, change(kind, kind === 'lots' ? 'none' : 99_999, record.version, edit)],
    ]
    for (const [status, call] of calls) expect((await call).status).toBe(status)
    const mine = (await change(kind, record.key, record.version, edit, 'volunteer')).status
    expect([403, 404]).toContain(mine)
    expect(await everything(town.db)).toEqual(before)
  })
})

test('every kind: writing back what was read changes nothing', async () => {
  const keys: [RecordKind, string | number][] = RECORD_KINDS.map((kind) => [kind, kind === 'lots' ? '12-A' : 1])
  for (const [kind, key] of keys) {
    // It is written and counted.
    const { archive_state: _counter, last_changed: _dates, change_log: _log, ...before } = await everything(town.db)
    const fields = (await readFields(town.db, kind, key))!
    await town.db.transaction().execute((trx) => writeFields(trx, kind, key, fields))
    expect(await everything(town.db), kind).toMatchObject(before)
    const parsed = v.safeParse(newFields[kind], fields)
    if (!parsed.success) continue
    await town.db.transaction().execute((trx) => writeFields(trx, kind, key, parsed.output))
    expect(await readFields(town.db, kind, key), kind).toEqual(fields)
  }
})

test('the second of two edits gets the changes and the current record', async () => {
  const { version } = await read('people', 1)
  expect((await change('people', 1, version, { biography: 'Ran the mill.' })).status).toBe(200)
  const second = await change('people', 1, version, { surname: 'Lukas' }, 'administrator')
  expect(second.status).toBe(412)
  const told = v.parse(conflict, second.json)
  expect(told).toMatchObject({
    detail: API.changedMeanwhile,
    changed: [{ actor: { name: 'staff' }, fields: [{ field: 'biography', before: '', after: 'Ran the mill.' }] }],
    record: { fields: { biography: 'Ran the mill.', surname: 'Łukasiewicz' } },
  })
  expect(second.headers['etag']).toBe(`"${told.record.version}"`)
  expect((await change('people', 1, told.record.version, { surname: 'Lukas' }, 'administrator')).status).toBe(200)
})

test('of concurrent edits exactly one succeeds', async () => {
  const { version } = await read('items', 1)
  const all = await Promise.all([1, 2, 3, 4, 5].map((n) => change('items', 1, version, { title: `Title ${n}` })))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412])
})

test('refuses pictures, used lot numbers, unknown records and reversed dates', async () => {
  const before = await everything(town.db)
  const sent: [RecordKind, object, object][] = [
    ['scans', { order: 1, color: 'black', position: 'top left' }, { detail: API.scansAreSent }],
    ['person_images', { person: 1 }, { detail: API.picturesAreSent }],
    ['lots', { lotNum: '7' }, { lotNum: [API.lotTaken] }],
    ['plaques', { location: 77, text: 'x' }, { location: [API.noSuchRecord(77)] }],
    ['residents', { person: 1, location: 1, ...REVERSED }, { date_end: [FORM.rangeEnd] }],
    ['place_names', { location: 1, name: 'Quay', ...REVERSED }, { date_end: [FORM.rangeEnd] }],
    ['locations', { name: 'Quay', ...REVERSED }, { date_end: [FORM.rangeEnd] }],
    ['locations', { name: 'Quay', date_start: 100000000 }, { date_start: [FIELD.date] }],
    ['residents', { person: 1, location: 1, role: 'king' }, { role: [expect.stringContaining('tenant')] }],
    ['residents', { person: 77, location: 78 }, { person: [API.noSuchRecord(77)], location: [API.noSuchRecord(78)] }],
    ['locations', { name: 'Quay', predecessors: [77] }, { predecessors: [API.noSuchRecord(77)] }],
    ['employment', { person: 1, organization: 1, date_start: 19010000, date_end: 19000000 }, { date_end: [expect.any(String)] }], // prettier-ignore
  ]
  for (const [kind, body, json] of sent) expect(await add(kind, body)).toMatchObject({ status: 400, json })
  const { version } = await read('lots', '7')
  expect(await change('lots', '7', version, { lotNum: '9' })).toMatchObject({ status: 400, json: { lotNum: [API.lotNumberStays] } }) // prettier-ignore
  expect((await drop('lots', '7', version)).status).toBe(409)
  expect((await drop('locations', 1, (await read('locations', 1)).version)).status).toBe(409)
  const item = await read('items', 2)
  expect(await change('items', 2, item.version, { archival_identifier: 'P-001' })).toMatchObject({ status: 400, json: { archival_identifier: [expect.any(String)] } }) // prettier-ignore
  expect((await change('subjects', 2, (await read('subjects', 2)).version, { subject_parent: 3 })).status).toBe(400)
  expect(await everything(town.db)).toEqual(before)
})

test('an imported record that violates form rules can be edited', async () => {
  const { version } = await read('subjects', 1)
  expect((await change('subjects', 1, version, { subject_name: 'Water mills' })).status).toBe(200)
})

test('a new date clears the written one', async () => {
  const { version } = await read('people', 3)
  const { json } = await change('people', 3, version, { date_of_birth: 18810000 })
  expect(json).toMatchObject({ fields: { date_of_birth: 18810000, date_of_birth_text: '' } })
})

describe('authors', () => {
  const own = { as: 'volunteer', method: 'POST' } satisfies Sent
  async function submit(url: string, body: object): Promise<number> {
    const { status, json } = await town.send(url, { ...own, body })
    expect(status).toBe(201)
    return (json as { id: number }).id
  }

  test('edit only their own drafts, without the society’s fields', async () => {
    const person = await submit('/api/people/', { first_name: 'Eve', surname: 'Hale' })
    const grave = await submit('/api/graves/', { entry: 'Row 1', person })
    const id = await submit('/api/item/post/', {
      type: 'object',
      general_description: 'A bell',
      people: [person, 1],
    })
    const record = await read('items', id, 'volunteer')
    expect(record.brings.map(({ kind, key }) => [kind, key])).toEqual([['people', person], ['graves', grave]]) // prettier-ignore
    const edited = await change('items', id, record.version, { title: 'Bell', archival_identifier: 'X-1' }, 'volunteer')
    expect(edited).toMatchObject({ status: 200, json: { fields: { title: 'Bell', archival_identifier: null } } })
    const { version } = edited.json as DeskRecord
    const before = await everything(town.db)
    expect((await town.send(address('items', id), { as: 'otherVolunteer' })).status).toBe(404)
    expect((await change('items', id, version, { title: 'No' }, 'otherVolunteer')).status).toBe(404)
    expect((await change('items', 1, version, { title: 'No' }, 'volunteer')).status).toBe(403)
    expect((await town.send(address('plaques', 1), { as: 'volunteer' })).status).toBe(404)
    expect((await town.send('/api/audit/', { as: 'volunteer' })).status).toBe(403)
    expect(await everything(town.db)).toEqual(before)
    const stone = await read('graves', grave, 'volunteer')
    expect((await drop('graves', grave, stone.version, 'otherVolunteer')).status).toBe(404)
    expect((await drop('graves', grave, stone.version, 'volunteer')).status).toBe(204)
    await town.db.updateTable('item').set({ visibility: 'published' }).where('id', '=', id).execute()
    expect((await change('items', id, version, { title: 'No' }, 'volunteer')).status).toBe(403)
    expect(await read('items', id, 'otherVolunteer')).toMatchObject({ author: null, history: [], brings: [] })
  })
})
