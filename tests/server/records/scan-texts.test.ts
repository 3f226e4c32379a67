import { expect, test } from 'vitest'
import type { Uses } from '#contract/review.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { Operation } from '#contract/undo.ts'
import { openTestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { useFreshArchive } from '../use-archive.ts'
import { form } from '../walk/form.ts'
import { deskOf } from './desk.ts'

const town = useFreshArchive(() => openTestArchive(SMALL_TOWN))
const { read, change } = deskOf(() => town)
const words = '[[["Old",0,0,900,200],["mill",1000,0,900,200]]]'
const boxes = async () =>
  (await town.db.selectFrom('scan').select('words').where('id', '=', 1).executeTakeFirst())?.words
const writeDown = () => town.db.updateTable('scan').set({ text: 'Old mill', words }).where('id', '=', 1).execute()

test('the boxes of words come back with a scan that was removed, and stay for words that an edit leaves', async () => {
  await writeDown()
  const { version } = await read('scans', 1)
  const { count } = (await town.send('/api/records/scans/1/uses/', { as: 'staff' })).json as Uses
  const headers = { 'if-match': `"${version}"` }
  const gone = await town.send(`/api/records/scans/1/?uses=${count}`, { method: 'DELETE', as: 'staff', headers })
  expect([gone.status, await boxes()]).toEqual([204, undefined])
  const { results } = (await town.send('/api/operations/', { as: 'staff' })).json as { results: Operation[] }
  await town.send(`/api/operations/${results[0]!.id}/undo/`, { method: 'POST', as: 'staff', body: {} })
  expect(await boxes()).toBe(words)
  expect((await change('scans', 1, { alt: 'A mill' })).status).toBe(200)
  expect(await boxes()).toBe(words)
  expect((await change('scans', 1, { text: 'New mill' })).status).toBe(200)
  expect(await boxes()).toBe('[[["mill",1000,0,900,200]]]')
  expect((await change('scans', 1, { text: 'Burned' })).status).toBe(200)
  expect(await boxes()).toBe('')
})

/** Sends a file as the text of scan 1. */
async function sendText(content: string, file = 'page.xml', as: 'staff' | 'volunteer' = 'staff') {
  const { version } = await read('scans', 1)
  const { payload, headers } = form({}, { name: 'image', file, type: 'text/xml', content: Buffer.from(content) })
  const sent = { method: 'POST' as const, as, body: payload, headers: { ...headers, 'if-match': `"${version}"` } }
  return await town.send('/api/records/scans/1/text/', sent)
}
const alto = (hpos: number) =>
  `<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page WIDTH="1000" HEIGHT="1000"><TextBlock LANG="fra"><TextLine>
    <String CONTENT="moulin" HPOS="${hpos}" VPOS="10" WIDTH="100" HEIGHT="20"/></TextLine></TextBlock></Page></Layout></alto>`

test('a file sets the text of a scan with its boxes and language, and one that is wrong changes nothing', async () => {
  await writeDown()
  const before = await read('scans', 1)
  const refusals = [
    ['outside the page', alto(5000)],
    ['cut off', alto(10).slice(0, -9)],
    ['neither ALTO, PAGE nor hOCR', '<svg/>'],
    ['ends in one of .xml', 'mill', 'page.docx'],
    ['limit is 5.0 MB', 'mill '.repeat(1_100_000), 'page.txt'],
  ] as const
  for (const [reason, content, file] of refusals) {
    const refused = await sendText(content, file)
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([400, expect.stringContaining(reason)])
  }
  expect(await read('scans', 1)).toEqual(before)
  expect((await sendText(alto(10), 'page.xml', 'volunteer')).status).toBe(403)
  const { status, json } = await sendText(alto(10))
  const fields = { text: 'moulin', text_language: 'fr', text_source: 'file', text_by: '' }
  expect([status, (json as DeskRecord).fields]).toEqual([200, expect.objectContaining(fields)])
  expect(await boxes()).toBe('[[["moulin",100,100,1000,200]]]')
  // Where the same words stand is known.
  expect((await sendText('the moulin', 'page.txt')).status).toBe(200)
  expect(await boxes()).toBe('[[["moulin",100,100,1000,200]]]')
})

test('the desk has the texts of an item’s scans one by one, and sees that one has changed', async () => {
  await writeDown()
  const before = await read('items', 1)
  expect(before.scans.map(({ key, has_text: has }) => [key, has])).toEqual([
    [2, false],
    [1, true],
  ])
  expect(JSON.stringify(before.scans)).not.toContain('Old mill')
  expect((await read('scans', 1)).fields).toMatchObject({ text: 'Old mill' })
  await town.db.updateTable('scan').set({ text: 'New mill' }).where('id', '=', 1).execute()
  expect((await read('items', 1)).version).not.toBe(before.version)
})

test('texts are those of named items, and of no more than a hundred', async () => {
  await writeDown()
  expect((await town.get('/api/texts/')).json).toEqual([])
  expect((await town.get('/api/texts/?items=1,901')).json).toMatchObject([{ item: 1, scan: 1, text: 'Old mill' }])
  const ids = Array.from({ length: 101 }, (_, at) => at + 1).join()
  const refused = await town.get(`/api/texts/?items=${ids}`)
  expect([refused.status, refused.json]).toEqual([400, { items: ['Enter at most 100 items.'] }])
})
