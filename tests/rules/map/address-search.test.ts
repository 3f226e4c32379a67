import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAddresses, indexAddresses, type SearchableZone } from '#rules/map/address-search.ts'
import { searchWords } from '#rules/search/search-text.ts'

let next = 1000
const zone = (name: string, more: Partial<SearchableZone> = {}): SearchableZone => ({
  pk: next++,
  name,
  address: '',
  altnames: [],
  ...more,
})
const names = (zones: SearchableZone[], text: string) =>
  findAddresses(indexAddresses(zones), text).map((each) => each.name)

test('ranking: whole name, first words, prefix, words anywhere, parts of words', () => {
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

test('house numbers sort numerically, exact ones before prefixes', () => {
  const zones = ['112 Main St', '10 Main St', '2 Main St', '12 Main St', '12 Albert St', '120 Main St'].map((name) =>
    zone(name),
  )
  expect(names(zones, 'main st')).toEqual(['2 Main St', '10 Main St', '12 Main St', '112 Main St', '120 Main St'])
  expect(names(zones, '12')).toEqual(['12 Albert St', '12 Main St', '120 Main St', '112 Main St'])
  expect(names(zones, 'st 12 main')).toEqual(['12 Main St', '120 Main St', '112 Main St'])
})

test('finds by address, other names, without accents, and by zone number after #', () => {
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
  expect(findAddresses(indexAddresses(zones), ' #77').map(({ pk }) => pk)).toEqual([77])
  for (const text of ['77', '#7', '#77 depot']) expect(findAddresses(indexAddresses(zones), text)).toEqual([])
  for (const text of ['', '  ', '!!']) expect(names(zones, text)).toEqual([])
})

test('for any text, finds exactly the zones with all of its words', () => {
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
      const has = (row: SearchableZone) =>
        words.every((each) =>
          [row.name, row.address, ...row.altnames].some((part) => searchWords(part).join(' ').includes(each)),
        )
      expect(new Set(found)).toEqual(new Set(words.length === 0 ? [] : all.filter(has)))
      expect(findAddresses(indexAddresses(all.toReversed()), asked)).toEqual(found)
    }),
  )
})
