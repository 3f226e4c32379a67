import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DeskRecord } from '#contract/record.ts'
import { parseBoxes } from '#rules/texts/word-boxes.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { PictureRefused } from '#server/scans/picture-refused.ts'
import { ocrScan, startOcr } from '#server/scans/ocr-job.ts'
import { deskOf } from '../records/desk.ts'
import { fields, image, openUploadTown, upload } from './uploads/forms.ts'
import { writtenPage } from './written-page.ts'

const PAGE = ['The mill burned down', 'on the ninth of May.']

/** An item with a page of two lines and a white one. */
async function townOfPages() {
  const town = await openUploadTown()
  onTestFinished(() => town.close())
  for (const [at, lines] of [PAGE, []].entries()) {
    await upload(town, [...fields({ item: 1 }), image(await writtenPage(lines), `page-${at}.png`)], { as: 'volunteer' })
  }
  const pictures = createLocalPictureWork(town.media)
  const texts = () =>
    town.db.selectFrom('scan').select(['text', 'text_source', 'text_by', 'words']).orderBy('id').execute()
  return { town, pictures, texts, ...deskOf(() => town) }
}

test('pages are read when that is asked for at the desk, with the places of their words, and a history', async () => {
  const { town, pictures, texts, change, read } = await townOfPages()
  const job = startOcr({ db: town.db, pictures }, () => {}, 1)
  onTestFinished(() => job.stop())
  for (const id of [1, 2]) expect((await change('scans', id, { text_source: 'machine' })).status).toBe(200)
  await vi.waitFor(async () => expect((await texts())[1]!.text_source).toBe('unread'), { timeout: 50_000 })
  const [page, blank] = await texts()
  expect(page).toMatchObject({ text: PAGE.join('\n'), text_source: 'machine', text_by: '' })
  expect(parseBoxes(page!.words).map((line) => line.map(([word]) => word).join(' '))).toEqual(PAGE)
  expect(blank).toEqual({ text: '', text_source: 'unread', text_by: '', words: '' })
  const { history } = await read('scans', 1)
  expect(history[0]!.fields).toMatchObject([{ field: 'text', before: '', after: PAGE.join('\n') }])
  // Whoever checks it is named.
  const checked = await change('scans', 1, { text_source: 'checked' })
  expect((checked.json as DeskRecord).fields['text_by']).not.toBe('')
})

test('a page that lies on its side is read as it is turned, and its boxes are kept as they lie on the original', async () => {
  const { town, pictures, texts, change } = await townOfPages()
  const onItsSide = await sharp(await writtenPage(PAGE))
    .rotate(270)
    .png()
    .toBuffer()
  await upload(town, [...fields({ item: 1 }), image(onItsSide, 'side.png')], { as: 'volunteer' })
  expect((await change('scans', 3, { turn: 90 })).status).toBe(200)
  expect(await ocrScan({ db: town.db, pictures }, 3)).toBe(true)
  const { text, words } = (await texts())[2]!
  expect(text).toBe(PAGE.join('\n'))
  const [line] = parseBoxes(words)
  // From the bottom up.
  expect(line!.map(([, , y]) => y)).toEqual(line!.map(([, , y]) => y).toSorted((a, b) => b - a))
  expect(new Set(line!.map(([, x]) => Math.round(x / 500))).size).toBe(1)
})

test('what somebody types while a page is read stays, and a page that ends the process is not read again and again', async () => {
  const { town, texts, change } = await townOfPages()
  const ocrPage = vi.fn(async () => {
    await town.db.updateTable('scan').set({ text: 'Typed', text_source: 'typed' }).where('id', '=', 1).execute()
    return { text: 'Read', words: [] }
  })
  expect(await ocrScan({ db: town.db, pictures: { ocrPage } }, 1)).toBe(false)
  expect(await ocrScan({ db: town.db, pictures: { ocrPage } }, 1)).toBe(false)
  expect(ocrPage).toHaveBeenCalledTimes(1)
  expect((await texts())[0]).toMatchObject({ text: 'Typed', text_source: 'typed' })
  await change('scans', 2, { text_source: 'machine' })
  const refused = { ocrPage: () => Promise.reject(new PictureRefused('It ended.')) }
  expect(await ocrScan({ db: town.db, pictures: refused }, 2)).toBe(false)
  expect((await texts())[1]).toMatchObject({ text: '', text_source: 'unread' })
})
