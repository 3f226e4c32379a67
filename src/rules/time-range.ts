import { TIME } from '../contract/limits.ts'
import { latest } from '#contract/dates.ts'

/** Both ends eight-digit dates (spec §3), or YYYY9999 as the end of a year (spec §9). */
export interface TimeRange {
  start: number
  end: number
}

/** True for a range that covers the whole of spec §9's slider, 18300000 to this year: it narrows nothing. */
export const isWholeTime = (range: TimeRange, thisYear: number): boolean =>
  range.start <= TIME.firstYear * 10000 && range.end >= thisYear * 10000

/**
 * True where an item's own span (rules/partial-dates itemSpan) overlaps the range; an undated item is in the whole time only (design.md).
 */
export function inTimeRange(span: TimeRange | undefined, range: TimeRange, thisYear: number): boolean {
  if (isWholeTime(range, thisYear)) return true
  return span !== undefined && span.start <= latest(range.end) && span.end >= range.start
}
