import { latest } from '#contract/dates.ts'

/** Months as they are written out. */
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
/** An eight-digit date of its parts; month and day 0 where unknown. */
export const joinDate = (year: number, month = 0, day = 0) => year * 10000 + month * 100 + day

/** The parts of an eight-digit date; month and day are 0 where unknown. */
export const dateParts = (date: number) => ({
  year: Math.floor(date / 10000),
  month: Math.floor(date / 100) % 100,
  day: date % 100,
})

/** Shown as 1856, March 1856 or 3 March 1856 (design.md, "Dates"). */
export function formatDate(date: number): string {
  const { year, month, day } = dateParts(date)
  if (month === 0) return String(year)
  if (day === 0) return `${MONTHS[month - 1]} ${year}`
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** The same in EDTF: 1856, 1856-03 or 1856-03-03. */
export function edtfDate(date: number): string {
  const { year, month, day } = dateParts(date)
  const two = (value: number) => String(value).padStart(2, '0')
  return [String(year).padStart(4, '0'), ...(month ? [two(month)] : []), ...(month && day ? [two(day)] : [])].join('-')
}

/** An item's own span for overlap, both ends inclusive eight-digit numbers; undefined for an undated item. */
export function itemSpan(start: number | null, end: number | null): { start: number; end: number } | undefined {
  if (start === null && end === null) return undefined
  if (start === null) return { start: 0, end: latest(end!) }
  return { start, end: latest(end ?? start) }
}
