import { expect, test } from 'vitest'
import { itemTexts } from '#views/read-texts.ts'
import { anItem } from '../snapshot/pages/browse/small-archive.ts'

const written = (scan: number, text: string, more: object = {}) => ({
  ...{ item: 1, scan, file: null, text, text_language: '', text_source: 'typed' as const, text_by: '', chapters: '' },
  ...more,
})
const item = anItem(1, { item_scans: [{ id: 7 }, { id: 8 }, { id: 9 }] } as never)

test('texts are in the order of the scans, and say where they come from', () => {
  const { scans } = itemTexts(item, [
    written(9, 'Third', { text_source: 'machine', text_language: 'fr' }),
    written(7, 'First', { text_by: 'Ada Calder' }),
    written(99, 'Of a scan that is not shown'),
  ])
  expect(scans).toEqual([
    { id: 'text-1', heading: 'Page 1', text: 'First', language: '', source: 'Typed by Ada Calder.', isLong: false },
    {
      id: 'text-3',
      heading: 'Page 3',
      text: 'Third',
      language: 'fr',
      source: 'Read by machine, not checked.',
      isLong: false,
    },
  ])
})

test('a long text is folded, and one that does not say where it is from says nothing', () => {
  const { scans } = itemTexts(item, [written(7, 'word '.repeat(400), { text_source: '' })])
  expect(scans).toMatchObject([{ isLong: true, source: '' }])
})
