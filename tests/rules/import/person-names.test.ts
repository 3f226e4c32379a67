import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCompany, isNobody, personForms, readPersonName } from '#rules/import/person-names.ts'

test.each([
  ['Ross, Ada', { first_name: 'Ada', middle_name: '', surname: 'Ross' }],
  ['Ada Ross (1871-1940)', { first_name: 'Ada', middle_name: '', surname: 'Ross', born: 1871, died: 1940 }],
  ['Ross, Ada May, 1871-1940', { first_name: 'Ada', middle_name: 'May', surname: 'Ross', born: 1871, died: 1940 }],
  ['Ross, Ada, 1871-', { first_name: 'Ada', middle_name: '', surname: 'Ross', born: 1871 }],
  ['Ada Ross (b. 1871)', { first_name: 'Ada', middle_name: '', surname: 'Ross', born: 1871 }],
  ['Ross, John, Jr.', { first_name: 'John', middle_name: '', surname: 'Ross Jr.' }],
  ['John Ross Jr.', { first_name: 'John', middle_name: '', surname: 'Ross Jr.' }],
  ['Mrs. John Ross', { first_name: 'Mrs. John', middle_name: '', surname: 'Ross' }],
  ['Pieter van der Meer', { first_name: 'Pieter', middle_name: '', surname: 'van der Meer' }],
  ['Mary Ann Orr', { first_name: 'Mary', middle_name: 'Ann', surname: 'Orr' }],
  ['Ross, Ada (photographer)', { first_name: 'Ada', middle_name: '', surname: 'Ross' }],
  [
    'Ross, Ada, 1871-1940, photographer',
    { first_name: 'Ada', middle_name: '', surname: 'Ross', born: 1871, died: 1940 },
  ],
  ['Ada Ross?', { first_name: 'Ada', middle_name: '', surname: 'Ross' }],
  ['Orr', { first_name: '', middle_name: '', surname: 'Orr' }],
  ['', { first_name: '', middle_name: '', surname: '' }],
])('%s', (written, read) => {
  expect(readPersonName(written)).toEqual(read)
})

const word = fc
  .stringMatching(/^[A-Z][a-z]{2,8}$/)
  .filter((each) => !/^(?:Von|Van|Der|Den|Del|Della|Ten|Ter|Mac|Sir|Miss|Mrs|Esq|Phd|Iii|Rev)/.test(each))

test('both orders of a name are the same person', () => {
  fc.assert(
    fc.property(word, word, word, (first, middle, surname) => {
      const one = personForms(readPersonName(`${surname}, ${first} ${middle}`))
      expect(personForms(readPersonName(`${first} ${middle} ${surname}`))).toEqual(one)
    }),
  )
})

test('nobody, and companies', () => {
  expect(
    [
      'Unknown',
      'n/a',
      '?',
      'various',
      'Unknown photographer',
      'Unidentified woman',
      '[unknown]',
      'Photographer unknown',
    ].every(isNobody),
  ).toBe(true)
  expect(['Unknown Smith', 'Ann'].some(isNobody)).toBe(false)
  expect(
    [
      'Smith Studio',
      'Orr & Lee',
      'The Bay Herald',
      'Bonton Photo Shop',
      'Temple Beth Sholom',
      'The Spokesman-Review',
    ].every(isCompany),
  ).toBe(true)
  expect(['Ann Studley', 'Ross, Ada'].some(isCompany)).toBe(false)
})
