import { describe, expect, test } from 'vitest'
import { yearTyped } from '#islands/widgets/YearsRange.tsx'
import { layerName, problemText, searchText } from '#islands/map/messages.ts'

describe('a typed year', () => {
  test('is one of the slider', () => {
    expect([' 1870 ', '1830', '2026'].map((text) => yearTyped(text, 2026))).toEqual([1870, 1830, 2026])
  })
  test.each(['', '185', '18.5', '-1850', '1850x', '１８５０', '1829', '2027'])('%o is none', (text) => {
    expect(yearTyped(text, 2026)).toBeNull()
  })
})

describe('the text of a search', () => {
  const found = (shown: number, total = shown) =>
    searchText({ state: 'found', rows: Array.from({ length: shown }), total, partial: false }, 'None.')

  test('is the number of results', () => {
    expect(found(12)).toBe('12 results')
    expect(found(1)).toBe('1 result')
    expect(found(0)).toBe('None.')
    expect(found(50, 1234)).toBe('1,234 results, the first 50 are shown')
  })
  test('is empty before typing', () => {
    expect(searchText({ state: 'idle' }, 'None.')).toBe('')
    expect(searchText({ state: 'more-letters' }, 'None.')).not.toBe('')
  })
})

test('a missing layer is named, and the map works without it', () => {
  const name = layerName({ title: 'Town plan', year: 1856 })
  expect(problemText(name, 'away')).toBe("Town plan 1856 can't be reached right now. The map works without it.")
  expect(problemText(name, 'missing')).toBe(
    'Town plan 1856 is still being prepared and will be here soon. The map works without it.',
  )
  expect(problemText(layerName({ title: 'OpenStreetMap', year: null }), 'slow')).toContain(
    'OpenStreetMap is loading slowly',
  )
})
