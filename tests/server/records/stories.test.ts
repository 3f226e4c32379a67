import { expect, test } from 'vitest'
import { TEXT } from '#contract/limits.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { Story } from '#contract/story.ts'
import { openTestArchive, type TestAccount } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { useFreshArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const town = useFreshArchive(() => openTestArchive(SMALL_TOWN))
const { add, change, read, audit } = deskOf(() => town)

const FIRE = { title: 'The fire of 1887', lead: 'One night, three mills.', text: 'It began here.\n\n::place 2 1887' }
const stories = async (as?: TestAccount) =>
  (await town.send('/api/stories/', as ? { as } : {})).json as (Story & Record<string, unknown>)[]
const titles = async (as?: TestAccount) => (await stories(as)).map(({ title }) => title)
const counter = async () => (await town.get('/api/changes/')).json as { counter: number }
async function step(key: number | string, name: string, body?: object) {
  const { version } = await read('stories', key)
  const headers = { 'if-match': `"${version}"` }
  return town.send(`/api/records/stories/${key}/${name}/`, { method: 'POST', as: 'staff', headers, body })
}
async function addFire(): Promise<DeskRecord> {
  const answer = await add('stories', FIRE)
  expect([answer.status, answer.json]).toEqual([201, answer.json])
  return answer.json
}

test('a new story is a draft: it counts, is read and asks for a build when it is published', async () => {
  const before = await counter()
  const { key, state, label } = await addFire()
  expect([state, label]).toEqual(['waiting', FIRE.title])
  expect(await titles()).toEqual(['The mill'])
  expect(await titles('volunteer')).toEqual(['The mill'])
  expect(await titles('staff')).toEqual(['The mill', FIRE.title])
  expect((await town.get(`/api/story/${key}/`)).status).toBe(404)
  expect(await counter()).toEqual(before)
  expect((await town.send('/api/builds/', { as: 'staff' })).json).toEqual([])

  expect((await step(key, 'publish')).status).toBe(200)
  const { published_at, updated_at, ...shown } = (await town.get(`/api/story/${key}/`)).json as Story
  expect(shown).toEqual({ id: key, ...FIRE })
  expect(Date.now() - Date.parse(updated_at!)).toBeLessThan(60_000)
  expect((await counter()).counter).toBeGreaterThan(before.counter)
  const builds = (await town.send('/api/builds/', { as: 'staff' })).json as { reason: string }[]
  expect(builds.map(({ reason }) => reason)).toEqual([`Published “${FIRE.title}”`])

  // The feed is by when a story was published first.
  await change('stories', key, { lead: 'One night.' })
  await step(key, 'unpublish')
  await step(key, 'publish')
  const edited = (await town.get(`/api/story/${key}/`)).json as Story
  expect([edited.published_at, edited.updated_at! > updated_at!]).toEqual([published_at, true])
})

test('it is returned, unpublished and discarded like other drafts, and History tells', async () => {
  const { key } = await addFire()
  await step(key, 'return', { note: 'Which mill?' })
  await town.send(`/api/records/stories/${key}/resubmit/`, { method: 'POST', as: 'staff' })
  await change('stories', key, { lead: 'One night.' })
  await step(key, 'publish')
  expect((await step(key, 'unpublish')).json).toMatchObject({ state: 'waiting' })
  expect(await titles()).toEqual(['The mill'])
  await step(key, 'discard')
  const steps = await audit(`?kind=stories&key=${key}`)
  const actions = steps.map(({ action }) => action)
  expect(actions.toReversed()).toEqual(
    ['added', 'returned', 'resubmitted', 'edited', 'published', 'unpublished', 'discarded'], // prettier-ignore
  )
  expect(steps.find(({ action }) => action === 'edited')!.fields).toEqual([
    { field: 'lead', before: FIRE.lead, after: 'One night.' },
  ])
})

test('a removed story comes back whole', async () => {
  const before = await stories('staff')
  const { version } = await read('stories', 1)
  const url = '/api/records/stories/1/'
  const headers = { 'if-match': `"${version}"` }
  expect((await town.send(`${url}?uses=0`, { method: 'DELETE', as: 'staff', headers })).status).toBe(204)
  expect(await titles()).toEqual([])
  const { results } = (await town.send('/api/operations/', { as: 'staff' })).json as { results: { id: number }[] }
  await town.send(`/api/operations/${results[0]!.id}/undo/`, { method: 'POST', as: 'staff', body: {} })
  expect(await stories('staff')).toEqual([
    { ...before[0], published_at: expect.any(String), updated_at: expect.any(String) },
  ])
})

test('what its lines name has to be there, and is followed into merges and trees', async () => {
  const text =
    'One\n\n::item 1\n::map town-1812\n::item 4711\n::person 2 | Ann\n::place 9 1890\n:: nothing\n`::item 12`'
  expect((await add('stories', { ...FIRE, text })).json).toEqual({
    text: [
      '“::item 4711”: the archive has no item of this number.',
      '“::map town-1812”: the archive has no old map of this name.',
      '“::place 9”: the archive has no place of this number.',
    ],
  })
  expect((await change('stories', 1, { text: '::person 99' })).json).toEqual({
    text: ['“::person 99”: the archive has no person of this number.'],
  })
  expect((await change('stories', 1, { lead: 'Short' })).status).toBe(200)
  // What was there when it was written may be gone: the rest can be edited all the same.
  await town.db.updateTable('story').set({ text: '::person 99' }).execute()
  expect((await change('stories', 1, { text: 'Now: \n::person 99' })).status).toBe(200)
  const operation = {
    type: 'merge' as const,
    kind: 'people',
    record_key: '77',
    into_id: 2,
    label: 'x',
    at: '2026-01-01',
  }
  await town.db.insertInto('operation').values(operation).execute()
  expect((await change('stories', 1, { text: '::person 77 | Him' })).json).toMatchObject({
    fields: { text: '::person 2 | Him' },
  })
  const tree = (await town.send('/api/trees/stories/', { as: 'staff' })).json
  expect(tree).toEqual([
    { id: 1, name: 'The mill', parent: null, items: 0, state: 'published', updated_at: expect.any(String) },
  ])
})

test('staff see which drafts a story names that visitors will not see', async () => {
  const { json } = await add('stories', { ...FIRE, text: '::item 1\n::item 901\n::place 2\n::person 1\n::item 901' })
  const { key, left_out } = json as DeskRecord
  expect(left_out).toEqual(['Secret draft mill'])
  await town.db.updateTable('item').set({ visibility: 'published' }).where('id', '=', 901).execute()
  expect((await read('stories', key)).left_out).toEqual([])
  expect((await read('items', 1)).left_out).toBeUndefined()
})

test('errors by field, and every text has an end', async () => {
  expect((await add('stories', { ...FIRE, title: ' ' })).json).toEqual({ title: ['This field is required'] })
  const long = await add('stories', { ...FIRE, text: 'x'.repeat(TEXT.story + 1) })
  expect([long.status, Object.keys(long.json)]).toEqual([400, ['text']])
  expect((await add('stories', { ...FIRE, text: ['x'] })).status).toBe(400)
  expect((await add('stories', { ...FIRE, author: 'x' })).status).toBe(400)
  expect((await add('stories', FIRE, {}, 'volunteer')).status).toBe(403)
})
