import { expect, test } from 'vitest'
import { followsWords, readWords, withDateWords } from '#rules/wizard/dates.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'

test('a year to come is refused in words', () => {
  expect(readWords('2999')).toMatchObject({ problem: expect.stringContaining('later than this year') })
})

const typed = (...words: string[]) => words.reduce(withDateWords, NO_FIELDS)

test('the date inputs follow what is typed; nothing is guessed from a part of it', () => {
  expect(typed('about 1890', 'about 1890 to 1895')).toMatchObject({
    dateText: 'about 1890 to 1895',
    isRange: true,
    start: { specificity: 'year', typed: '1890' },
    end: { specificity: 'year', typed: '1895' },
  })
  const part = typed('1890', '1890 or the year after the fire')
  expect(part).toMatchObject({ dateText: '1890 or the year after the fire', isRange: false, start: { typed: '' } })
  expect(typed('1890', '')).toEqual(NO_FIELDS)
})

test('what somebody chose otherwise stays, and is told apart', () => {
  const own = { ...NO_FIELDS, start: { specificity: 'date' as const, typed: '1901-03-05' } }
  const both = withDateWords(own, 'March 1901')
  expect(both.start).toEqual(own.start)
  expect(followsWords(both)).toBe(false)
  expect(followsWords(typed('March 1901'))).toBe(true)
})
