import { expect, test } from 'vitest'
import { itemTexts } from '#views/read-texts.ts'
import { anItem } from '../snapshot/pages/browse/small-archive.ts'

const written = (scan: number, text: string, more: object = {}) => ({
  ...{ item: 1, scan, file: null, text, text_language: '', text_source: 'typed' as const, text_by: '' },
  ...{ chapters: '', version: `0${scan}` },
  ...more,
})
const item = anItem(1, { item_scans: [{ id: 7 }, { id: 8 }, { id: 9 }] } as never)

test('texts are in the order of the scans, say where they come from, and can be downloaded', () => {
  const texts = [
    written(7, 'First', { text_by: 'Ada Calder' }),
    written(9, 'Third', { text_source: 'machine', text_language: 'fr' }),
    written(99, 'Of a scan that is not shown'),
  ]
  const { scans } = itemTexts(item, texts, 'https://api.example')
  const own = { isLong: false, language: '' }
  const file = (name: string, path: string) => ({ name, href: `https://api.example/media/${path}` })
  expect(scans).toMatchObject([
    { ...own, id: 'text-1', heading: 'Page 1', text: 'First', source: 'Typed by Ada Calder.' },
    { ...own, id: 'text-3', heading: 'Page 3', text: 'Third', language: 'fr', source: 'Read by machine, not checked.' },
  ])
  const [first, third] = scans.map(({ files }) => files)
  expect(first).toEqual([
    file('Plain text', 'text/0/7.txt?v=7'),
    file('ALTO', 'text/0/7.xml?v=7'),
    { name: 'Plain text of all pages', href: expect.stringMatching(/\/media\/item\/0\/1\.txt\?v=[0-9a-f]+$/) },
  ])
  expect(third).toEqual([file('Plain text', 'text/0/9.txt?v=9'), file('ALTO', 'text/0/9.xml?v=9')])
  expect(itemTexts(item, [texts[0]!], '').scans[0]!.files).toHaveLength(2)
})

test('a long text is folded, and one that does not say where it is from says nothing', () => {
  const { scans } = itemTexts(item, [written(7, 'word '.repeat(400), { text_source: '' })], '')
  expect(scans).toMatchObject([{ isLong: true, source: '' }])
})
