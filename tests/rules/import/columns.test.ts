import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnOrder, shownOrder, withOrder } from '#rules/import/date-order.ts'
import { foldHeading, guessMapping } from '#rules/import/guess-mapping.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { readItemType } from '#rules/import/item-types.ts'

test('a column shows whether the day or the month is first', () => {
  expect(columnOrder(['3/4/1905', '3/14/1905'])).toBe('month first')
  expect(columnOrder(['3.4.1905', '14.3.1905'])).toBe('day first')
  expect(columnOrder(['3/4/1905', '1905', 'c. 1890'])).toBe('open')
  expect(columnOrder(['3/14/1905', '14/3/1905'])).toBe('mixed')
  expect(columnOrder(['10/8/1900', '3/14/1905', '13/13/1900'])).toBe('month first')
  expect(columnOrder(['March 1905', '4/4/1905'])).toBeUndefined()
})

test('a date is read in the order of its column, or in its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }), (day, month) => {
      const iso = `1905-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      expect(withOrder(`${day}/${month}/1905`, 'day first')).toBe(iso)
      expect(withOrder(`${month}-${day}-1905`, 'month first')).toBe(iso)
      if (shownOrder(`${day}.${month}.1905`) === 'open')
        expect(withOrder(`${day}.${month}.1905`, undefined)).toBe(`${day}.${month}.1905`)
    }),
  )
  expect(withOrder('14/3/1905', 'month first')).toBe('1905-03-14')
  expect(withOrder('c. 1890', 'day first')).toBe('c. 1890')
})

test('types of other catalogues', () => {
  expect(readItemType('Still Image')).toBe('photograph')
  expect(readItemType('Photograph, Carte-de-visite')).toBe('photograph')
  expect(readItemType('Postcard')).toBe('postcard')
  expect(readItemType('Image;StillImage')).toBe('photograph')
  expect(readItemType('paper_record')).toBe('paper_record')
  expect(readItemType('dctype:StillImage')).toBe('photograph')
  expect(readItemType('Paintings')).toBe('object')
  expect(readItemType('Diaries')).toBe('paper_record')
  expect(readItemType('L')).toBe('paper_record')
  expect(readItemType('Letter')).toBe('paper_record')
  expect(readItemType('Oral History Interview')).toBe('oral_history')
  expect(readItemType('lantern lecture')).toBeUndefined()
})

test('headings in any writing', () => {
  expect(['Dublin Core:Title', 'dcterms:title', 'TITLE', 'Title '].map(foldHeading)).toEqual(Array(4).fill('title'))
})

test('columns are guessed; what is none of ours goes to the notes, and the second of a single field too', () => {
  const headings = [
    'Accession No.',
    'Title',
    'Date',
    'Date created',
    'Photographer',
    'Negative size',
    'Keywords',
    'Place',
  ]
  const { mapping } = guessMapping(
    { table: 'catalogue.xlsx', headings },
    { presets: [], columnsOf: (list) => formOf(list).map(({ field }) => field) },
  )
  expect(mapping).toMatchObject({
    list: 'items',
    type: 'photograph',
    columns: {
      'Accession No.': 'key',
      Title: 'title',
      Date: 'date_start',
      'Date created': 'notes',
      Photographer: 'creator',
      'Negative size': 'notes',
      Keywords: 'subject',
      Place: 'location',
    },
  })
})

test.each([
  ['people.csv', ['id', 'first_name', 'surname'], 'people'],
  ['members.csv', ['Surname', 'Given names', 'Born', 'Died'], 'people'],
  ['book.xlsx / Organizations', ['Name', 'Founded'], 'organizations'],
  ['x.csv', ['Title', 'Description'], 'items'],
  ['book.xlsx / Lookup', ['Box', 'Shelf'], ''],
  ['scans.csv', ['watermark', 'Box'], 'scans'],
  ['x.csv', ['Object ID', 'Box'], 'items'],
])('%s is %s', (table, headings, list) => {
  expect(
    guessMapping({ table, headings }, { presets: [], columnsOf: (list) => formOf(list).map(({ field }) => field) })
      .mapping.list,
  ).toBe(list)
})

test('a table is the list that it is called after if it has a column of it: a catalogue may be called scans', () => {
  const own = { presets: [], columnsOf: (list: string) => (list === 'scans' ? ['id', 'item', 'file'] : ['title']) }
  const listOf = (headings: string[]) => guessMapping({ table: 'scans.csv', headings }, own).mapping.list
  expect(listOf(['Accession No', 'Title'])).toBe('items')
  expect(listOf(['item', 'file'])).toBe('scans')
})
