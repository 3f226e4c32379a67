import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isArchiveDate } from '#contract/fields.ts'
import { lastDay } from '#contract/dates.ts'
import { dateParts, edtfDate, formatDate, itemSpan } from '#rules/dates/partial-dates.ts'
import { leavesEndOpen } from '#rules/dates/open-words.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'

const read = (written: string) => {
  const date = parseWrittenDate(written)
  return date && [date.start, date.end, date.edtf]
}

describe('dates as people write them', () => {
  test.each([
    ['18900000', 18900000, '1890'],
    ['19010304', 19010304, '1901-03-04'],
    ['1890', 18900000, '1890'],
    [' 1890. ', 18900000, '1890'],
    ['1914-08', 19140800, '1914-08'],
    ['1914-8-3', 19140803, '1914-08-03'],
    ['1914/08/03', 19140803, '1914-08-03'],
    ['March 1901', 19010300, '1901-03'],
    ['Mar. 1901', 19010300, '1901-03'],
    ['Sept 1901', 19010900, '1901-09'],
    ['3 March 1901', 19010303, '1901-03-03'],
    ['3rd of March, 1901', 19010303, '1901-03-03'],
    ['3-Mar-1901', 19010303, '1901-03-03'],
    ['March 3, 1901', 19010303, '1901-03-03'],
    ['Sunday, March 3rd 1901', 19010303, '1901-03-03'],
    ['29 February 1904', 19040229, '1904-02-29'],
    ['c. 1890', 18900000, '1890~'],
    ['c1890', 18900000, '1890~'],
    ['ca. March 1901', 19010300, '1901-03~'],
    ['[circa 1890?]', 18900000, '1890~'],
    ['about 1890', 18900000, '1890~'],
    ['1890?', 18900000, '1890?'],
    ['[1890?]', 18900000, '1890?'],
    ['1890 (?)', 18900000, '1890?'],
    ['probably 1890', 18900000, '1890?'],
    ['[1890]', 18900000, '1890'],
    ['Winter 1901', 19010000, '1901-24'],
  ])('%s is one date', (written, date, edtf) => {
    expect(read(written)).toEqual([date, date, edtf])
  })

  test.each([
    ['1880s', 18800000, 18890000, '188X'],
    ["the 1880's", 18800000, 18890000, '188X'],
    ['c. 1880s', 18800000, 18890000, '188X~'],
    ['1880s?', 18800000, 18890000, '188X?'],
    ['188-', 18800000, 18890000, '188X'],
    ['early 1880s', 18800000, 18830000, '1880/1883'],
    ['mid-1880s', 18840000, 18860000, '1884/1886'],
    ['late 1880s', 18870000, 18890000, '1887/1889'],
    ['19th century', 18000000, 18990000, '18XX'],
    ['late 19th century', 18670000, 18990000, '1867/1899'],
    ['Summer 1914', 19140600, 19140800, '1914-22'],
    ['fall of 1914', 19140900, 19141100, '1914-23'],
    ['1890-1895', 18900000, 18950000, '1890/1895'],
    ['1890–95', 18900000, 18950000, '1890/1895'],
    ['1914-18', 19140000, 19180000, '1914/1918'],
    ['c. 1890-1895', 18900000, 18950000, '1890~/1895'],
    ['between 1890 and 1895', 18900000, 18950000, '1890/1895'],
    ['from March 1890 to 3 April 1895', 18900300, 18950403, '1890-03/1895-04-03'],
    ['1890 or 1891', 18900000, 18910000, '1890/1891'],
    ['1914-08/1918-11', 19140800, 19181100, '1914-08/1918-11'],
    ['1880s-1890s', 18800000, 18990000, '188X/189X'],
    ['before 1900', null, 18990000, '../1899'],
    ['pre-1900', null, 18990000, '../1899'],
    ['before the 1880s', null, 18790000, '../1879'],
    ['by March 1901', null, 19010300, '../1901-03'],
    ['after 1900', 19010000, null, '1901/..'],
    ['since c. 1900', 19000000, null, '1900/..'],
    ['post 1900', 19010000, null, '1901/..'],
    ['late 1800s', 18670000, 18990000, '1867/1899'],
    ['mid 1800s', 18340000, 18660000, '1834/1866'],
    ['late 1700s', 17670000, 17990000, '1767/1799'],
    ['mid-1900s', 19340000, 19660000, '1934/1966'],
    ['1800s', 18000000, 18990000, '18XX'],
    ["the 1800's", 18000000, 18990000, '18XX'],
    ['1800s-1810s', 18000000, 18190000, '180X/181X'],
    ['late 1890s-early 1900s', 18970000, 19030000, '1897/1903'],
    ['late 1800s to 1910s', 18670000, 19190000, '1867/191X'],
    ['1800s or 1900s', 18000000, 19990000, '18XX/19XX'],
    ['mid- to late-19th century', 18340000, 18990000, '1834/1899'],
    ['early-to-mid 1800s', 18000000, 18660000, '1800/1866'],
    ['mid/late 1890s', 18940000, 18990000, '1894/1899'],
    ['start of the 1890s', 18900000, 18930000, '1890/1893'],
    ['latter part of the 19th century', 18670000, 18990000, '1867/1899'],
    ['19th century, second half', 18500000, 18990000, '1850/1899'],
    ['1890s (late)', 18970000, 18990000, '1897/1899'],
    ['latter half of the 1800s', 18500000, 18990000, '1850/1899'],
    ['second half of the 1890s', 18950000, 18990000, '1895/1899'],
    ['middle third of the 19th century', 18330000, 18660000, '1833/1866'],
    ['first quarter of the 1900s', 19000000, 19240000, '1900/1924'],
    ['before March 1901', null, 19010200, '../1901-02'],
    ['before 1 March 1904', null, 19040229, '../1904-02-29'],
    ['after December 1890', 18910100, null, '1891-01/..'],
    ['after the 1880s', 18900000, null, '1890/..'],
    ['?-1890', null, 18900000, '../1890'],
    ['unknown to 1890', null, 18900000, '../1890'],
    ['unknown-1890', null, 18900000, '../1890'],
    ['1890-?', 18900000, null, '1890/..'],
    ['1890 - unknown', 18900000, null, '1890/..'],
    ['c. 1850-?', 18500000, null, '1850/..'],
    ['1890 to present', 18900000, null, '1890/..'],
    ['1890–present', 18900000, null, '1890/..'],
    ['from 1890 to the present day', 18900000, null, '1890/..'],
    ['10 Feb 1745/6', 17460210, 17460210, '1746-02-10'],
    ['February 10, 1745/46', 17460210, 17460210, '1746-02-10'],
    ['3 January 1699/1700', 17000103, 17000103, '1700-01-03'],
    ['29 February 1700', 17000200, 17000200, '1700-02'],
    ['n.d.', null, null, ''],
    ['Undated', null, null, ''],
    ['[unknown]', null, null, ''],
  ])('%s is a span', (written, start, end, edtf) => {
    expect(read(written)).toEqual([start, end, edtf])
  })

  test.each([
    '',
    'some day',
    '3/4/1901',
    '31 April 1901',
    '29 February 1900',
    '18901301',
    '00000000',
    '1895-1890',
    'the year',
    '1',
    '189',
    '18888',
    'before',
    'c.',
    '-',
    '2025-13-45',
    'Octember 1901',
    '1890-1891-1892',
    'turn of the century',
    'latter quarter of the 19th century',
    'second decade of the 1890s',
    '29 February 1800',
  ])('%j cannot be read', (written) => {
    expect(parseWrittenDate(written)).toBeUndefined()
  })
})

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
      { numRuns: 1000 },
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
