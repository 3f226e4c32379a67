import { describe, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import type { DeskRecord } from '#contract/record.ts'
import { detail, openRegattaTown, record, reviewOf } from './regatta-town.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)
const { take, queue, mails, builds, steps, status } = reviewOf(() => town)

describe('publishing', () => {
  test('publishes the item with its dependent drafts, and mails its author', async () => {
    expect(await status('/api/item/51/')).toBe(404)
    const before = (await town.get('/api/items/')).json as { count: number }
    const answer = await take('publish')
    expect(answer.status).toBe(200)
    expect(record(answer)).toMatchObject({ state: 'published', brings: [], note: '' })
    const shown = (await town.get('/api/item/51/')).json as Record<string, unknown>
    expect(shown).toMatchObject({ title: 'The regatta', people: [{ id: 51 }], subject: [{ id: 52 }] })
    expect(await status('/api/person/51/')).toBe(200)
    expect(await status('/api/person/52/')).toBe(404)
    expect((await town.get('/api/items/')).json).toMatchObject({ count: before.count + 1 })
    expect((await town.get('/api/items/?search=wartend')).json).toMatchObject({ count: 1 })
    const [letter, ...others] = await mails()
    expect(others).toEqual([])
    expect(letter).toMatchObject({ recipient: 'volunteer@example.org', kind: 'published' })
    expect(letter!.text).toContain('/itemview/51/')
    expect(await builds()).toEqual([{ state: 'waiting', reason: 'Published “The regatta”' }])
    expect(await queue()).toEqual(['people 52 Otto Ohneitem', 'items 901 Secret draft mill'])
    const taken = await steps()
    expect(taken.every(({ action, account_id }) => action === 'published' && account_id === 4)).toBe(true)
    expect(taken.map(({ kind, record_key }) => `${kind} ${record_key}`).sort()).toEqual([
      'graves 51',
      'items 51',
      'people 51',
      'relationships 51',
      'subjects 51',
      'subjects 52',
    ])
  })

  test('a second time changes nothing', async () => {
    await take('publish')
    const before = [await mails(), await builds(), await steps()]
    const again = await take('publish')
    expect(again.status).toBe(200)
    expect(record(again).state).toBe('published')
    expect([await mails(), await builds(), await steps()]).toEqual(before)
  })

  test('sends no mail to the publisher, inactive accounts and unknown authors', async () => {
    await town.db.updateTable('item').set({ author_id: 4 }).where('id', '=', 51).execute()
    await take('publish')
    await take('publish', { key: 901 })
    await town.db.updateTable('item').set({ author_id: 2, visibility: 'draft' }).where('id', '=', 2).execute()
    await town.db.updateTable('account').set({ disabled_at: '2026-01-01T00:00:00Z' }).where('id', '=', 2).execute()
    const { author } = record(await town.send('/api/records/items/2/', { as: 'staff' }))
    expect(author).toEqual({ id: 2, name: 'otherVolunteer', disabled: true })
    const returned = await take('return', { key: 2, note: 'Where is it?' })
    expect([returned.status, record(returned).state]).toEqual([200, 'returned'])
    expect((await take('publish', { key: 2 })).status).toBe(200)
    expect(await mails()).toEqual([])
  })

  test('is refused if it refers to a discarded record, naming it', async () => {
    await take('discard')
    await take('discard', { kind: 'graves' })
    await take('discard', { kind: 'relationships' })
    expect((await take('discard', { kind: 'people' })).status).toBe(200)
    expect((await take('resubmit')).status).toBe(200)
    const refused = await take('publish')
    expect(refused.status).toBe(409)
    expect(detail(refused)).toContain('“Wendel Wartend”')
    await town.db.updateTable('subject').set({ state: 'discarded' }).where('id', '=', 52).execute()
    expect(detail(await take('publish'))).toBe(
      "“The regatta” can't be published because it refers to “Wendel Wartend”, “Rowing”, which were discarded. Put them back in the queue, or remove them from this record.",
    )
    expect(await status('/api/item/51/')).toBe(404)
    // Nothing was published, including its dependent drafts.
    expect(((await town.get('/api/subjects/')).json as { id: number }[]).some(({ id }) => id === 51)).toBe(false)
  })

  test('is refused with an old version, listing the changes', async () => {
    const { version } = record(await town.send('/api/records/items/51/', { as: 'staff' }))
    const edited = await town.send('/api/records/items/51/', {
      method: 'PATCH',
      as: 'volunteer',
      body: { title: 'The great regatta' },
      headers: { 'if-match': `"${version}"` },
    })
    expect(edited.status).toBe(200)
    const stale = await take('publish', { headers: { 'if-match': `"${version}"` } })
    expect(stale.status).toBe(412)
    expect(stale.json).toMatchObject({
      changed: [{ action: 'edited', fields: [{ field: 'title', after: 'The great regatta' }] }],
      record: { state: 'waiting', fields: { title: 'The great regatta' } },
    })
    expect(await status('/api/item/51/')).toBe(404)
    const now = record(edited).version
    expect((await take('publish', { headers: { 'if-match': `"${now}"` } })).status).toBe(200)
  })

  test.each(['publish', 'return', 'discard'])(
    '%s without a version is refused: nobody has said what they read',
    async (step) => {
      const before = [await queue(), await mails(), await steps()]
      for (const version of [undefined, '*', 'W/"weak"']) {
        const headers: Record<string, string> = version === undefined ? {} : { 'if-match': version }
        const refused = await take(step, { note: 'x', headers })
        expect([refused.status, detail(refused)]).toEqual([428, API.versionNeeded])
      }
      expect([await queue(), await mails(), await steps()]).toEqual(before)
      // Repeating the step needs a version too.
      await take(step, { note: 'x' })
      expect((await take(step, { note: 'x', headers: {} })).status).toBe(428)
    },
  )

  test('unpublishing needs no version', async () => {
    await take('publish')
    expect((await take('unpublish', { headers: {} })).status).toBe(200)
  })

  test('is refused if a dependent draft has changed since', async () => {
    const { version, brings } = record(await town.send('/api/records/items/51/', { as: 'staff' }))
    const { key } = brings.find(({ kind }) => kind === 'people')!
    const person = `/api/records/people/${key}/`
    const etag = String((await town.send(person, { as: 'staff' })).headers['etag'])
    const sent = { method: 'PATCH', body: { biography: 'Not what was read' }, headers: { 'if-match': etag } } as const
    expect((await town.send(person, { ...sent, as: 'staff' })).status).toBe(200)
    const stale = await take('publish', { headers: { 'if-match': `"${version}"` } })
    expect(stale.status).toBe(412)
    const told = (stale.json as { record: DeskRecord }).record
    expect(told.brings.find((each) => each.key === key)).toMatchObject({ fields: { biography: 'Not what was read' } })
    expect(await status(`/api/person/${key}/`)).toBe(404)
    // An edit only checks the item's own fields, whose version is unchanged.
    const title = {
      method: 'PATCH',
      as: 'staff',
      body: { title: 'Regatta' },
      headers: { 'if-match': `"${version}"` },
    } as const
    const now = record(await town.send('/api/records/items/51/', title)).version
    expect((await take('publish', { headers: { 'if-match': `"${now}"` } })).status).toBe(200)
  })

  test('a concurrent edit is not lost', async () => {
    const { version } = record(await town.send('/api/records/items/51/', { as: 'staff' }))
    const headers = { 'if-match': `"${version}"` }
    const [edit, published] = await Promise.all([
      town.send('/api/records/items/51/', { method: 'PATCH', as: 'volunteer', body: { title: 'Changed' }, headers }),
      take('publish', { headers }),
    ])
    expect([
      [200, 412],
      [403, 200],
    ]).toContainEqual([edit.status, published.status])
    const { title, visibility } = await town.db
      .selectFrom('item')
      .select(['title', 'visibility'])
      .where('id', '=', 51)
      .executeTakeFirstOrThrow()
    expect([title, visibility]).toEqual(edit.status === 200 ? ['Changed', 'draft'] : ['The regatta', 'published'])
  })
})
