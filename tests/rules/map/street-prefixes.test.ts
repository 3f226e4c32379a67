import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStreetName, isStreetPrefix } from '#rules/map/streets.ts'

test.each([
  ...['st', 'str', 'stree', 'St.', 'ave', 'avenu', 'rd', 'ROA', 'lin', 'lan', ' Cres. ', 'hwy', 'con'],
  ...['nor', 'sout', 'eas', 'wes', 'nort st', 'st. ave'],
])('“%s” is only part of what every street is called', (text) => {
  expect(isStreetPrefix(text)).toBe(true)
})

test.each([
  ...[
    'north',
    'South',
    'east street',
    'north st',
    'main st',
    '12 st',
    'st andrew',
    'streetsville',
    'lincoln',
    'Ste',
    '12',
  ],
  ...['street', 'Avenue', 'ROAD', 'line', 'lane', 'Old Street'],
  ...['court', 'square', 'market place', '', '  ', '...'],
])('“%s” says more, or nothing', (text) => {
  expect(isStreetPrefix(text)).toBe(false)
})

test('a street is told by its word', () => {
  for (const street of ['King Street West', 'Mill Ln.', 'Concession 2', 'North Street', '5 Avenue', 'main st. e'])
    expect(isStreetName(street), street).toBe(true)
  for (const other of ['Street', 'Ave.', 'Court House', "St Andrew's Church", 'Line Brothers Mill', 'Lot 3', ''])
    expect(isStreetName(other), other).toBe(false)
})

test('a whole word or a house number starts a search; case and dots do not matter', () => {
  const word = fc.constantFrom('st', 'stre', 'avenu', 'rd', 'nor', 'lane', 'main', 'zebra')
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('north', 'west', '12', '7a'),
      (words, more) => {
        const text = words.join(' ')
        expect(isStreetPrefix(`${text} ${more}`)).toBe(false)
        expect(isStreetPrefix(` ${text.toUpperCase()}. `)).toBe(isStreetPrefix(text))
        expect(isStreetPrefix(text)).toBe(words.every((each) => isStreetPrefix(each)))
      },
    ),
  )
})
