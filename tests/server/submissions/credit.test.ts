import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { TEST_ACCOUNTS, type TestAccount } from '../fixtures.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { idOf, openDraftTown, sendingTo } from './sending.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openDraftTown)
beforeEach(async () => {
  const { id } = TEST_ACCOUNTS.volunteer
  await town.db.updateTable('account').set({ name: 'Wilhelmina Zqname' }).where('id', '=', id).execute()
})

const { post } = sendingTo(() => town)
const ITEM = { type: 'postcard', title: 'The quay', general_description: 'Boats' }
const NAME = 'Wilhelmina Zqname'

async function write(method: 'PATCH' | 'POST', url: string, as: TestAccount, body: object = {}) {
  const headers = await withVersion(town, url, { 'if-match': VERSION })
  return town.send(url, { method, as, body, headers })
}
const edit = (id: number, body: object, as: TestAccount) => write('PATCH', `/api/records/items/${id}/`, as, body)
const publish = (id: number) => write('POST', `/api/records/items/${id}/publish/`, 'staff')
const contributor = async (id: number, as?: TestAccount) =>
  ((await town.send(`/api/item/${id}/`, as && { as })).json as { contributed_by: unknown }).contributed_by

async function published(credit: unknown) {
  const id = idOf(await post('/api/item/post/', { ...ITEM, ...(credit !== undefined && { credit }) }))
  expect((await publish(id)).status).toBe(200)
  return id
}
const rename = (body: object) => {
  const { id } = TEST_ACCOUNTS.volunteer
  return town.send(`/api/accounts/${id}/`, { method: 'PATCH', as: 'administrator', body })
}
const counter = async () =>
  (await town.db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter

test.each([undefined, null, false, '', '0', 'false'])('nobody is named who said %j', async (credit) => {
  const id = await published(credit)
  for (const as of [undefined, 'volunteer', 'staff'] as const) expect(await contributor(id, as)).toBeNull()
  for (const url of [`/api/item/${id}/`, '/api/items/?search=quay', `/api/items/?page_size=100`]) {
    expect((await town.get(url)).body.toString()).not.toContain('Zqname')
  }
  expect((await town.get('/api/items/?search=Zqname')).json).toMatchObject({ count: 0 })
})

test.each([true, 'true', 'TRUE', '1'])(
  'who says %j is named when the item is published, not before',
  async (credit) => {
    const id = idOf(await post('/api/item/post/', { ...ITEM, credit }))
    for (const as of ['volunteer', 'staff'] as const) expect(await contributor(id, as)).toBeNull()
    await publish(id)
    expect(await contributor(id)).toBe(NAME)
    expect((await town.get('/api/items/?page_size=100')).body.toString()).toContain(NAME)
    await write('POST', `/api/records/items/${id}/unpublish/`, 'staff')
    expect(await contributor(id, 'staff')).toBeNull()
  },
)

test('the credit is not a search term', async () => {
  await published(true)
  expect((await town.get('/api/items/?search=Zqname')).json).toMatchObject({ count: 0 })
})

test('an export names nobody: it has no accounts', async () => {
  const id = await published(true)
  const folder = mkdtempSync(path.join(tmpdir(), 'lotline-credit-'))
  try {
    await exportBundle({ folder, db: town.db, media: town.media })
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('')
    expect(texts).toContain(`"id":${id}`)
    expect(texts).not.toContain('Zqname')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('"perhaps" is no answer', async () => {
  const answer = await post('/api/item/post/', { ...ITEM, credit: 'perhaps' })
  expect([answer.status, answer.json]).toMatchObject([400, { credit: ['Choose true or false.'] }])
})

describe('changing it', () => {
  test('the author does, and the audit trail has it', async () => {
    const id = idOf(await post('/api/item/post/', ITEM))
    const answer = await edit(id, { credit: true }, 'volunteer')
    expect(answer.json).toMatchObject({
      fields: { credit: true },
      history: [{ action: 'edited', fields: [{ field: 'credit', before: false, after: true }] }, {}],
    })
    expect((await edit(id, { credit: false }, 'volunteer')).json).toMatchObject({ fields: { credit: false } })
  })

  test('staff can take it back, but not agree for somebody else', async () => {
    const id = await published(false)
    const answer = await edit(id, { credit: true, title: 'Changed' }, 'staff')
    expect([answer.status, answer.json]).toEqual([400, { credit: [API.authorAgrees] }])
    expect((await edit(id, { credit: false, title: 'Changed' }, 'staff')).status).toBe(200)
    const agreed = await published(true)
    expect((await edit(agreed, { credit: true, title: 'Changed' }, 'staff')).status).toBe(200)
    expect((await edit(agreed, { credit: false }, 'staff')).status).toBe(200)
    expect(await contributor(agreed)).toBeNull()
  })
})

describe('the account', () => {
  test('a new name shows, and the site is built again', async () => {
    const id = await published(true)
    const before = await counter()
    await town.db.updateTable('build').set({ state: 'done' }).execute()
    expect((await rename({ name: 'Minna Zqnew' })).status).toBe(200)
    expect(await contributor(id)).toBe('Minna Zqnew')
    expect(await counter()).toBeGreaterThan(before)
    const waiting = await town.db.selectFrom('build').select('reason').where('state', '=', 'waiting').execute()
    expect(waiting).toEqual([{ reason: 'A contributor’s name changed' }])
  })

  test('a disabled one is not named', async () => {
    const id = await published(true)
    await rename({ disabled: true })
    expect(await contributor(id)).toBeNull()
    await rename({ disabled: false })
    expect(await contributor(id)).toBe(NAME)
  })

  test('a name that nobody sees changes nothing', async () => {
    await published(false)
    const before = await counter()
    await town.db.updateTable('build').set({ state: 'done' }).execute()
    await rename({ name: 'Minna Zqnew' })
    expect(await counter()).toBe(before)
    expect(await town.db.selectFrom('build').select('id').where('state', '=', 'waiting').execute()).toEqual([])
  })
})

describe('the star of an opening picture', () => {
  const starOf = async (id: number) => (await town.get(`/api/item/${id}/`)).json
  test('is for staff: what others send is ignored', async () => {
    const id = idOf(await post('/api/item/post/', { ...ITEM, starred: true }))
    expect((await edit(id, { starred: true, title: 'Changed' }, 'volunteer')).json).toMatchObject({
      fields: { starred: false },
    })
    const answer = await edit(id, { starred: true }, 'staff')
    expect(answer.json).toMatchObject({ fields: { starred: true } })
    expect((answer.json as { history: unknown[] }).history[0]).toMatchObject({
      fields: [{ field: 'starred', before: false, after: true }],
    })
    expect((await edit(id, { title: 'Again' }, 'volunteer')).json, 'it stays').toMatchObject({
      fields: { starred: true },
    })
  })

  test('is in what visitors read and in an export', async () => {
    const id = await published(false)
    expect(await starOf(id)).toMatchObject({ starred: false })
    await edit(id, { starred: true }, 'staff')
    expect(await starOf(id)).toMatchObject({ starred: true })
    const folder = mkdtempSync(path.join(tmpdir(), 'lotline-star-'))
    try {
      await exportBundle({ folder, db: town.db, media: town.media })
      const exported = readdirSync(folder).filter((name) => name.startsWith('items'))
      expect(exported.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('')).toContain('"starred":true')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
