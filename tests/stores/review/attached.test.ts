import { expect, test } from 'vitest'
import type { Attached } from '#contract/review.ts'
import { draft, world, type Instead } from './world.ts'

const PERSON = draft(1, { kind: 'people', state: 'published', label: 'Ada Hale' })
const GRAVES: Attached['groups'][number] = {
  ...{ kind: 'graves', field: 'person', count: 1 },
  records: [{ kind: 'graves', key: 2, label: 'Gravestone', state: 'published', author: null, fields: { entry: 'Row 3', person: 1 } }], // prettier-ignore
}
const ATTACHED = 'GET /api/records/people/1/attached/'
const answer = (group: object = GRAVES): Instead => ({ status: 200, body: { groups: [group], names: {} } })

async function opened(...more: Instead[]) {
  const grave = draft(2, {
    kind: 'graves',
    state: 'published',
    label: 'Gravestone',
    fields: { entry: 'Row 3', person: 1 },
  })
  const town = world({ records: [PERSON, grave], query: 'record=people/1' })
  town.answerInstead(ATTACHED, answer(), ...more)
  await town.desk.start()
  await town.settle()
  return { ...town, attached: town.desk.attached, form: () => town.desk.attached.edits.$edit.get()! }
}

test('a failure to list is said, and another record has other parts', async () => {
  const { attached, desk, settle, answerInstead } = await opened()
  answerInstead(ATTACHED, { status: 500 })
  desk.close()
  expect(attached.$attached.get()).toEqual({ state: 'none', owner: null })
  await desk.open({ kind: 'people', key: 1 })
  await settle()
  expect(attached.$attached.get().state).toBe('failed')
})

test('an answer closes no other form than its own', async () => {
  const { attached, form } = await opened()
  await attached.edit(GRAVES, GRAVES.records[0]!)
  attached.edits.change('entry', 'Row 4')
  const saving = attached.save()
  attached.add(GRAVES)
  attached.edits.change('entry', 'Row 9')
  expect(await saving).toBe(false)
  expect(form().inputs).toMatchObject({ entry: 'Row 9' })
})
