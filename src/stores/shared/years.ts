import { TIME, TIME_FILTER } from '#contract/limits.ts'
import { isWholeTime, type TimeRange } from '#rules/dates/partial-dates.ts'

/** Years of the time slider, both inclusive. */
export interface Years {
  start: number
  end: number
}

/** How many years before and after the chosen ones pictures are of the time. */
export const OF_THE_TIME = 5

/** The full range of the time slider (spec §9). */
export const wholeYears = (thisYear: number): Years => ({ start: TIME.firstYear, end: thisYear })

/** The years before the slider begins. */
export const isEarlier = ({ end }: Years) => end < TIME.firstYear

/** Years as the dates that spec §9 sends. */
export const dateRangeOf = ({ start, end }: Years): TimeRange => ({
  start: Number(TIME_FILTER.sentStart(start)),
  end: Number(TIME_FILTER.sentEnd(end)),
})

export const isEveryYear = (years: Years, thisYear: number) => isWholeTime(dateRangeOf(years), thisYear)

/** The `date` parameter of spec §9. Undefined for the full range, so that undated items are included on any server. */
export const yearsParam = (years: Years, thisYear: number): string | undefined =>
  isEveryYear(years, thisYear) ? undefined : TIME_FILTER.sentStart(years.start) + TIME_FILTER.sentEnd(years.end)

/** Whole years within the slider, start before end. Undefined for values that are not numbers. */
export function clampYears({ start, end }: Years, thisYear: number): Years | undefined {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return undefined
  const clamp = (year: number) => Math.min(thisYear, Math.max(TIME.firstYear, Math.round(year)))
  const [one, other] = [clamp(start), clamp(end)]
  return { start: Math.min(one, other), end: Math.max(one, other) }
}
