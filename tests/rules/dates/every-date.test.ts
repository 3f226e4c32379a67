import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isArchiveDate } from '#contract/fields.ts'
import { lastDay } from '#contract/dates.ts'
import { dateParts, edtfDate, formatDate, itemSpan } from '#rules/dates/partial-dates.ts'
import { leavesEndOpen } from '#rules/dates/open-words.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'
import { runs } from '../../setup/length.ts'

const archiveDate = fc
  .record({
    year: fc.integer({ min: 1000, max: 2999 }),
    month: fc.integer({ min: 0, max: 12 }),
    day: fc.integer({ min: 0, max: 31 }),
  })
  .map(({ year, month, day }) => year * 10000 + month * 100 + (month === 0 ? 0 : day))
  .filter(isArchiveDate)

describe('for every date', () => {
  test('the displayed date, EDTF and digits parse back to the same date', () => {
    fc.assert(
      fc.property(archiveDate, (date) => {
        for (const written of [String(date), formatDate(date), edtfDate(date)]) {
          expect(parseWrittenDate(written)).toEqual({ start: date, end: date, edtf: edtfDate(date) })
        }
      }),
    )
  })

  test('approximate and uncertain dates keep their date', () => {
    fc.assert(
      fc.property(archiveDate, fc.constantFrom('c. ', 'circa ', 'about ', 'probably '), (date, before) => {
        expect(parseWrittenDate(before + formatDate(date))).toMatchObject({ start: date, end: date })
      }),
    )
  })

  test('a range in order spans both dates; out of order it is rejected', () => {
    fc.assert(
      fc.property(archiveDate, archiveDate, fc.constantFrom(' to ', ' - ', ' – ', '/'), (a, b, between) => {
        const [from, to] = a <= b ? [a, b] : [b, a]
        expect(parseWrittenDate(edtfDate(from) + between + edtfDate(to))).toMatchObject({ start: from, end: to })
        if (from > lastDay(to) || to > lastDay(from)) {
          expect(parseWrittenDate(`${formatDate(to)} to ${formatDate(from)}`)).toBeUndefined()
        }
      }),
    )
  })

  test('any result is an ordered span of valid dates', () => {
    const word = fc.constantFrom(
      'c.',
      '1890',
      'March',
      '3',
      '-',
      '/',
      'before',
      '1880s',
      '?',
      'late',
      '19th',
      'century',
      'to',
      '[',
      ']',
      '2025',
    )
    const messy = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(messy, (written) => {
        const date = parseWrittenDate(written)
        if (!date) return
        for (const each of [date.start, date.end]) if (each !== null) expect(isArchiveDate(each)).toBe(true)
        if (date.start !== null && date.end !== null) expect(date.start).toBeLessThanOrEqual(lastDay(date.end))
      }),
      { numRuns: runs(1000) },
    )
  })

  test('words that leave the end open are those that the reader reads so', () => {
    const end = fc.constantFrom(
      'after ',
      'since ',
      'from ',
      'post ',
      'postmarked ',
      'c. ',
      '',
      'taken after ',
      '[after ',
    )
    const rest = fc.constantFrom('', '-', '-?', ' to present', ' onwards', ' or later', '?', ']', ' (circa)', '+')
    fc.assert(
      fc.property(archiveDate, end, rest, (date, before, behind) => {
        const written = before + formatDate(date) + behind
        const read = parseWrittenDate(written)
        if (read?.start && (read.end === null || read.end === read.start))
          expect([written, leavesEndOpen(written)]).toEqual([written, read.end === null])
      }),
    )
  })

  test('long texts are parsed quickly', () => {
    for (const written of ['1'.repeat(100_000), 'c. '.repeat(50_000), '-'.repeat(100_000)]) {
      expect(parseWrittenDate(written)).toBeUndefined()
    }
  })

  test('parts, the latest day and the span of an item', () => {
    fc.assert(
      fc.property(archiveDate, fc.option(archiveDate), (start, end) => {
        const { year, month, day } = dateParts(start)
        expect(year * 10000 + month * 100 + day).toBe(start)
        expect(lastDay(start)).toBeGreaterThanOrEqual(start)
        const span = itemSpan({ date_start: start, date_end: end !== null && end >= start ? end : null })!
        expect(span.start).toBeLessThanOrEqual(span.end)
      }),
    )
    const spanOf = (date_start: number | null, date_end: number | null, date_start_text = '') =>
      itemSpan({ date_start, date_end, date_start_text })
    expect(spanOf(null, null)).toBeUndefined()
    // Open spans reach one decade from their known end.
    expect(spanOf(null, 18990000, 'before 1900')).toEqual({ start: 18900000, end: 18999999 })
    expect(spanOf(null, 19010200, 'before March 1901')).toEqual({ start: 18910300, end: 19010299 })
    expect(spanOf(18910000, null, 'after 1890')).toEqual({ start: 18910000, end: 19009999 })
    expect(spanOf(18900000, null, '1890 to present')).toEqual({ start: 18900000, end: 18999999 })
    expect(spanOf(18900000, null, 'postmarked 1890')).toEqual({ start: 18900000, end: 18909999 })
    expect(spanOf(19010300, null)).toEqual({ start: 19010300, end: 19010399 })
  })
})
