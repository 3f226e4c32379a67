import { formatNumber, plural } from '#rules/names/record-names.ts'
import { isEveryYear, type Years } from '#stores/shared/years.ts'

/** Any time, one year, or several. */
export const modeOf = (years: Years, thisYear: number) =>
  isEveryYear(years, thisYear) ? 'any' : years.start === years.end ? 'year' : 'span'

/** Of a year on the map: for the live region and the head of the sheet. Only the year while the counts are not known. */
export const countsText = (year: number, counts?: { places: number; owned: number }): string =>
  counts
    ? `${year}: ${plural(counts.places, 'place')}, ${formatNumber(counts.owned)} owner${counts.owned === 1 ? '' : 's'} known`
    : String(year)
