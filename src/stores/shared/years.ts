import { TIME, TIME_FILTER } from '#contract/limits.ts'
import { isWholeTime, type TimeRange } from '#rules/time-range.ts'

/** Years of the time slider, both of them in it. */
export interface Years {
  start: number
  end: number
}

/** The whole of the time slider (spec §9). */
export const wholeYears = (thisYear: number): Years => ({ start: TIME.firstYear, end: thisYear })

/** Years as dates, as spec §9 sends them. */
export const datesOf = ({ start, end }: Years): TimeRange => ({
  start: Number(TIME_FILTER.sentStart(start)),
  end: Number(TIME_FILTER.sentEnd(end)),
})

export const isEveryYear = (years: Years, thisYear: number) => isWholeTime(datesOf(years), thisYear)

/** Years as spec §9 sends them. The whole time is asked for by saying nothing, so that undated items are in it whatever server answers (design.md). */
export const sentYears = (years: Years, thisYear: number): string | undefined =>
  isEveryYear(years, thisYear) ? undefined : TIME_FILTER.sentStart(years.start) + TIME_FILTER.sentEnd(years.end)

/** Whole years within the slider, the start not after the end; undefined for what are no years. */
export function heldYears({ start, end }: Years, thisYear: number): Years | undefined {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return undefined
  const hold = (year: number) => Math.min(thisYear, Math.max(TIME.firstYear, Math.round(year)))
  const [one, other] = [hold(start), hold(end)]
  return { start: Math.min(one, other), end: Math.max(one, other) }
}
