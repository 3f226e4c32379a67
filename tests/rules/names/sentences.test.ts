import { expect, test } from 'vitest'
import { describeRecord, joinSentences, countOfItems, plural } from '#rules/names/record-names.ts'

test.each([
  [['Not posted.', 'Knox Church'], 'Not posted. Knox Church'],
  [['Harbour', 'a pier', ''], 'Harbour. a pier'],
  [['“Who goes there?”', null, 'The mill…', 'Lot 4'], '“Who goes there?” The mill… Lot 4'],
  [[undefined, ''], ''],
])('%j are joined with one stop each', (parts, text) => {
  expect(joinSentences(...parts)).toBe(text)
})

test('a short text gets the name first', () => {
  expect(describeRecord('Albert (1819–1861)', 'Title: Prince')).toBe('Albert (1819–1861). Title: Prince')
  expect(describeRecord('Albert', 'Albert was a prince.')).toBe('Albert was a prince.')
  expect(describeRecord('Albert', '')).toBe('')
  expect(countOfItems(1)).toBe('1 item')
  expect([plural(1, 'person', 'people'), plural(0, 'place'), plural(1234, 'place')]).toEqual([
    ...['1 person', '0 places', '1,234 places'],
  ])
})
