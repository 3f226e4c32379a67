import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordForms } from '#rules/search/word-forms.ts'
import { searchText, searchWords } from '#rules/search/search-text.ts'
import { runs } from '../../setup/length.ts'

const finds = (typed: string, text: string) =>
  wordForms(searchText(typed)).some((beginning) => searchText(text).startsWith(beginning))

test.each([
  ['churches', 'church'],
  ['families', 'family'],
  ['family', 'families'],
  ['city', 'cities'],
  ['movies', 'movie'],
  ['houses', 'house'],
  ['boats', 'boat'],
  ['boxes', 'box'],
  ['glasses', 'glass'],
  ['potatoes', 'potato'],
  ['shoes', 'shoe'],
  ['bays', 'bays'],
  ['railways', 'railway'],
  ['church’s', 'church'],
  ["sailors'", 'sailor'],
  ['1860s', '1860'],
  ['bridges', 'bridge'],
])('%s finds %s', (typed, text) => {
  expect(finds(typed, text)).toBe(true)
})

test.each(['glass', 'bus', 'census', 'basis', 'Paris', 'gas', 'Ross', 'cars', 'ies', 'bay', '1905', 'y', 'harb'])(
  '%s has no other form',
  (word) => {
    expect(wordForms(searchText(word))).toEqual([searchText(word)])
  },
)

test.each([
  ['shoes', 'shop'],
  ['houses', 'household goods', true],
  ['cities', 'citizen'],
  ['1860s', '1861'],
  ['glass', 'Glasgow'],
])('%s and %s', (typed, text, found = false) => {
  expect(finds(typed, text)).toBe(found)
})

/** A noun of more letters than the shortest, and its regular plural. */
const noun = fc
  .string({ unit: fc.constantFrom(...'abcdehilmnoprstxyz'), minLength: 4, maxLength: 9 })
  .filter((word) => !/([^s]s|[iuo])$/.test(word))
const plural = (word: string) => {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return /(ss|sh|ch|x|zz|tz)$/.test(word) ? `${word}es` : `${word}s`
}

test('singular and plural find each other', () => {
  fc.assert(
    fc.property(noun, (word) => {
      expect([finds(plural(word), word), finds(word, plural(word))]).toEqual([true, true])
      // James’s and glass’s are told from jamess and glass by their apostrophe alone, which no text has as it is searched.
      if (!word.endsWith('s')) expect(finds(`${word}’s`, word)).toBe(true)
    }),
    { numRuns: runs(2000) },
  )
})

test('the word itself is always included, and every form is a word', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem(), noun.map(plural)), (text) => {
      for (const word of searchWords(text)) {
        const beginnings = wordForms(word)
        expect(beginnings[0]).toBe(word)
        for (const beginning of beginnings) expect(searchWords(beginning)).toEqual([beginning])
      }
    }),
    { numRuns: runs(2000) },
  )
})
