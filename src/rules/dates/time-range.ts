import { TIME } from '#contract/limits.ts'
import { lastDay } from '#contract/dates.ts'

/** Eight-digit dates (spec §3), or YYYY9999 for the end of a year (spec §9). */
export interface TimeRange {
  start: number
  end: number
}

/** True if the range covers spec §9's whole slider, 18300000 to this year, and so filters nothing. */
export const isWholeTime = (range: TimeRange, thisYear: number): boolean =>
  range.start <= TIME.firstYear * 10000 && range.end >= thisYear * 10000

/** True if the item's span (`itemSpan`) overlaps the range. Undated items only match the full range (design.md). */
export function inTimeRange(span: TimeRange | undefined, range: TimeRange, thisYear: number): boolean {
  if (isWholeTime(range, thisYear)) return true
  return span !== undefined && span.start <= lastDay(range.end) && span.end >= range.start
}
