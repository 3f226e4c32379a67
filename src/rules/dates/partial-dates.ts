import { lastDay } from '#contract/dates.ts'
import { TIME } from '#contract/limits.ts'
import { leavesEndOpen } from './open-words.ts'

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

/** 1856, March 1856 or 3 March 1856. */
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

/** The year, month or day before (-1) or after (1), as exact as the date. */
export function nextDate(date: number, step: 1 | -1): number {
  const { year, month, day } = dateParts(date)
  if (month === 0) return joinDate(year + step)
  const moved = new Date(0)
  moved.setUTCFullYear(year, month - 1 + (day === 0 ? step : 0), day === 0 ? 1 : day + step)
  return joinDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, day === 0 ? 0 : moved.getUTCDate())
}

/**
 * How many years an open span ("before 1930", "after 1890") reaches from its known end, wherever items are matched, counted or sorted by time
 * (docs/develop/decisions/dates.md). The database keeps spans (`span_start`, `span_end`): another number needs a migration that makes them again.
 */
const OPEN_REACH = 10

export interface ItemDates {
  date_start: number | null
  date_end: number | null
  /** Tells "after 1890" from 1891, which both have no end date. */
  date_start_text?: string
}

/** The dates of an item, the open end of a span filled in. A single date has no end. */
export function closedDates({ date_start: start, date_end: end, date_start_text: written = '' }: ItemDates) {
  const years = OPEN_REACH * 10_000
  if (start === null) return { start: end && Math.max(TIME.lowestDate, nextDate(end, 1) - years), end }
  if (end !== null || !leavesEndOpen(written)) return { start, end }
  return { start, end: nextDate(start, -1) + years }
}

/** The span of an item, for whatever matches, counts or sorts items by time: eight-digit dates, both inclusive; undefined for an undated item. */
export function itemSpan(item: ItemDates): TimeRange | undefined {
  const { start, end } = closedDates(item)
  return start === null ? undefined : { start, end: lastDay(end ?? start) }
}

/** For items without a date: after all others. */
export const UNDATED = 99_999_999

/**
 * The number that an item is sorted by: its date, and of a span of more than a year (1880s, before 1970) the middle. It need not be a date. The database
 * has the same rule (migration 0018).
 */
export function sortDate(span: TimeRange | undefined): number {
  if (!span) return UNDATED
  return span.end - span.start <= 9999 ? span.start : Math.floor((span.start + span.end) / 2)
}

/** Stable sort by an eight-digit date, undated last. */
export function byDate<Row>(rows: readonly Row[], dateOf: (row: Row) => number | null | undefined): Row[] {
  const dated = rows.map((row) => ({ row, date: dateOf(row) ?? Number.MAX_VALUE }))
  return dated.sort((a, b) => a.date - b.date).map(({ row }) => row)
}

/** The first year of the decade in which an item's span begins; null for undated items. "Before 1900" belongs to the 1890s. */
export function decadeOf(item: ItemDates): number | null {
  const span = itemSpan(item)
  return span ? Math.floor(span.start / 100_000) * 10 : null
}

/** Eight-digit dates (spec §3), or YYYY9999 for the end of a year (spec §9). */
export interface TimeRange {
  start: number
  end: number
}

/** True if the range covers spec §9's whole slider, 18300000 to this year, and so filters nothing. */
export const isWholeTime = (range: TimeRange, thisYear: number): boolean =>
  range.start <= TIME.firstYear * 10000 && range.end >= thisYear * 10000

/** True if the item's span (`itemSpan`) overlaps the range. Undated items only match the full range. */
export function inTimeRange(span: TimeRange | undefined, range: TimeRange, thisYear: number): boolean {
  if (isWholeTime(range, thisYear)) return true
  return span !== undefined && span.start <= lastDay(range.end) && span.end >= range.start
}
