import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typedYears } from '#islands/widgets/YearsRange.tsx'
import { layerName, problemText, searchText } from '#islands/map/messages.ts'

describe('typed years', () => {
  const years = { start: 1850, end: 1900 }
  const typed = (end: 'start' | 'end', text: string) => typedYears(end, text, years, 1830, 2026)

  test('become an end of the range', () => {
    expect(typed('start', ' 1870 ')).toEqual({ start: 1870, end: 1900 })
    expect(typed('end', '1851')).toEqual({ start: 1850, end: 1851 })
  })
  test('move the other end when they pass it', () => {
    expect(typed('start', '1950')).toEqual({ start: 1950, end: 1950 })
    expect(typed('end', '1840')).toEqual({ start: 1840, end: 1840 })
  })
  test('are clamped to the slider', () => {
    expect(typed('start', '1492')).toEqual({ start: 1830, end: 1900 })
    expect(typed('end', '2027')).toEqual({ start: 1850, end: 2026 })
  })
  test.each(['', '185', '18.5', '-1850', '1850x', '１８５０'])('%o is none', (text) => {
    expect(typed('start', text)).toBeNull()
  })
  test('always are a range within the slider', () => {
    fc.assert(
      fc.property(fc.constantFrom('start', 'end'), fc.integer({ min: 0, max: 9999 }), (end, year) => {
        const next = typed(end, String(year).padStart(4, '0'))!
        expect(1830 <= next.start && next.start <= next.end && next.end <= 2026).toBe(true)
      }),
    )
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
