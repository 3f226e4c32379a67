import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ERROR } from '#contract/messages.ts'
import { openTestArchive, type TestArchive } from '../../server/fixtures.ts'
import { archiveClient } from '../shared/archive-client.ts'
import { fields, image, picture, upload as uploadForm } from '../../server/scans/uploads/forms.ts'
import { wav } from '../../server/scans/sounds.ts'
import { aTag, device, settle, tab, VOLUNTEER, type Tab } from './world.ts'

/** The wizard's stores on the real API. */
let town: TestArchive
const { client, asked, lost } = archiveClient(() => town, 'volunteer')
async function upload(
  {
    id,
    order,
    watermark,
    alt,
    color,
    position,
  }: { id: string; order: number; watermark: string; color: string; position: string; alt: string },
  item: number,
) {
  const parts = [...fields({ item, order, watermark, color, position, alt }), image(await picture().jpeg().toBuffer())]
  const answer = await uploadForm(town, parts, { as: 'volunteer', headers: { 'idempotency-key': id } })
  expect(answer.json).toEqual({ id: expect.any(Number) })
  return (answer.json as { id: number }).id
}
const wizard = (kept = device()) =>
  tab({ device: kept, client, upload, user: { ...VOLUNTEER, id: 1, may: ['submit', 'credit'] } })
const stateOf = (here: Tab) => here.stores.$submission.get()
async function submit(here: Tab) {
  await here.pass(1_000)
  await here.stores.submit()
  await settle()
}
/** A submitted photograph with images. */
async function submitted(images: number) {
  const here = wizard()
  await here.begin()
  await here.fill('The mill', images)
  await submit(here)
  const done = stateOf(here)
  if (done.state !== 'done') throw new Error(JSON.stringify(done))
  here.stores.startOver()
  return { here, item: done.item }
}
const asStaff = async (item: number, change: object) => {
  const url = `/api/records/items/${item}/`
  const { headers } = await town.send(url, { as: 'staff' })
  const sent = await town.send(url, {
    method: 'PATCH',
    as: 'staff',
    body: change,
    headers: { 'if-match': String(headers['etag']) },
  })
  expect(sent.status).toBe(200)
}
const returned = async (item: number, note: string) => {
  const { headers } = await town.send(`/api/records/items/${item}/`, { as: 'staff' })
  const url = `/api/records/items/${item}/return/`
  const body = { note }
  const answer = await town.send(url, {
    method: 'POST',
    as: 'staff',
    body,
    headers: { 'if-match': String(headers['etag']) },
  })
  expect(answer.status).toBe(200)
}
type Desk = {
  state: string
  fields: Record<string, unknown>
  scans: { key: number; fields: Record<string, unknown> }[]
}
const desk = async (item: number) => (await town.send(`/api/records/items/${item}/`, { as: 'staff' })).json as Desk

beforeEach(async () => {
  lost.length = 0
  asked.length = 0
  town = await openTestArchive()
})
afterEach(() => town.close())

describe('a submission', () => {
  test('every field, with its images in order', async () => {
    const here = wizard()
    await here.begin()
    await here.fill('The mill', 2)
    here.stores.change({ location: aTag(1), creator: aTag(2), url: 'https://example.org/a', credit: true })
    here.stores.addTag('people', aTag(1))
    here.stores.setSpecificity('start', 'month')
    here.stores.setDate('start', '1901-03')
    await submit(here)
    const done = stateOf(here)
    expect(done).toMatchObject({ state: 'done', images: 2 })
    const { fields, scans } = await desk((done as { item: number }).item)
    expect(fields).toMatchObject({
      type: 'photograph',
      title: 'The mill',
      general_description: 'From the bridge',
      location: 1,
      people: [1],
      creator: 2,
      date_start: 19010300,
      date_end: null,
      externalRecordURL: 'https://example.org/a',
      credit: true,
    })
    expect(scans.map(({ fields }) => fields['order'])).toEqual([1, 2])
  })
  test('an answer that is lost and a title that is corrected meanwhile: one item, with the new title', async () => {
    const here = wizard()
    await here.begin()
    await here.fill('The mlil')
    lost.push('POST /api/item/post/')
    await submit(here)
    expect(stateOf(here)).toMatchObject({ state: 'failed', text: ERROR.submit })
    here.stores.change({ title: 'The mill' })
    await submit(here)
    const items = await town.db.selectFrom('item').select(['id', 'title']).where('author_id', '=', 1).execute()
    expect(items).toEqual([{ id: (stateOf(here) as { item: number }).item, title: 'The mill' }])
  })
})

