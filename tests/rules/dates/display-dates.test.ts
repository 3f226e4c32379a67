import { expect, test } from 'vitest'
import { edtfSpan, lifeSpan, ownershipYear, itemDisplayDate, yearSpan } from '#rules/dates/display-dates.ts'

const dated = (
  date_start: number | null,
  date_end: number | null = null,
  date_start_text = '',
  date_end_text = '',
) => ({
  date_start,
  date_end,
  date_start_text,
  date_end_text,
})

const life = (born: number | null, died: number | null, bornText = '', diedText = '') =>
  lifeSpan({ date_of_birth: born, date_of_death: died, date_of_birth_text: bornText, date_of_death_text: diedText })

const edtfOf = (date_start: number | null, date_end: number | null, date_start_text = '') =>
  edtfSpan({ date_start, date_end, date_start_text })

test('birth and death years are the first four digits', () => {
  expect(life(18340000, 19010304)).toBe('1834–1901')
  expect(life(18340512, null)).toBe('born 1834')
  expect(life(null, 19010000)).toBe('died 1901')
  expect(life(null, null)).toBe('')
})

test('birth and death keep what the source says about them', () => {
  expect(life(18500000, 19000000, 'c. 1850', 'before 1900')).toBe('c. 1850 – before 1900')
  expect(life(18500000, 19000000, 'c. 1850')).toBe('c. 1850 – 1900')
  expect(life(18500000, null, '1850?')).toBe('born 1850?')
  expect(life(18500312, 19010000, '12 March 1850', 'Unknown')).toBe('1850–1901')
  expect(life(null, null, 'n.d.', 'unknown')).toBe('')
  expect(life(18500000, null, 'about 1850, by the census of 1861 and his gravestone')).toBe('born 1850')
})

test('years of an organization, set as all ranges are', () => {
  expect(yearSpan(18710000, 19340000)).toBe('1871–1934')
  expect(yearSpan(18710000, 18711231)).toBe('1871')
  expect(yearSpan(18710000, null)).toBe('from 1871')
  expect(yearSpan(null, 19340000)).toBe('until 1934')
})

test.each([
  [dated(19010304), '4 March 1901', '1901-03-04'],
  [dated(19010300, 19010300), 'March 1901', '1901-03'],
  [dated(18800000, 18890000), '1880–1889', null],
  [dated(18800000, 18890000, '1880s'), '1880s', null],
  [dated(18900000, null, 'c. 1890'), 'c. 1890', null],
  [dated(19730700, null, '1973-07'), 'July 1973', '1973-07'],
  [dated(18640000, 18660810, '1864', 'about August 1866'), '1864 – about August 1866', null],
  [dated(null, 19000000, '', 'before 1900'), 'before 1900', null],
  [dated(null, 19000000), 'until 1900', null],
])('a date is shown as written where that says more than the number', (item, text, machine) => {
  expect(itemDisplayDate(item)).toEqual({ text, machine })
})

test('an undated item has no date', () => {
  expect(itemDisplayDate(dated(null))).toBeNull()
  expect(edtfOf(18910000, null, 'after 1890')).toBe('1891/..')
  expect(edtfOf(18900000, null, 'postmarked 1890')).toBe('1890')
  expect(edtfOf(null, null)).toBe('')
})

test('spans in EDTF', () => {
  expect(edtfOf(19140000, 19180000)).toBe('1914/1918')
  expect(edtfOf(null, 19180000)).toBe('../1918')
  expect(edtfOf(19140800, 19140800)).toBe('1914-08')
})

test('land ownership shows the year only, with its uncertainty', () => {
  expect(ownershipYear({ date: 18461227, date_text: '' })).toBe('1846')
  expect(ownershipYear({ date: 19010300, date_text: 'March 1901' })).toBe('1901')
  expect(ownershipYear({ date: 18360000, date_text: 'c. 1836' })).toBe('c. 1836')
  expect(ownershipYear({ date: 18360000, date_text: '' })).toBe('1836')
  expect(ownershipYear({ date: null, date_text: '' })).toBe('')
})
