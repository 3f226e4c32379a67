import { isArchiveDate } from '#contract/fields.ts'
import { joinDate, MONTHS } from './partial-dates.ts'

const monthNumber = (word: string): number | undefined => {
  const letters = word.toLowerCase().replace('.', '')
  if (letters === 'sept') return 9
  const found = letters.length < 3 ? -1 : MONTHS.findIndex((month) => month.toLowerCase().startsWith(letters))
  return found === -1 ? undefined : found + 1
}

const MONTH = String.raw`([A-Za-z]+\.?),?`
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
/** Each form, and which of its groups is the year, the month (a number or a word) and the day. */
const FORMS: readonly (readonly [RegExp, year: number, month?: number, day?: number])[] = [
  [/^(\d{4})$/, 1],
  // Eight digits; ISO 8601 with "-", "/" or "."; "XX" is unknown in EDTF; a time of day does not count.
  [/^(\d{4})(\d\d)(\d\d)$/, 1, 2, 3],
  [/^(\d{4})([-/.])(\d{1,2}|XX)(?:\2(\d{1,2}|XX))?(?:[T ]\d\d:[\d:.]+Z?)?$/, 1, 3, 4],
  [/^(\d{1,2})[-/.](\d{4})$/, 2, 1],
  [new RegExp(`^(?:${DAY}(?: of)?[ -])?${MONTH}[ -](\\d{4})$`), 3, 2, 1],
  [new RegExp(`^${MONTH} ${DAY},? (\\d{4})$`), 3, 1, 2],
  [new RegExp(`^(\\d{4}),? ${MONTH}(?: ${DAY})?$`), 1, 2, 3],
]

/** Day and month of 25/12/1901 or 12/25/1901, which nobody can mistake; 3/4/1901 stays unread. */
function unmistakable(text: string): number | undefined {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (!match) return undefined
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  if (first <= 12 && second <= 12 && first !== second) return undefined
  return first > 12 ? joinDate(year, second, first) : joinDate(year, first, second)
}

function numberOf(part: string | undefined): number | undefined {
  if (part === undefined || part === 'XX') return 0
  return /^\d+$/.test(part) ? Number(part) : monthNumber(part)
}

function candidates(text: string): (number | undefined)[] {
  return FORMS.map(([form, year, month = 0, day = 0]) => {
    const match = form.exec(text)
    if (!match) return undefined
    const [y, m, d] = [match[year], month ? match[month] : undefined, day ? match[day] : undefined].map(numberOf)
    return y === undefined || m === undefined || d === undefined ? undefined : joinDate(y, m, d)
  })
}

/**
 * The eight-digit number (spec §3) of a plain date: 1890, 18900000, 1914-08, 1914-08-03, 1914/08/03, March 1901, 3 March 1901, 3-Mar-1901, March 3, 1901,
 * 1901 March 3, 25/12/1901, 03/1901, with or without a day of the week. Undefined for anything vaguer, and for 3/4/1901.
 */
export function parsePlainDate(written: string): number | undefined {
  const text = written.replace(/^(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day|\.)?,? /i, '')
  // 00000000 is not a date. A written month or day of 0 ("1890-00") means unknown (spec §3).
  return [...candidates(text), unmistakable(text)].find((date) => date !== undefined && isArchiveDate(date))
}
