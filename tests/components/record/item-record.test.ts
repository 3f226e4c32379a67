import { expect, test } from 'vitest'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ItemActions } from '#components/record/ItemActions.tsx'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { itemView, type ItemView } from '#views/item.ts'
import { anItem } from '../../snapshot/pages/archive-of.ts'

const markup = (item: Omit<ItemView, 'tools'> & { tools: ItemView['tools'] | null }) =>
  renderToStaticMarkup(createElement(ItemRecord, { item, site: 'https://archive.example', Actions: ItemActions }))
const scans = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, width: 4000, height: 3000, version: 'v' }))
const view = (more: object = {}) =>
  itemView(
    anItem(7, {
      title: 'The mill',
      general_description: 'It ground wheat.',
      date_start: 19010000,
      archival_identifier: 'B 1',
      copyright_info: 'Public Domain',
      location: { id: 5, name: 'Mill Lane' },
      item_scans: scans(1),
      ...more,
    }),
    { pictures: '' },
  )
const inOrder = (html: string, ...texts: string[]) => {
  const places = texts.map((text) => html.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}
const times = (html: string, text: string) => html.split(`>${text}<`).length - 1

test('picture, title, date, description and actions come first, then the record', () => {
  const html = markup(view())
  inOrder(html, 'id="picture-1"', '<h1>The mill', '1901</time>', 'It ground wheat.', '>Zoom<', 'download="B-1.jpg"', '>Cite<', '>Share<', 'href="/?zone=5"', 'Catalogue record', 'Use this item') // prettier-ignore
  const bare = markup(view({ item_scans: [] }))
  inOrder(bare, '<h1>The mill', 'It ground wheat.', '>Cite<', 'Catalogue record')
  expect(bare).not.toMatch(/Zoom|download=|Download/)
})

test('nothing is said twice', () => {
  const html = markup(view())
  for (const text of [
    'The mill',
    'It ground wheat.',
    '1901',
    'Photograph',
    'Public Domain Mark 1.0 Universal',
    'Mill Lane',
    'B 1',
  ])
    expect([text, times(html, text)]).toEqual([text, 1])
  for (const term of ['Title', 'Description', 'Date', 'Type', 'Rights'])
    expect([term, times(html, term)]).toEqual([term, 0])
})

test('a record of which everything is said at its head has no empty heading', () => {
  const nothing = { archival_identifier: '', location: null, item_scans: [] }
  expect(markup(view(nothing))).not.toContain('Catalogue record')
})

test('an event says its date in the heading, and there only', () => {
  const html = markup(view({ type: 'event', title: 'Regatta' }))
  expect(html).toContain('>Event: Regatta (1901)</h1>')
  expect(html).not.toMatch(/item-date|kicker/)
})

test('several downloads are a list; a draft has no actions, and says its rights in the record', () => {
  const html = markup(view({ item_scans: scans(2) }))
  expect(html).toMatch(/<a class="button" href="#use">.*?Download \(2\)/)
  expect(html.match(/download="B-1-\d.jpg"/g)).toHaveLength(2)
  // Over the map a single one is in the list.
  const props = { item: view(), site: 'https://archive.example' }
  expect(renderToStaticMarkup(createElement(ItemRecord, props))).toMatch(/<ul class="downloads">.*download="B-1.jpg"/)
  const draft = markup({ ...view(), tools: null })
  expect(draft).not.toContain('item-actions')
  expect(times(draft, 'Rights')).toBe(1)
})
