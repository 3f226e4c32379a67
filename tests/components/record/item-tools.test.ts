import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ItemActions } from '#components/record/ItemActions.tsx'
import { ItemTools } from '#components/record/ItemTools.tsx'
import { RecordingCard } from '#components/record/ItemRecord.tsx'
import { itemTools, recordingOf, type ItemTools as Tools, type Recording } from '#views/item-tools.ts'
import { anItem } from '../../snapshot/pages/archive-of.ts'

const SITE = 'https://archive.example'
const scans = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, width: 40, height: 30, version: 'v' }))
const item = (text: string, count = 1) =>
  anItem(7, {
    type: 'video',
    title: text,
    externalRecordURL: 'https://youtu.be/abc',
    archival_identifier: text,
    date_start: 19010000,
    date_start_text: text,
    collection: { id: 1, collection_name: text },
    creator: { id: 1, first_name: text, surname: text },
    item_scans: scans(count),
  })
const toolsMarkup = (tools: Tools) => renderToStaticMarkup(createElement(ItemTools, { tools, site: SITE, level: 2 }))
const recordingMarkup = (recording: Recording) =>
  renderToStaticMarkup(createElement(RecordingCard, { recording, level: 2 }))
const markup = (text: string, count = 1) =>
  toolsMarkup(itemTools(item(text, count), '')) + recordingMarkup(recordingOf(item(text))!)

test('a download from another origin is saved by a script: browsers would only open it', () => {
  expect(toolsMarkup(itemTools(item('a'), ''))).toContain('download="a.jpg">')
  const elsewhere = itemTools(item('a'), 'https://api.example')
  const actions = renderToStaticMarkup(
    createElement(ItemActions, { item: { pictures: [], onMap: '' }, tools: elsewhere }),
  )
  for (const html of [toolsMarkup(elsewhere), actions]) expect(html).toContain('download="a.jpg" data-live="tools">')
})

test('consent names the host of the player, not that of a short link', () => {
  const html = recordingMarkup(recordingOf(item('The mill'))!)
  expect(html).toContain('data-player="https://www.youtube-nocookie.com/embed/abc"')
  expect(html).toContain('If you play it here, youtube-nocookie.com learns of your visit')
  expect(html).toContain('Open it at youtu.be')
})

test('many downloads are folded; an item without pictures has none', () => {
  expect(markup('The mill', 5)).toContain('<summary>Download its 5 pictures</summary>')
  expect(markup('The mill', 3)).not.toContain('Download its')
  expect(markup('The mill', 3).match(/download=/g)).toHaveLength(3)
  expect(markup('The mill', 0)).not.toContain('download=')
})

test('hostile texts add no elements', () => {
  const tags = (html: string) =>
    html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/ (?:data-title|download)="[^"]*"/g, ''))
  const plain = tags(markup('Mill'))
  const hostile = fc.oneof(
    fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</dd></dl>', '&lt;b&gt;', "' on"),
    fc.string({ minLength: 1, unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      expect(tags(markup(text))).toEqual(plain)
    }),
  )
})
