import { expect, test } from 'vitest'
import { padDate, tidyDate } from '#islands/widgets/DateField.tsx'

test.each([
  ['year', '1901', '1901'],
  ['year', '1901-03', '1901-03'],
  ['month', '1901', '1901'],
  ['month', '19010', '1901-0'],
  ['month', '190103', '1901-03'],
  ['month', '1901-', '1901-'],
  ['month', '1901/3', '1901-3'],
  ['date', '19010305', '1901-03-05'],
  ['date', '1901-030', '1901-03-0'],
  ['date', '1901.03.05', '1901-03-05'],
  ['date', 'March 1901', 'March 1901'],
] as const)('as a %s, %s becomes %s while it is typed', (specificity, typed, tidy) => {
  expect(tidyDate(typed, specificity)).toBe(tidy)
})

test.each([
  ['1901-3', '1901-03'],
  ['1901-3-5', '1901-03-05'],
  ['1901', '1901'],
  ['1901-', '1901-'],
  ['around 1901', 'around 1901'],
])('%s becomes %s when the field is left', (typed, padded) => {
  expect(padDate(typed)).toBe(padded)
})
