import { describe, expect, test } from 'vitest'
import { WIZARD } from '#contract/wizard-messages.ts'
import type { DeskRecord } from '#contract/record.ts'
import { draft, world } from './world.ts'

const item = (key: number) => ({ kind: 'items', key }) as const
const FIELDS = { title: 'Mill', general_description: 'A mill.', date_start: 18900000, people: [4] }
const person = (id: number) => ({ id, name: `Person ${id}`, detail: '', pending: false })
const PATCH = 'PATCH /api/records/items/1/'

async function editing(more: Parameters<typeof world>[0] = {}) {
  const town = world({ records: [draft(1, { fields: FIELDS }), draft(2)], ...more })
  await town.desk.start()
  town.desk.edit()
  const patches = () => town.calls.filter(({ call }) => call === PATCH)
  return { ...town, edits: town.desk.edits, edit: () => town.desk.edits.$edit.get()!, patches }
}

describe('an edit', () => {
  test('sends the changed fields with the version that was read, and shows the result', async () => {
    const { edits, edit, patches, fieldsOf, open } = await editing()
    edits.change('title', 'The old mill')
    edits.change('people', [person(4), person(5)])
    edits.change('date_start', { specificity: 'month', typed: '1890-03' })
    edits.change('general_description', 'A mill.')
    expect(await edits.save()).not.toBe(null)
    expect(patches()).toMatchObject([
      { match: '"v1"', body: { title: 'The old mill', people: [4, 5], date_start: 18900300 } },
    ])
    expect(fieldsOf(1)).toMatchObject({ title: 'The old mill', general_description: 'A mill.' })
    expect(edit()).toMatchObject({ state: 'saved', base: { version: 'v1+' } })
    expect(open()).toMatchObject({ loaded: { record: { version: 'v1+' } } })
  })

  test('sends no date that cannot be read', async () => {
    const { edits, edit, patches } = await editing()
    edits.change('date_start', { specificity: 'year', typed: '189' })
    await edits.save()
    expect([patches(), edit().errors]).toEqual([[], { date_start: WIZARD.unreadableDate.year }])
  })

  test('keeps what was typed when it is not saved, and while another draft is open', async () => {
    const { desk, edits, edit, answerInstead } = await editing()
    answerInstead(PATCH, null)
    edits.change('title', 'Typed')
    await edits.save()
    expect(edit()).toMatchObject({ refusal: { why: 'offline' }, inputs: { title: 'Typed' } })
    await desk.step(1)
    expect([edit(), edits.isUnsaved(item(1))]).toEqual([null, true])
    await desk.step(-1)
    desk.edit()
    expect(edit().inputs['title']).toBe('Typed')
    edits.reset()
    expect([edit().inputs['title'], edits.isUnsaved(item(1))]).toEqual(['Mill', false])
  })

  test('keeps what is typed while it is on its way, whether it arrives or not', async () => {
    const { edits, edit, fieldsOf, answerInstead } = await editing()
    edits.change('title', 'Typed')
    const saving = edits.save()
    edits.change('title', 'Typed more')
    expect([edit().state, await edits.save()]).toEqual(['saving', null])
    expect((await saving)?.fields['title']).toBe('Typed')
    expect(edit()).toMatchObject({
      state: 'open',
      inputs: { title: 'Typed more' },
      base: { fields: { title: 'Typed' } },
    })
    answerInstead(PATCH, null)
    const failing = edits.save()
    edits.change('general_description', 'More.')
    await failing
    expect(edit().inputs).toMatchObject({ title: 'Typed more', general_description: 'More.' })
    expect(await edits.save()).not.toBe(null)
    expect(fieldsOf(1)).toMatchObject({ title: 'Typed more', general_description: 'More.' })
  })

  test('that fails while another draft is open stays with its own', async () => {
    const { desk, edits, edit, answerInstead } = await editing()
    answerInstead(PATCH, null)
    edits.change('title', 'Typed')
    const saving = edits.save()
    await desk.step(1)
    desk.edit()
    await saving
    expect([edit().name, edits.isUnsaved(item(1))]).toEqual([item(2), true])
  })

  test('is saved before its draft is published, or nothing is published', async () => {
    const { desk, edits, stateOf, fieldsOf, answerInstead, pass } = await editing()
    edits.change('title', 'Typed')
    answerInstead(PATCH, { status: 400, body: { title: ['No.'] } })
    expect(await desk.saveAndPublish()).toBe(false)
    expect(stateOf(1)).toBe('waiting')
    expect(await desk.saveAndPublish()).toBe(true)
    await pass()
    expect([stateOf(1), fieldsOf(1)['title']]).toEqual(['published', 'Typed'])
  })
})

test('an earlier value of a field is restored, unless somebody changed the record meanwhile', async () => {
  const { edits, edit, patches, open, change } = await editing()
  expect(await edits.restore(edit().base, 'title', 'Earlier')).toBe(null)
  expect(patches()).toMatchObject([{ match: '"v1"', body: { title: 'Earlier' } }])
  expect(open()).toMatchObject({ loaded: { record: { fields: { title: 'Earlier' } } } })
  change(1, { version: 'theirs' })
  expect(await edits.restore(edit().base, 'title', 'Mill')).toMatchObject({ why: 'changed' })
  expect(open()).toMatchObject({ loaded: { record: { version: 'theirs' } } })
})

