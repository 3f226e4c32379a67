import { describe, expect, test } from 'vitest'
import { readDate } from '#rules/dates/read-date.ts'

const read = (words: string, beside?: string) => readDate(words, 2026, beside)

describe('a date that somebody types', () => {
  test.each([
    ['about 1890 to 1895', 'about 1890 to 1895'],
    ['late 1800s', '1867 to 1899'],
    ['1880s', '1880 to 1889'],
    ['3 March 1901?', 'perhaps 3 March 1901'],
    ['before 1930', 'until 1929'],
    ['after 1890', 'from 1891 on'],
    ['1890 to present', 'from 1890 on'],
    ['summer 1914', 'June 1914 to August 1914'],
    ['n.d.', 'no date'],
    ['19010304', '4 March 1901'],
    ['10 Feb 1745/6', '10 February 1746'],
    ['2020s', '2020 to 2029'],
    ['21st century', '2000 to 2099'],
  ])('%s is read as %s', (words, readAs) => expect(read(words)).toMatchObject({ readAs }))

  test('the words are kept, but not of eight digits; both years are named', () => {
    expect(read(' late 1800s ')).toMatchObject({ text: 'late 1800s' })
    expect(read('19010304')).toMatchObject({ text: '', start: 19010304, end: 19010304 })
    expect(read('10 Feb 1745/6')).toMatchObject({ text: '10 Feb 1745/6 (1746, new style)', start: 17460210 })
  })

  test('1800s is a decade beside 1810s in the other column', () => {
    expect(read('1800s')).toMatchObject({ start: 18000000, end: 18990000 })
    expect(read('1800s', '1810s')).toMatchObject({ start: 18000000, end: 18090000 })
  })

  test.each([
    ['5827', '14 December 1915'],
    ['2091', 'later than this year (2026)'],
    ['20910000', 'later than this year (2026)'],
    ['2020-2091', 'later than this year (2026)'],
    ['2020-91', 'later than this year (2026)'],
    ['10101', '27 August 1927'],
    ['3/4/1901', "We can't read the date"],
  ])('%s is refused: %s', (words, problem) =>
    expect(read(words)).toEqual({ problem: expect.stringContaining(problem) as string }),
  )
})
