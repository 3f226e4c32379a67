import { expect, test } from 'vitest'
import { joinSentences } from '#release/search/records.ts'

test.each([
  [['Not posted.', 'Knox Church'], 'Not posted. Knox Church'],
  [['Harbour', 'a pier', ''], 'Harbour. a pier'],
  [['“Who goes there?”', null, 'The mill…', 'Lot 4'], '“Who goes there?” The mill… Lot 4'],
  [[undefined, ''], ''],
])('%j are joined with one stop each', (parts, text) => {
  expect(joinSentences(...parts)).toBe(text)
})
