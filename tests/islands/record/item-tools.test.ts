import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordingMarkup, toolsMarkup } from '#components/item-markup.ts'
import { itemTools, recordingOf } from '#rules/item-tools.ts'
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
const scanAddress = (scan: number) => `/api/scan/image/${scan}/`
const markup = (text: string, count = 1) =>
  toolsMarkup(itemTools(item(text, count), scanAddress), SITE) + recordingMarkup(recordingOf(item(text))!)

test('the tools of an item can be read as they stand: address, citations and manifest are text', () => {
  const html = markup('The mill')
  expect(html).toContain(
    '<a id="cite-link" href="https://archive.example/itemview/7/">https://archive.example/itemview/7/</a>',
  )
  expect(html).toContain('<cite>Brannock Bay Archive</cite>')
  expect(html).toContain('href="/iiif/item/7/manifest.json"')
  expect(html).toContain('download="The-mill.jpg"')
  expect(html).not.toMatch(/<iframe|<script|<style|\sstyle=|\son[a-z]+=/)
})

test('a visitor agrees to the site that the player is of, which a short link does not name', () => {
  const html = recordingMarkup(recordingOf(item('The mill'))!)
  expect(html).toContain('data-player="https://www.youtube-nocookie.com/embed/abc"')
  expect(html).toContain('When it is shown here, youtube-nocookie.com learns of your visit')
  expect(html).toContain('Open it at youtu.be')
})

test('many pictures are folded away, an item without any has no download', () => {
  expect(markup('The mill', 5)).toContain('<summary>Download its 5 pictures</summary>')
  expect(markup('The mill', 3)).not.toContain('Download its')
  expect(markup('The mill', 0)).not.toContain('download=')
})

test('an item that is newer than the last build says nothing of a manifest', () => {
  const tools = itemTools(item('The mill'), scanAddress)
  expect(toolsMarkup(tools, SITE)).toContain('manifest.json')
  expect(toolsMarkup(tools, SITE, false)).not.toContain('manifest.json')
})

test('whatever the record says, it is text: the elements stay the same', () => {
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
