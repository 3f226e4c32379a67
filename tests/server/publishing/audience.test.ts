import { expect, test } from 'vitest'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { openHidden } from '#server/publishing/audience.ts'
import { useFreshArchive } from '../use-archive.ts'
import { runSql } from '../raw-sql.ts'
import { PICTURE_VERSION } from '../walk/sample-calls.ts'

const town = useFreshArchive()
const hide = (record: string, until: unknown, as: 'staff' | 'volunteer' = 'staff') =>
  town.send(`/api/records/${record}/audience/`, { method: 'POST', body: { hidden_until: until }, as })
const status = async (url: string) => (await town.get(url)).status
const at = (day: number, hour = 1) => new Date(2030, 0, day, hour)
const open = (now: Date) => openHidden(town.db, now, (error) => expect.fail(String(error)))
const letters = () => town.db.selectFrom('mail').selectAll().where('kind', '=', 'opening').orderBy('id').execute()

test('a hidden record leaves every public way at once, and comes back', async () => {
  expect(await status('/api/item/1/')).toBe(200)
  const { status: done, json } = await hide('items/1', 'staff')
  expect([done, json]).toMatchObject([200, { state: 'hidden', hidden_until: 'staff' }])
  expect(await status('/api/item/1/')).toBe(404)
  expect(await status('/api/scan/image/1/')).toBe(410)
  expect((await town.get('/api/items/?search=mill')).json).toMatchObject({ count: 0 })
  const builds = () => town.db.selectFrom('build').select('reason').execute()
  expect(await builds()).toEqual([{ reason: 'Hidden: “The mill in winter”' }])
  const audit = await town.send('/api/records/items/1/', { as: 'staff' })
  expect((audit.json as { history: unknown[] }).history[0]).toMatchObject({ note: 'Only staff may see it.' })
  expect(await hide('items/1', null)).toMatchObject({ status: 200, json: { state: 'published' } })
  expect(await status('/api/item/1/')).toBe(200)
  expect(await status('/api/scan/image/1/')).toBe(200)
  expect((await town.get('/api/items/?search=mill')).json).toMatchObject({ count: 1 })
  expect(
    await town.db.selectFrom('item').select(['visibility', 'state', 'hidden_until']).where('id', '=', 1).execute(),
  ).toEqual([{ visibility: 'published', state: 'waiting', hidden_until: null }])
})

test('items of a hidden collection stay; pictures and texts are hidden by themselves', async () => {
  await hide('collections/2', 'staff')
  expect(await status('/api/collection/2/')).toBe(404)
  expect((await town.get('/api/item/1/')).json).toMatchObject({ collection: null, item_scans: [{ id: 2 }, { id: 1 }] })
  expect(await status(`${imageService('', 1, PICTURE_VERSION)}/info.json`)).toBe(200)
  await hide('scans/1', '2999-12-31')
  expect((await town.get('/api/item/1/')).json).toMatchObject({ item_scans: [{ id: 2 }] })
  expect(await status('/api/scan/image/1/')).toBe(410)
  expect(await status(`${imageService('', 1, PICTURE_VERSION)}/info.json`)).toBe(410)
  await hide('location_descriptions/1', 'staff')
  expect((await town.get('/api/locationdescription/?search=1')).json).toEqual([])
  for (const record of ['scans/1', 'location_descriptions/1'])
    expect((await hide(record, null)).json).toMatchObject({ state: 'published' })
  expect(await status('/api/scan/image/1/')).toBe(200)
})

test.each([
  ['items/1', '2001-01-01', { hidden_until: ['This day has come. Choose a day after today.'] }],
  ['scans/1', '2001-01-01', { hidden_until: ['This day has come. Choose a day after today.'] }],
  ['items/1', '2030-02-31', { hidden_until: ['Choose a day, such as 2030-01-31.'] }],
  ['items/1', 'nobody', { hidden_until: ['Choose a day, such as 2030-01-31.'] }],
  ['items/1', 7, { hidden_until: ['Choose a day, such as 2030-01-31.'] }],
])('%s until %s is refused with a sentence at the field', async (record, until, expected) => {
  expect(await hide(record, until)).toMatchObject({ status: 400, json: expected })
  expect(await status('/api/item/1/')).toBe(200)
})

test('today is a day that has come; volunteers hide nothing', async () => {
  const now = new Date()
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  expect((await hide('items/1', today.join('-'))).status).toBe(400)
  expect((await hide('items/1', 'staff', 'volunteer')).status).toBe(403)
  expect((await hide('items/4711', 'staff')).status).toBe(404)
  // A draft is not published by this call.
  expect((await hide('items/901', null)).status).toBe(409)
})

test('it opens in the night before its day, and not for staff only', async () => {
  await hide('items/1', '2030-01-20')
  await hide('scans/1', '2030-01-20')
  await hide('people/1', 'staff')
  await open(at(19, 23))
  expect(await status('/api/item/1/')).toBe(404)
  await runSql(town.db, 'delete from build')
  await open(at(20, 0))
  expect((await town.get('/api/item/1/')).json).toMatchObject({ item_scans: [{ id: 2 }, { id: 1 }] })
  expect(await status('/api/person/1/')).toBe(404)
  expect(await town.db.selectFrom('build').select('id').execute()).not.toEqual([])
})

test('a record that cannot be opened holds up no other', async () => {
  for (const record of ['items/1', 'people/1']) await hide(record, '2030-01-20')
  await town.send('/api/claims/items/1/', { method: 'POST', body: {}, as: 'staff' })
  await runSql(town.db, `update claim set until = '2031-01-01T00:00:00.000Z'`)
  const errors: string[] = []
  await openHidden(town.db, at(20), (error) => errors.push(String(error)))
  expect(errors).toEqual([expect.stringContaining('is working on “The mill in winter”')])
  expect([await status('/api/item/1/'), await status('/api/person/1/')]).toEqual([404, 200])
})

test('publishing a record publishes nothing hidden along with it', async () => {
  await runSql(town.db, `update item set visibility = 'draft' where id = 1`)
  await hide('people/1', 'staff')
  await hide('subjects/1', 'staff')
  const { json, headers } = await town.send('/api/records/items/1/', { as: 'staff' })
  expect((json as { brings: unknown[] }).brings).toEqual([])
  const sent = { method: 'POST', body: {}, as: 'staff', headers: { 'if-match': String(headers['etag']) } } as const
  expect((await town.send('/api/records/items/1/publish/', sent)).status).toBe(200)
  expect(await status('/api/person/1/')).toBe(404)
  expect((await town.get('/api/item/1/')).json).toMatchObject({ people: [{ id: 2 }], subject: [] })
})

test('staff read a week before what opens, once', async () => {
  await hide('items/1', '2030-01-20')
  await hide('scans/1', '2030-01-21')
  await open(at(12))
  expect(await letters()).toEqual([])
  await open(at(13))
  await open(at(13, 9))
  const first = await letters()
  expect(first.map(({ recipient }) => recipient)).toEqual(['staff@example.org', 'administrator@example.org'])
  expect(first[0]!.text).toContain('20 January 2030: The mill in winter')
  expect(first[0]!.text).not.toContain('Scan')
  await open(at(15))
  const later = (await letters()).slice(first.length)
  expect(later.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('21 January 2030: Scan 2 of')))
  await open(at(16))
  expect((await letters()).length).toBe(4)
})
