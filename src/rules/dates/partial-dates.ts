import { lastDay } from '#contract/dates.ts'
import { TIME } from '#contract/limits.ts'

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** An eight-digit date (spec §3) from its parts; 0 for an unknown month or day. */
export const joinDate = (year: number, month = 0, day = 0) => year * 10000 + month * 100 + day

/** The inverse of `joinDate`. */
export const dateParts = (date: number) => ({
  year: Math.floor(date / 10000),
  month: Math.floor(date / 100) % 100,
  day: date % 100,
})

/** 1856, March 1856 or 3 March 1856 (design.md, "Dates"). */
export function formatDate(date: number): string {
  const { year, month, day } = dateParts(date)
  if (month === 0) return String(year)
  if (day === 0) return `${MONTHS[month - 1]} ${year}`
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** EDTF: 1856, 1856-03 or 1856-03-03. */
export function edtfDate(date: number): string {
  const { year, month, day } = dateParts(date)
  const two = (value: number) => String(value).padStart(2, '0')
  return [String(year).padStart(4, '0'), ...(month ? [two(month)] : []), ...(month && day ? [two(day)] : [])].join('-')
}

/** The span of an item for overlap checks: eight-digit dates, both ends inclusive; undefined for an undated item. */
export function itemSpan(start: number | null, end: number | null): { start: number; end: number } | undefined {
  if (start === null && end === null) return undefined
  if (start === null) return { start: 0, end: lastDay(end!) }
  return { start, end: lastDay(end ?? start) }
}

/** Without a start, a span sorts as if it began with the slider (spec §9), or at its end if that is earlier. */
const OPEN_START = TIME.firstYear * 10_000
/** For items without a date: after all others. */
export const UNDATED = 99_999_999

/**
 * The number that an item is sorted by: its date, and of a span of more than a year (1880s, before 1970) the middle. It need not be a date. The database
 * has the same rule (migration 0018).
 */
export function sortDate(start: number | null, end: number | null): number {
  const span = itemSpan(start, end)
  if (!span) return UNDATED
  if (span.end - span.start <= 9999) return span.start
  return Math.floor(((span.start === 0 ? Math.min(OPEN_START, span.end) : span.start) + span.end) / 2)
}

/** Stable sort by an eight-digit date, undated last. */
export function byDate<Row>(rows: readonly Row[], dateOf: (row: Row) => number | null | undefined): Row[] {
  const dated = rows.map((row) => ({ row, date: dateOf(row) ?? Number.MAX_VALUE }))
  return dated.sort((a, b) => a.date - b.date).map(({ row }) => row)
}

/** The first year of the decade of an item's start date; null for undated items. If only the end is known, "before 1900" belongs to the 1890s. */
export const decadeOf = ({ date_start, date_end }: Dated): number | null => {
  if (date_start === null && date_end === null) return null
  return Math.floor((date_start ?? date_end! - 1) / 100_000) * 10
}
interface Dated {
  date_start: number | null
  date_end: number | null
}
