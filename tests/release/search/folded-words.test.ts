import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedWords } from '#release/search/custom-record.ts'
import { searchWords } from '#rules/search/search-text.ts'
import { runs } from '../../setup/length.ts'

test.each([
  ['The “café”, and O’Neil’s MILL (1905).', ''],
  ['', ''],
  ['Łódź, Łódź', 'lodz'],
  ['1880–1885', '1880 1885'],
  ['BBHS 1969.1.14-3', '1969 1 14 3'],
  ['Όλος', 'ολοσ'],
  ['… – &', ''],
])('%s', (text, expected) => {
  expect(foldedWords(text)).toBe(expected)
})

test('they are words of the text, and make every word findable', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abØéß1-–.’,'), maxLength: 5 })
  fc.assert(
    fc.property(fc.array(word), (list) => {
      const text = list.join(' ')
      const folded = foldedWords(text).split(' ').filter(Boolean)
      expect(searchWords(text)).toEqual(expect.arrayContaining(folded))
      // What Pagefind makes of a word of plain letters is that word.
      const plain = text
        .normalize('NFD')
        .replace(/[\u0300-\u036f’]/g, '')
        .toLowerCase()
        .split(/[\s.,–-]+/)
      expect([...folded, ...plain]).toEqual(expect.arrayContaining(searchWords(text)))
    }),
    { numRuns: runs(1000) },
  )
})
