import { expect, test } from 'vitest'
import { placeTerms } from '#rules/citations/dublin-core.ts'

test('a place in Dublin Core has what it was called, and when it was there', () => {
  const place = { pk: 1, name: 'Mill', address: '', altnames: ['Old Mill'] }
  const dated = { ...place, earlier_names: ['12 Mill Street'], date_start: 18500000, date_end: 18810000 }
  expect(placeTerms(dated, [])).toEqual(
    expect.arrayContaining([
      ['alternative', 'Old Mill', '12 Mill Street'],
      ['temporal', '1850–1881'],
    ]),
  )
  expect(placeTerms(place, [])).toContainEqual(['temporal', ''])
})