describe('a submission that is edited', () => {
  test('a returned one: the note, changed fields, a removed, a new and moved images, and back into the queue', async () => {
    const { here, item } = await submitted(3)
    await returned(item, 'Which bridge?')
    await here.stores.editSubmission(item)
    expect(here.draft().editing).toMatchObject({ key: item, note: 'Which bridge?', isReturned: true })
    expect(here.fields()).toMatchObject({ type: 'photograph', title: 'The mill' })
    const [first, second, third] = here.draft().images
    here.stores.change({ description: 'From the iron bridge' })
    here.stores.removeImage(first!.id)
    await here.stores.addImages([new File(['x'], 'new.jpg')])
    here.stores.moveImage(third!.id, 0)
    here.stores.changeImage('all', { alt: 'The bridge in snow' })
    here.stores.changeImage(second!.id, { color: 'white', alt: 'A quay' })
    await submit(here)
    expect(stateOf(here)).toMatchObject({ state: 'done', item })
    const record = await desk(item)
    expect([record.state, record.fields['general_description']]).toEqual(['waiting', 'From the iron bridge'])
    expect(record.scans.map(({ key, fields }) => [key, fields['color'], fields['alt']])).toEqual([
      [third!.scan, 'black', ''],
      [second!.scan, 'white', 'A quay'],
      [expect.any(Number), 'black', 'The bridge in snow'],
    ])
    expect(here.device.drafts.size).toBe(0)
  })
  test('a returned video: its file is there, and removed with the next submit', async () => {
    const { here, item } = await submitted(0)
    await asStaff(item, { type: 'video' })
    const sound = wav(1)
    const about = { item, file_name: 'Fair.wav', bytes: sound.length, modified: 1, at: 0 }
    const parts = [...fields(about), image(sound, 'part')]
    expect((await uploadForm(town, parts, { as: 'volunteer', url: '/api/recordings/' })).status).toBe(201)
    await here.stores.editSubmission(item)
    const { recording } = here.draft()
    expect(recording).toMatchObject({ name: 'Fair.wav', size: sound.length, sent: expect.any(Number) })
    asked.length = 0
    await here.stores.recording.choose(null)
    await submit(here)
    expect(stateOf(here)).toMatchObject({ state: 'done', item })
    expect(asked).toContain(`DELETE /api/records/files/${recording!.sent}/`)
    const { json } = await town.send(`/api/item/${item}/`, { as: 'volunteer' })
    expect((json as { item_files: unknown[] }).item_files).toEqual([])
  })
  test('consent to be named can be given and taken back', async () => {
    const { here, item } = await submitted(0)
    for (const credit of [true, false]) {
      await here.stores.editSubmission(item)
      expect(here.fields().credit).toBe(!credit)
      here.stores.change({ credit })
      await submit(here)
      expect((await desk(item)).fields['credit']).toBe(credit)
      here.stores.startOver()
    }
  })
  test('a type that staff gave it and the wizard does not offer stays', async () => {
    const { here, item } = await submitted(0)
    await asStaff(item, { type: 'newspaper' })
    await here.stores.editSubmission(item)
    expect(here.fields().type).toBe('newspaper')
    expect(here.stores.$progress.get().map(({ section }) => section)).toContain('review')
    here.stores.change({ title: 'The old mill', type: 'object' })
    here.stores.keepSentType()
    await submit(here)
    expect((await desk(item)).fields).toMatchObject({ type: 'newspaper', title: 'The old mill' })
    here.stores.startOver({ alike: true })
    expect(here.fields().type, 'a new item has one of the types of spec §9').toBe('')
  })
  test('nothing changed: nothing is sent but the step back into the queue', async () => {
    const { here, item } = await submitted(1)
    await returned(item, 'Which bridge?')
    await here.stores.editSubmission(item)
    asked.length = 0
    await submit(here)
    expect(asked).toEqual([`POST /api/records/items/${item}/resubmit/`])
    expect((await desk(item)).state).toBe('waiting')
  })
  test('412: shows what the cataloguer changed, keeps what was typed, and takes what was not touched here', async () => {
    const { here, item } = await submitted(0)
    await here.stores.editSubmission(item)
    here.stores.change({ title: 'Mill of the Calders' })
    await asStaff(item, { title: 'Calder mill', date_start: 19010000 })
    await submit(here)
    expect(stateOf(here)).toEqual({
      state: 'changed',
      changes: [
        { field: 'title', theirs: 'Calder mill', mine: 'Mill of the Calders' },
        { field: 'start', theirs: '1901', mine: '' },
      ],
    })
    expect((await desk(item)).fields['title']).toBe('Calder mill')
    await submit(here)
    expect(stateOf(here)).toMatchObject({ state: 'done' })
    expect((await desk(item)).fields).toMatchObject({ title: 'Mill of the Calders', date_start: 19010000 })
  })
  test('an answer to the PATCH that is lost is no conflict', async () => {
    const { here, item } = await submitted(0)
    await here.stores.editSubmission(item)
    here.stores.change({ title: 'Mill of the Calders' })
    lost.push(`PATCH /api/records/items/${item}/`)
    await submit(here)
    expect(stateOf(here).state).toBe('failed')
    await submit(here)
    expect(stateOf(here)).toMatchObject({ state: 'done' })
  })
  test('a removal whose answer was lost is not repeated; an edit that was begun is opened again', async () => {
    const { here, item } = await submitted(2)
    await here.stores.editSubmission(item)
    const scan = here.draft().images[0]!.scan
    here.stores.removeImage(here.draft().images[0]!.id)
    lost.push(`DELETE /api/records/scans/${scan}/`)
    await submit(here)
    expect(stateOf(here).state).toBe('failed')
    const later = wizard(here.device)
    await later.begin()
    await later.stores.editSubmission(item)
    expect(later.draft().removedScans).toEqual([scan])
    await submit(later)
    expect(stateOf(later)).toMatchObject({ state: 'done', images: 1 })
    expect((await desk(item)).scans).toHaveLength(1)
  })
})
