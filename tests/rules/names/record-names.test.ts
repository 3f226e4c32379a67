import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexName, itemHeading, itemTitle, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import { runs } from '../../setup/length.ts'

const person = (first_name: string, middle_name: string, surname: string) => ({ first_name, middle_name, surname })

test.each([
  [person('Ada', 'May', 'Calder'), 'Ada May Calder', 'Calder, Ada May'],
  [person('Albert', '', ''), 'Albert', 'Albert'],
  [person('', '', 'Calder'), 'Calder', 'Calder'],
  [person('', '', ''), 'Unnamed person', 'Unnamed person'],
  [person('明子', '', '山田'), '明子 山田', '山田, 明子'],
])('a person is named by what is known', (parts, name, listed) => {
  expect(personName(parts)).toBe(name)
  expect(indexName(parts)).toBe(listed)
})

test('an item without a title uses its type, a zone without a name its address', () => {
  expect(itemTitle({ title: '', type: 'paper_record' })).toBe('Untitled paper record')
  expect(zoneName({ pk: 4, name: '', address: '12 Main Street' })).toBe('12 Main Street')
  expect(zoneName({ pk: 4, name: '', address: '' })).toBe('Zone 4')
})

test('headings of events follow spec §2, others are the title', () => {
  expect(itemHeading({ title: 'Regatta', type: 'event' }, '3 July 1901')).toBe('Event: Regatta (3 July 1901)')
  expect(itemHeading({ title: 'Regatta', type: 'event' }, '')).toBe('Event: Regatta')
  expect(itemHeading({ title: 'Regatta', type: 'photograph' }, '1901')).toBe('Regatta')
})

test('a title from right to left keeps its direction to itself: the date of an event stays where it belongs', () => {
  expect(itemHeading({ title: 'חגיגה', type: 'event' }, '1901')).toBe('Event: \u2068חגיגה\u2069 (1901)')
  expect(itemHeading({ title: 'معرض', type: 'event' }, '')).toBe('Event: \u2068معرض\u2069')
  expect(itemHeading({ title: 'חגיגה', type: 'photograph' }, '1901')).toBe('חגיגה')
})

test('shorten respects the length, never splits a character, and leaves short texts alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 90 }), fc.integer({ min: 2, max: 80 }), (text, length) => {
      const short = shorten(text, length)
      expect(short.length).toBeLessThanOrEqual(length)
      expect(short.isWellFormed()).toBe(text.isWellFormed() || short.isWellFormed())
    }),
    { numRuns: runs(60) },
  )
  expect(shorten('A view  of\nthe mill', 40)).toBe('A view of the mill')
  expect(shorten('A view of the old mill, and of its pond', 26)).toBe('A view of the old mill…')
})
