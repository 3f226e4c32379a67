import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import { idOf, openDraftTown, sendingTo } from './sending.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(openDraftTown)

const { post, row } = sendingTo(() => town)

const ITEM = {
  type: 'postcard',
  title: ' The quay ',
  general_description: ' Boats ',
  date_start: 19010000,
  date_end: 19030500,
  location: 2,
  people: [2, 1, 2],
  contributors: [3],
  subject: [3],
  organizations: [2],
  creator: 1,
  externalRecordURL: 'https://example.org/quay',
}

describe('an item', () => {
  test('is stored as sent, as a draft of its sender, regardless of the body', async () => {
    const answer = await post('/api/item/post/', {
      ...ITEM,
      id: 1,
      pk: 1,
      user_author: TEST_ACCOUNTS.staff.id,
      author_id: TEST_ACCOUNTS.staff.id,
      visibility: 'published',
      state: 'returned',
      published_at: '2020-01-01T00:00:00Z',
    })
    const id = idOf(answer)
    expect([answer.status, answer.json]).toEqual([201, { id }])
    expect(id).not.toBe(1)
    expect(await row('item', id)).toMatchObject({
      visibility: 'draft',
      state: 'waiting',
      author_id: TEST_ACCOUNTS.volunteer.id,
      published_at: null,
      note: '',
    })
    expect((await post(`/api/item/${id}/`, undefined)).status).toBe(405)
    const read = (await town.send(`/api/item/${id}/`, { as: 'volunteer' })).json as Record<string, never>
    expect(read).toMatchObject({
      type: 'postcard',
      title: 'The quay',
      general_description: 'Boats',
      date_start: 19010000,
      date_end: 19030500,
      location: { id: 2, name: 'Harbour' },
      visibility: 'draft',
      externalRecordURL: 'https://example.org/quay',
      creator: { id: 1 },
    })
    const ids = (list: { id: number }[]) => list.map((each) => each.id)
    expect([
      ids(read['people']!),
      ids(read['contributors']!),
      ids(read['subject']!),
      ids(read['organizations']!),
    ]).toEqual([[2, 1], [3], [3], [2]])
    expect((await town.get(`/api/item/${id}/`)).status).toBe(404)
    expect((await town.send('/api/items/?visibility=draft&search=quay', { as: 'volunteer' })).json).toMatchObject({
      count: 1,
    })
    const step = await town.db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'items')
      .where('record_key', '=', String(id))
      .execute()
    expect(step).toMatchObject([{ action: 'submitted', account_id: TEST_ACCOUNTS.volunteer.id }])
  })

  test('is a draft of staff too', async () => {
    const id = idOf(await post('/api/item/post/', { type: 'object', general_description: 'x' }, 'staff'))
    expect((await row('item', id)).visibility).toBe('draft')
  })

  test.each([
    ['volunteer', null, null, ''],
    ['society', 1, 'ID-society', 'Public Domain'],
    ['staff', 1, 'ID-staff', 'Public Domain'],
  ] as const)(
    'of a %s has what they may say of its place in the archive',
    async (as, collection, identifier, rights) => {
      const said = { collection: 1, archival_identifier: `ID-${as}`, copyright_info: 'Public Domain' }
      const id = idOf(await post('/api/item/post/', { type: 'object', general_description: 'x', ...said }, as))
      expect(await row('item', id)).toMatchObject({
        collection_id: collection,
        archival_identifier: identifier,
        copyright_info: rights,
      })
    },
  )

  test('can have empty fields, as forms send them', async () => {
    const empty = {
      date_start: '',
      date_end: null,
      location: '',
      collection: '',
      creator: '',
      title: null,
      copyright_info: '',
    }
    const lists = { people: null, subject: [], externalRecordURL: '', archival_identifier: '' }
    for (const type of ['event', 'object']) {
      const answer = await post('/api/item/post/', { type, general_description: 'x', ...empty, ...lists }, 'society')
      expect(answer.status).toBe(201)
    }
  })

  test('keeps a link as typed, and detects two links to the same video', async () => {
    const video = { type: 'video', general_description: 'x' }
    const typed = 'https://www.youtube.com/watch?v=abc_DEF-123&t=4'
    const id = idOf(await post('/api/item/post/', { ...video, externalRecordURL: typed }))
    expect((await row('item', id)).external_record_url).toBe(typed)
    const again = await post('/api/item/post/', {
      ...video,
      externalRecordURL: 'https://www.youtube.com/embed/abc_DEF-123',
    })
    expect([again.status, again.json]).toEqual([
      400,
      { externalRecordURL: ['This URL is already being used in another item!'] },
    ])
  })
})

describe('identifier and address', () => {
  const taken = {
    archival_identifier: ['This archival ID is already in use!'],
    externalRecordURL: ['This URL is already being used in another item!'],
  }
  test('are both checked, also against drafts of others', async () => {
    const same = {
      type: 'object',
      general_description: 'x',
      archival_identifier: 'TWICE',
      externalRecordURL: 'https://e.org/twice',
    }
    expect((await post('/api/item/post/', same, 'staff')).status).toBe(201)
    const answer = await post('/api/item/post/', same, 'society')
    expect([answer.status, answer.json]).toEqual([400, taken])
  })
  test('of two concurrent duplicates one wins', async () => {
    const same = { type: 'object', general_description: 'x', archival_identifier: 'RACE' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/api/item/post/', same, 'society')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    for (const { status, json } of answers) {
      if (status === 400) expect(json).toEqual({ archival_identifier: taken.archival_identifier })
    }
  })
})

describe('a repeated submission', () => {
  let before: number
  const count = async () => (await town.db.selectFrom('item').select('id').execute()).length
  beforeEach(async () => {
    before = await count()
  })
  const body = { type: 'object', general_description: 'once' }
  test('makes no second item, also while the first is running', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => post('/api/item/post/', body, 'volunteer', { 'idempotency-key': 'a-1' })),
    )
    const later = await post('/api/item/post/', body, 'volunteer', { 'idempotency-key': 'a-1' })
    expect(new Set([...answers, later].map((each) => `${each.status} ${each.body.toString()}`)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })
  test('with another body is refused', async () => {
    await post('/api/item/post/', body, 'volunteer', { 'idempotency-key': 'a-2' })
    const other = await post('/api/item/post/', { ...body, title: 'y' }, 'volunteer', { 'idempotency-key': 'a-2' })
    expect([other.status, await count()]).toEqual([422, before + 1])
  })
})
