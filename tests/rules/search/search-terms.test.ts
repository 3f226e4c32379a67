import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEARCH_WORK } from '#contract/limits.ts'
import { searchTerms } from '#rules/search/search-terms.ts'

const written = (search: string) =>
  searchTerms(search).terms.map(({ forms, prefix }) => `${forms.join('|')}${prefix ? '*' : ''}`)

test('the last word is a prefix; before it, a single letter is a whole word', () => {
  expect(written('harbour m')).toEqual(['harbour|harbourm*', 'm|harbourm*'])
  expect(searchTerms('harbour m').shortened).toEqual([])
  expect(written('J Smith')).toEqual(['j|jsmith', 'smith|jsmith*'])
  expect(searchTerms('J Smith').shortened).toEqual(['letters'])
  expect(written('5 Main St')).toEqual(['5|5main', 'main|5main|mainst*', 'st|mainst*'])
  expect(written('C N R')).toEqual(['c|cn|cnr', 'n|cn|nr|cnr', 'r|nr|cnr*'])
})

test('of fifteen one-letter words ten are searched, none as a prefix', () => {
  const { terms, shortened } = searchTerms('a b c d e f g h i j k l m n o')
  expect(terms).toHaveLength(SEARCH_WORK.words)
  expect(terms.some(({ prefix }) => prefix)).toBe(false)
  expect(shortened).toEqual(['words', 'letters'])
})

test('words in quotation marks are one term, in this order and without other forms', () => {
  expect(written('"Mill Roads" boats')).toEqual(['mill roads', 'boats|boat*'])
  expect(written('“the Mill')).toEqual(['the|themill*', 'mill|themill*'])
  expect(written('"a b c d e f g h" "i j k" l')).toEqual(['a b c d e f g h|a b c d e f g hs', 'i j|i js'])
  expect(searchTerms('"a b c d e f g h" "i j k" l').shortened).toEqual(['words'])
  expect(searchTerms('"..." mill').shortened).toEqual([])
})

test('any search is bounded, and ordinary ones are unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (search) => {
      const { terms } = searchTerms(search)
      expect(terms.length).toBeLessThanOrEqual(SEARCH_WORK.words)
      const short = terms.filter(({ forms, prefix }) => prefix && [...forms[0]!].length < SEARCH_WORK.prefixLetters)
      expect(short.length).toBeLessThanOrEqual(1)
    }),
  )
  const words = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { maxLength: SEARCH_WORK.words })
  fc.assert(
    fc.property(words, (list) => {
      const { terms, shortened } = searchTerms(list.join(' '))
      expect(terms.map(({ forms }) => forms[0])).toEqual([...new Set(list)])
      expect(terms.every(({ prefix }) => prefix)).toBe(true)
      expect(shortened).toEqual([])
    }),
  )
})
