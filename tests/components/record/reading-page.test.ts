import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ItemActions } from '#components/record/ItemActions.tsx'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { Leaves, ReadingPage } from '#components/record/ReadingPage.tsx'
import { itemView } from '#views/item.ts'
import { itemTexts } from '#views/read-texts.ts'
import { leavesOf, readingPage } from '#views/reading-page.ts'
import { anItem } from '../../snapshot/pages/archive-of.ts'

/** Bytes of HTML of the heaviest page of an item of 500 pages (issue 33), and what the frame of a page takes of them. */
const HEAVIEST = 150_000
const FRAME = 20_000
const PAGES = 500
const version = '0123456789abcdef'
const item = anItem(123_456, {
  title: 'The directory of the county',
  item_scans: Array.from({ length: PAGES }, (_, at) => {
    return { id: 7_654_000 + at, version, width: 2480, height: 3508, order: at + 1, has_text: true }
  }),
})
const texts = item.item_scans.map(({ id }, at) => ({
  ...{
    item: item.id,
    scan: id,
    file: null,
    text: `Page ${at + 1}: ${'Calder, Ada, teacher, 12 Mill Lane\n'.repeat(280)}`,
  },
  ...{ text_language: '', text_source: 'machine' as const, text_by: '', chapters: '', version },
}))
const recordHtml = () =>
  renderToStaticMarkup(
    createElement(ItemRecord, {
      item: itemView(item, { pictures: '', texts: itemTexts(item, texts, '') }),
      site: 'https://archive.example',
      Actions: ItemActions,
      leaves: leavesOf(item, ''),
      List: Leaves,
    }),
  )
const pageHtml = (page: number) =>
  renderToStaticMarkup(createElement(ReadingPage, { page: readingPage(item, page, '', texts)! }))

test('an item of 500 pages with texts keeps to its bytes, on its page and on those of its pages', () => {
  const html = recordHtml()
  expect(html.match(/href="\/itemview\/123456\/page\/\d+\/"/g)).toHaveLength(PAGES + 1)
  expect(html).toContain('Page 1: Calder')
  expect(html).not.toContain('Page 2: Calder')
  for (const each of [html, ...[1, 2, 250, 500].map(pageHtml)])
    expect(Buffer.byteLength(each)).toBeLessThanOrEqual(HEAVIEST - FRAME)
})

test('a reading page has its picture, its text, links before and after, and the way back, all without a script', () => {
  const html = pageHtml(7)
  expect(html).toContain('id="picture-7"')
  expect(html).toContain('Page 7: Calder')
  expect(html).not.toMatch(/Page [68]: Calder/)
  for (const [page, rel] of [
    [6, 'prev'],
    [8, 'next'],
  ] as const)
    // prettier-ignore
    expect(html).toContain(`href="/itemview/123456/page/${page}/" rel="${rel}"`)
  expect(html).toContain('<a href="/itemview/123456/">The directory of the county</a>')
  expect(html).toContain('href="/itemview/123456/page/7/" aria-current="page"')
  // Clicks in lists of items are remembered: these are none (layouts/inline-code.ts).
  expect(html).not.toMatch(/<(?:ul|ol)[^>]*>(?:(?!<\/[uo]l>).)*\/page\//)
})
