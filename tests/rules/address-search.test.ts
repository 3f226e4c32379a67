import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAddresses, indexAddresses, type Findable } from '#rules/address-search.ts'
import { searchWords } from '#rules/search-text.ts'

let next = 1000
const zone = (name: string, more: Partial<Findable> = {}): Findable => ({
  pk: next++,
  name,
  address: '',
  altnames: [],
  ...more,
})
const names = (zones: Findable[], text: string) => findAddresses(indexAddresses(zones), text).map((each) => each.name)

test('the best come first: the whole name, its first words, its beginning, words anywhere, parts of words', () => {
  const zones = ['Upmain Hall', 'Old Mainland', 'The Main Gate', 'Mainstay', 'Main Street', 'Main'].map((name) =>
    zone(name),
  )
  expect(names(zones, 'MAIN')).toEqual([
    'Main',
    'Main Street',
    'Mainstay',
    'The Main Gate',
    'Old Mainland',
    'Upmain Hall',
  ])
})

test('house numbers sort as numbers, and a house comes before those that only begin like it', () => {
  const zones = ['112 Main St', '10 Main St', '2 Main St', '12 Main St', '12 Albert St', '120 Main St'].map((name) =>
    zone(name),
  )
  expect(names(zones, 'main st')).toEqual(['2 Main St', '10 Main St', '12 Main St', '112 Main St', '120 Main St'])
  expect(names(zones, '12')).toEqual(['12 Albert St', '12 Main St', '120 Main St', '112 Main St'])
  expect(names(zones, 'st 12 main')).toEqual(['12 Main St', '120 Main St', '112 Main St'])
})

test('address, other names, accents and the number of a zone are found', () => {
  const zones = [
    zone('Salle d’Été', { altnames: ['Town Hall', 'Lot 12-A'] }),
    zone('Depot', { address: '3 Quai Sud' }),
    zone('', { pk: 77, address: '' }),
  ]
  expect(names(zones, 'salle dete')).toEqual(['Salle d’Été'])
  expect(names(zones, 'town HALL')).toEqual(['Salle d’Été'])
  expect(names(zones, 'lot 12a')).toEqual([])
  expect(names(zones, 'lot 12-a')).toEqual(['Salle d’Été'])
  expect(names(zones, 'depot quai')).toEqual(['Depot'])
  expect(findAddresses(indexAddresses(zones), '77').map(({ pk }) => pk)).toEqual([77])
  for (const text of ['', '  ', '!!']) expect(names(zones, text)).toEqual([])
})

test('whatever is typed, exactly the zones with all of its words are found, and others’ places do not matter', () => {
  const word = fc.constantFrom('main', 'ma', 'hall', 'été', '12', '2', 'st')
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
  const zones = fc.array(fc.record({ name: text, address: text, altnames: fc.array(text, { maxLength: 2 }) }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(zones, text, (rows, asked) => {
      const all = rows.map((row, at) => ({ pk: at + 100, ...row }))
      const found = findAddresses(indexAddresses(all), asked)
      const words = searchWords(asked)
      const has = (row: Findable) =>
        words.every((each) =>
          [row.name, row.address, ...row.altnames].some((part) => searchWords(part).join(' ').includes(each)),
        )
      expect(new Set(found)).toEqual(new Set(words.length === 0 ? [] : all.filter(has)))
      expect(findAddresses(indexAddresses(all.toReversed()), asked)).toEqual(found)
    }),
  )
})
