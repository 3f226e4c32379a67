import { formatNumber, plural } from '#rules/names/record-names.ts'
import { TIME } from '#contract/limits.ts'
import { isEveryYear, type Years } from '#stores/shared/years.ts'

/** Any time, one year, or several. */
export const modeOf = (years: Years, thisYear: number) =>
  isEveryYear(years, thisYear) ? 'any' : years.start === years.end ? 'year' : 'span'

export function yearsText(years: Years, thisYear: number): string {
  const mode = modeOf(years, thisYear)
  return mode === 'any' ? 'Any time' : mode === 'year' ? String(years.start) : `${years.start}–${years.end}`
}

/** The year that somebody typed; null for other text, and for years that the map does not have. */
export function yearTyped(text: string, thisYear: number): number | null {
  const year = /^\s*\d{4}\s*$/.test(text) ? Number(text) : NaN
  return year >= TIME.firstYear && year <= thisYear ? year : null
}
export const refusal = (thisYear: number) => `Type a year from ${TIME.firstYear} to ${thisYear}.`

/** For the live region and the head of the sheet. Without counts only the year. */
export const countsText = (year: number, counts?: { places: number; owned: number }): string =>
  counts
    ? `${year}: ${plural(counts.places, 'place')}, ${formatNumber(counts.owned)} ${counts.owned === 1 ? 'owner' : 'owners'} known`
    : String(year)

/** The known years nearest to one that is not known: one before it and one after it. */
export const nearestYears = (years: readonly number[], year: number): number[] =>
  [years.findLast((each) => each < year), years.find((each) => each > year)].filter((each) => each !== undefined)
