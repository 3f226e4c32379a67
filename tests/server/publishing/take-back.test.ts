import { describe, expect, test } from 'vitest'
import { detail, openRegattaTown, record, reviewOf } from './regatta-town.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)
const { take, queue, mails, builds, status } = reviewOf(() => town)

describe('a returned draft', () => {
  test('is mailed to its author with the note, edited, resubmitted and published', async () => {
    expect((await take('return', { note: '' })).status).toBe(400)
    expect((await take('return')).status).toBe(400)
    const returned = record(await take('return', { note: 'Which year was it?' }))
    expect(returned).toMatchObject({ state: 'returned', note: 'Which year was it?' })
    expect(record(await take('return', { note: 'And which boat?' })).note).toBe('And which boat?')
    const letters = await mails()
    expect(letters.map(({ recipient, kind }) => [recipient, kind])).toEqual([
      ['volunteer@example.org', 'returned'],
      ['volunteer@example.org', 'returned'],
    ])
    expect(letters[0]!.text).toContain('> Which year was it?')
    expect((await take('resubmit', { as: 'otherVolunteer' })).status).toBe(404)
    const again = record(await take('resubmit', { as: 'volunteer', note: 'In 1901.' }))
    expect(again).toMatchObject({ state: 'waiting', note: '' })
    expect(again.history.map(({ action, note }) => [action, note])).toEqual([
      ['resubmitted', 'In 1901.'],
      ['returned', 'And which boat?'],
      ['returned', 'Which year was it?'],
    ])
    expect((await take('publish')).status).toBe(200)
    expect((await take('resubmit', { as: 'volunteer' })).status).toBe(403)
  })

  test('without an author no mail is sent', async () => {
    expect((await take('return', { key: 901, note: 'No.' })).status).toBe(200)
    expect(await mails()).toEqual([])
  })

  test('a published record has to be unpublished first', async () => {
    const refused = await take('return', { key: 1, note: 'Hm.' })
    expect(refused.status).toBe(409)
    expect(detail(refused)).toContain('“The mill in winter” is already published')
    expect((await take('discard', { key: 1 })).status).toBe(409)
    expect((await take('unpublish')).status).toBe(200)
  })
})

describe('discarding', () => {
  test('keeps the record, releases its identifier and URL, and restores them', async () => {
    const discarded = record(await take('discard', { note: 'Twice the same' }))
    expect(discarded).toMatchObject({
      state: 'discarded',
      note: 'Twice the same',
      fields: { archival_identifier: null, externalRecordURL: null },
    })
    expect(discarded.history[0]).toMatchObject({
      action: 'discarded',
      note: 'Twice the same',
      fields: [
        { field: 'state', before: 'waiting', after: 'discarded' },
        { field: 'archival_identifier', before: 'R-1', after: null },
        { field: 'externalRecordURL', before: 'https://boats.example/1', after: null },
      ],
    })
    expect(await queue()).not.toContain('items 51 The regatta')
    expect(await queue('?state=discarded')).toEqual(['items 51 The regatta'])
    expect((await take('publish')).status).toBe(409)
    expect((await take('resubmit', { as: 'volunteer' })).status).toBe(403)
    expect(record(await take('resubmit'))).toMatchObject({
      state: 'waiting',
      fields: { archival_identifier: 'R-1', externalRecordURL: 'https://boats.example/1' },
    })
  })

  test('if the identifier is in use, another one is needed', async () => {
    await take('discard')
    await town.db.updateTable('item').set({ archival_identifier: 'R-1' }).where('id', '=', 2).execute()
    const refused = await take('resubmit')
    expect(refused.status).toBe(400)
    expect(refused.json).toEqual({ archival_identifier: ['This archival ID is already in use!'] })
    expect(await queue('?state=discarded')).toEqual(['items 51 The regatta'])
  })

  test('is refused while other records refer to it, naming them', async () => {
    const person = await take('discard', { kind: 'people' })
    expect(person.status).toBe(409)
    expect(detail(person)).toBe(
      "“Wendel Wartend” can't be discarded because other records refer to it: “The regatta”, “Wendel Wartend, parent of Ruth Peña”, “Gravestone of Wendel Wartend”.",
    )
    expect(detail(await take('discard', { kind: 'subjects' }))).toContain('“Rowing”')
    expect((await take('discard', { kind: 'people', key: 52 })).status).toBe(200)
  })
})

describe('unpublishing', () => {
  test('hides an item, keeps its people public, and requests a rebuild', async () => {
    expect((await take('unpublish', { key: 1, note: 'The donor asked' })).status).toBe(200)
    expect(await status('/api/item/1/')).toBe(404)
    expect(await status('/api/person/2/')).toBe(200)
    expect(await builds()).toEqual([{ state: 'waiting', reason: 'Unpublished “The mill in winter”' }])
    expect(await queue()).toContain('items 1 The mill in winter')
    expect((await take('publish', { key: 1 })).status).toBe(200)
    const { published_at } = await town.db
      .selectFrom('item')
      .select('published_at')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    // It is no news that it is there.
    expect(published_at).toBe('2026-01-02T00:00:00Z')
  })

  // Ruth is in one item and made another.
  test('hides a person of published items, also from the full text', async () => {
    expect((await town.get('/api/items/?search=ruth')).json).toMatchObject({ count: 2 })
    await take('unpublish', { kind: 'people', key: 3 })
    expect(await status('/api/person/3/')).toBe(404)
    expect(((await town.get('/api/item/2/')).json as { people: unknown[] }).people).toEqual([])
    expect((await town.get('/api/items/?search=ruth')).json).toMatchObject({ count: 0 })
    await take('publish', { kind: 'people', key: 3 })
    expect((await town.get('/api/items/?search=ruth')).json).toMatchObject({ count: 2 })
  })
})