describe('two cataloguers on one draft', () => {
  const theirs = (fields: object): Partial<DeskRecord> => ({ version: 'theirs', fields: { ...FIELDS, ...fields } })

  test('who change the same field decide which one counts', async () => {
    const { edits, edit, change, fieldsOf } = await editing()
    edits.change('title', 'Mine')
    edits.change('people', [])
    change(1, theirs({ title: 'Theirs', people: [] }))
    expect(await edits.save()).toBe(null)
    expect(edit()).toMatchObject({ conflicts: [{ field: 'title', theirs: 'Theirs' }], inputs: { title: 'Mine' } })
    expect(fieldsOf(1)['title']).toBe('Theirs')
    expect([await edits.save(), fieldsOf(1)['title']], 'nothing is saved until it is decided').toEqual([null, 'Theirs'])
    edits.decide('title', 'mine')
    await edits.save()
    expect(fieldsOf(1)['title']).toBe('Mine')
  })

  test('can take the value of the other one', async () => {
    const { edits, edit, change, patches } = await editing()
    edits.change('date_start', { specificity: 'year', typed: '1895' })
    change(1, theirs({ date_start: 18960000 }))
    await edits.save()
    edits.decide('date_start', 'theirs')
    expect(edit()).toMatchObject({ conflicts: [], inputs: { date_start: { typed: '1896' } } })
    await edits.save()
    expect(patches()).toHaveLength(1)
  })
})

describe('what was typed', () => {
  const record = draft(1, { fields: FIELDS })
  const device = () => new Map<string, unknown>()

  test('survives a closed tab, also for a new record, until it is saved', async () => {
    const kept = device()
    const before = await editing({ device: kept })
    before.edits.change('title', 'Typed')
    before.edits.change('date_start', { specificity: 'year', typed: '189' })
    await before.pass(1000)
    expect([...kept.keys()]).toEqual(['edit  1 items/1'])
    const { edit, edits, pass } = await editing({ device: kept, records: [record, draft(2)] })
    expect(edit()).toMatchObject({ inputs: { title: 'Typed', date_start: { typed: '189' } } })
    edits.change('date_start', { specificity: 'year', typed: '1891' })
    await edits.save()
    await pass(1000)
    expect(kept.size).toBe(0)
  })

  test('is merged with what others changed meanwhile, and damaged storage is passed over', async () => {
    const kept = device()
    const before = await editing({ device: kept })
    before.edits.change('title', 'Typed')
    await before.pass(1000)
    kept.set('odd', { id: 'odd', api: '', account: 1, what: 'desk-edit-1', name: 7 })
    kept.set('old', { ...{ id: 'old', api: '', account: 1, what: 'desk-edit-1', name: item(2), newKey: null }, base: draft(2), values: { title: 'Of old' }, dates: { date_start: { specificity: 'year', typed: '19' } } }) // prettier-ignore
    const theirs = { ...record, version: 'v2', fields: { ...FIELDS, title: 'Theirs', general_description: 'Theirs' } }
    const { desk, edit } = await editing({ device: kept, records: [theirs, draft(2)] })
    expect(edit()).toMatchObject({
      inputs: { title: 'Typed', general_description: 'Theirs' },
      conflicts: [{ field: 'title', theirs: 'Theirs' }],
    })
    await desk.step(1)
    desk.edit()
    expect(edit().inputs, 'by an earlier version').toMatchObject({ title: 'Of old', date_start: { typed: '19' } })
  })

  test('goes along to the record that the edited one became part of', async () => {
    const { desk, edits, edit, answerInstead, openKey } = await editing()
    edits.change('title', 'Typed')
    answerInstead(PATCH, { status: 412, body: { detail: '“Item 1” became part of “Item 2”.', changed: [], record: draft(2) } }) // prettier-ignore
    answerInstead('GET /api/records/items/1/', { status: 200, body: draft(2) })
    expect(await edits.save()).toBe(null)
    expect(edit()).toMatchObject({ gone: { into: { name: item(2), label: 'Item 2' } }, inputs: { title: 'Typed' } })
    await desk.followMerge()
    expect([openKey(), edits.isUnsaved(item(1))]).toEqual([2, false])
    expect(edit()).toMatchObject({ name: item(2), base: { version: 'v2' }, inputs: { title: 'Typed' }, gone: null })
  })

  test('stays in the form of a record that was removed', async () => {
    const { edits, edit, answerInstead } = await editing()
    edits.change('title', 'Typed')
    answerInstead(PATCH, { status: 404, body: { detail: '“Item 1” was removed by Mary.' } })
    await edits.save()
    const refusal = { why: 'refused', text: '“Item 1” was removed by Mary.' }
    expect(edit()).toMatchObject({ gone: { into: null }, refusal, inputs: { title: 'Typed' } })
  })
})
