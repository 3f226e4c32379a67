import { MONTHS } from '#rules/dates/partial-dates.ts'
import type { Random } from './random.ts'

/**
 * The generator's dates are exact days as numbers YYYYMMDD. The bundle states them as `Written`: eight digits (spec §3) with 00 for unknown parts, or
 * dates as people write them.
 */
export type Day = number
export type Written = number | string

export const day = (year: number, month: number, date: number): Day => year * 10000 + month * 100 + date
export const yearOf = (date: Day): number => Math.floor(date / 10000)
export const monthOf = (date: Day): number => Math.floor(date / 100) % 100
export const monthName = (month: number): string => MONTHS[month - 1] ?? ''
export const addYears = (date: Day, years: number): Day => date + years * 10000
/** Full years between two days. */
export const ageAt = (born: Day, date: Day): number => Math.floor((date - born) / 10000)
/** 3 March 1856 */
export const spelled = (date: Day): string => `${date % 100} ${monthName(monthOf(date))} ${yearOf(date)}`

/** Any day of the years from first to last; throws RangeError when there is none. */
export function dayIn(random: Random, first: number, last = first): Day {
  if (last < first) throw new RangeError(`No year from ${first} to ${last}`)
  return day(random.int(first, last), random.int(1, 12), random.int(1, 28))
}

/** How a cataloguer might write a date near this day. */
export type Precision = 'day' | 'month' | 'year' | 'words' | 'circa' | 'isoMonth' | 'plainYear' | 'decade' | 'before'

export function write(date: Day, precision: Precision): Written {
  const year = yearOf(date)
  const month = monthOf(date)
  switch (precision) {
    case 'day':
      return date
    case 'month':
      return day(year, month, 0)
    case 'year':
      return day(year, 0, 0)
    case 'words':
      return `${monthName(month)} ${year}`
    case 'circa':
      return `c. ${year}`
    case 'isoMonth':
      return `${year}-${String(month).padStart(2, '0')}`
    case 'plainYear':
      return String(year)
    case 'decade':
      return `${Math.floor(year / 10) * 10}s`
    case 'before':
      return `before ${Math.ceil((year + 1) / 10) * 10}`
  }
}

/** First and last year that a written date may mean. */
export function yearsMeant(date: Day, precision: Precision): [first: number, last: number] {
  const year = yearOf(date)
  if (precision === 'decade') return [Math.floor(year / 10) * 10, Math.floor(year / 10) * 10 + 9]
  if (precision === 'before') return [year, Math.ceil((year + 1) / 10) * 10]
  return [year, year]
}
