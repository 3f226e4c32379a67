import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchText } from '#rules/search/search-text.ts'
import { runs } from '../../setup/length.ts'

test.each([
  ['Moulin d’Été', 'moulin dete'],
  ["O'Neil & Søn", 'oneil son'],
  ['ŁÓDŹ – Straße 12/3', 'lodz strasse 12 3'],
  ['  İstanbul  ', 'istanbul'],
  ['Όλος ΟΔΟΣ', 'ολοσ οδοσ'],
  ['東京 ﬁne', '東京 fine'],
  ['<b>"AND"</b>', 'b and b'],
])('%s is searched as %s', (text, expected) => {
  expect(searchText(text)).toBe(expected)
})

test('folding is idempotent and leaves letters, digits and single spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (one, other) => {
      const folded = searchText(one, null, other, undefined)
      expect(searchText(folded)).toBe(folded)
      expect(folded).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
    }),
    { numRuns: runs(2000) },
  )
})
