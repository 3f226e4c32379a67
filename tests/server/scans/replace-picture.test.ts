import { expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { Operation } from '#contract/undo.ts'
import type { TestAccount } from '../fixtures.ts'
import { deskOf } from '../records/desk.ts'
import { useFreshArchive } from '../use-archive.ts'
import { pdf } from './pdf.ts'
import { fields, image, openUploadTown, picture, traces, upload } from './uploads/forms.ts'

const town = useFreshArchive(async () => {
  const opened = await openUploadTown()
  const first = image(await picture('#806040').jpeg().toBuffer(), 'first.jpg')
  await upload(opened, [...fields({ item: 3, alt: 'The mill' }), first], { as: 'staff' })
  const words = '[[["Old",0,0,900,200]]]'
  await opened.db.updateTable('scan').set({ text: 'Old', words, turn: 90 }).execute()
  return opened
})
const { read, change, drop } = deskOf(() => town)
const row = () => town.db.selectFrom('scan').selectAll().executeTakeFirst()
/** But for the version, which follows from the rest (and was not true at first). */
const own = async () => ({ ...(await row())!, version: '' })
const other = (colour = '#204060') => picture(colour, 30, 50).png().toBuffer()
async function replace(bytes: Uint8Array, as: TestAccount = 'staff', version?: string) {
  const match = version ?? (await row())?.version
  const url = '/api/records/scans/1/picture/'
  return await upload(town, [image(bytes, 'second.png')], { as, url, headers: { 'if-match': `"${match}"` } })
}
const operations = async () =>
  ((await town.send('/api/operations/', { as: 'staff' })).json as { results: Operation[] }).results
const undo = (id: number, body = {}) => town.send(`/api/operations/${id}/undo/`, { method: 'POST', as: 'staff', body })

test('another picture comes in the place of the old one, with the text and what it shows, and can be undone', async () => {
  const before = (await row())!
  const item = await read('items', 3)
  const { status, json } = await replace(await other())
  expect([status, (json as DeskRecord).fields]).toMatchObject([200, { alt: 'The mill', text: 'Old', turn: 0 }])
  const after = (await row())!
  expect(after).toMatchObject({ id: before.id, scan_order: before.scan_order, text: 'Old', words: '', turn: 0 })
  expect([after.sha256 === before.sha256, after.version === before.version]).toEqual([false, false])
  expect(await town.db.selectFrom('picture_task').select('version').execute()).toContainEqual({
    version: after.version,
  })
  // Who has seen the old one does not publish the new one with it.
  expect((await read('items', 3)).version).not.toBe(item.version)
  const { history } = await read('scans', 1)
  const changed = Object.fromEntries(history[0]!.fields.map((each) => [each.field, [each.before, each.after]]))
  expect(changed).toMatchObject({ file_name: ['first.jpg', 'second.png'], turn: [90, 0] })
  expect(await town.db.selectFrom('original').selectAll().execute()).toHaveLength(2)

  const [operation] = await operations()
  expect(operation).toMatchObject({ type: 'replacement', record: { kind: 'scans', key: 1 }, undone: false })
  expect((await undo(operation!.id)).status).toBe(200)
  expect(await own()).toEqual({ ...before, version: '' })
  expect((await town.get('/api/scan/image/1/?width=320', { accept: 'image/jpeg' })).status).toBe(200)
  const [undone] = (await read('scans', 1)).history
  expect(undone!.fields.find(({ field }) => field === 'file_name')).toMatchObject({ after: 'first.jpg' })
})

test('what was changed since is told, and stays if that is wanted', async () => {
  await replace(await other())
  await change('scans', 1, { turn: 180 })
  const [operation] = await operations()
  expect((await undo(operation!.id)).status).toBe(409)
  expect((await undo(operation!.id, { keep_changed: true })).status).toBe(200)
  expect(await row()).toMatchObject({ turn: 180, words: '[[["Old",0,0,900,200]]]' })
})

test('a removal after it is undone first', async () => {
  await replace(await other())
  await drop('scans', 1)
  const [removal, replaced] = await operations()
  const refused = await undo(replaced!.id)
  expect([refused.status, (refused.json as { first: unknown }).first]).toEqual([409, removal!.id])
  await undo(removal!.id)
  expect((await undo(replaced!.id)).status).toBe(200)
  expect(await row()).toMatchObject({ turn: 90 })
})

test('the same picture, a document, a broken file, an old version and others are refused, and nothing changes', async () => {
  const before = await own()
  const { version } = (await row())!
  const same = await picture('#806040').jpeg().toBuffer()
  const found = await traces(town)
  for (const [bytes, reason] of [
    [same, PICTURE.same],
    [pdf(['One']), PICTURE.pdf],
    [(await other()).subarray(0, 60), ''],
    [Buffer.from(''), PICTURE.empty],
  ] as const) {
    const { status, json } = await replace(bytes)
    expect([status, json]).toEqual([400, { image: [expect.stringContaining(reason)] }])
  }
  await change('scans', 1, { turn: 180 })
  const late = await replace(await other(), 'staff', version)
  expect([late.status, late.json]).toEqual([412, { detail: API.changedMeanwhile }])
  await change('scans', 1, { turn: 90 })
  expect((await replace(await other(), 'volunteer')).status).toBe(403)
  const none = await upload(town, [image(await other())], { as: 'staff', url: '/api/records/scans/99/picture/' })
  expect(none.status).toBe(404)
  const url = '/api/records/scans/1/picture/'
  expect((await upload(town, [image(await other())], { as: 'staff', url })).status).toBe(428)
  expect((await upload(town, [], { as: 'staff', url })).status).toBeGreaterThanOrEqual(400)
  expect(await own()).toEqual(before)
  const { files, rows } = await traces(town)
  expect([files, rows['original'], rows['scan']]).toEqual([found.files, found.rows['original'], found.rows['scan']])
  expect(await operations()).toEqual([])
})

test('of two who replace what they saw at the same moment, one does and the other is told', async () => {
  const { version } = (await row())!
  const sent = [await other('#204060'), await other('#602040')]
  const answers = await Promise.all(sent.map((bytes) => replace(bytes, 'staff', version)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(await operations()).toHaveLength(1)
  // The item of the desk says which picture is there.
  const [seen] = (await read('items', 3)).scans
  expect((await replace(await other('#111111'), 'staff', seen!.version)).status).toBe(200)
})
