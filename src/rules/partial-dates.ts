import { isArchiveDate } from '../contract/fields.ts'

/**
 * What a written date says. `start` and `end` are eight-digit dates of spec §3 (00 for an unknown month or day), null where the
 * span is open on that side; equal for one date. `edtf` is the same in the Extended Date/Time Format (ISO 8601-2:2019, level 1).
 */
export interface WrittenDate {
  start: number | null
  end: number | null
  edtf: string
}

const MONTHS = [
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
const monthNumber = (word: string): number | undefined => {
  const found = MONTHS.findIndex(
    (month) => word.length >= 3 && month.toLowerCase().startsWith(word.toLowerCase().replace('.', '')),
  )
  return found === -1 ? (/^sept\.?$/i.test(word) ? 9 : undefined) : found + 1
}
const join = (year: number, month = 0, day = 0) => year * 10000 + month * 100 + day

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

/** The last day that a partial date may mean, for comparing: 1890 -> 18909999, March 1901 -> 19010399. */
export function latest(date: number): number {
  const { year, month, day } = dateParts(date)
  if (month === 0) return join(year, 99, 99)
  return day === 0 ? join(year, month, 99) : date
}

/** One plain date: 1890, 18900000, 1914-08, 1914-08-03, March 1901, 3 March 1901, March 3, 1901. */
function plainDate(text: string): number | undefined {
  const candidates: (() => number | undefined)[] = [
    () => (/^\d{8}$/.test(text) ? Number(text) : undefined),
    () => (/^\d{4}$/.test(text) ? join(Number(text)) : undefined),
    () => {
      const match = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text)
      return match ? join(Number(match[1]), Number(match[2]), Number(match[3] ?? 0)) : undefined
    },
    () => {
      const match = /^(?:(\d{1,2})(?:st|nd|rd|th)? )?([A-Za-z]+\.?),? (\d{4})$/.exec(text)
      const month = match && monthNumber(match[2]!)
      return match && month ? join(Number(match[3]), month, Number(match[1] ?? 0)) : undefined
    },
    () => {
      const match = /^([A-Za-z]+\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text)
      const month = match && monthNumber(match[1]!)
      return match && month ? join(Number(match[3]), month, Number(match[2])) : undefined
    },
  ]
  for (const candidate of candidates) {
    const date = candidate()
    if (date !== undefined && isArchiveDate(date)) return date
  }
  return undefined
}

/**
 * Reads a date as people write it (issue "Import"): `1890`, `c. 1890`, `March 1901`, `1914-08`, `1880s`, `before 1900`, `after 1900`,
 * `1890?`, `1890-1895`, or eight digits. Undefined when it cannot be read.
 */
export function parseWrittenDate(written: string): WrittenDate | undefined {
  const text = written.trim().replace(/\s+/g, ' ')
  const plain = plainDate(text)
  if (plain !== undefined) return { start: plain, end: plain, edtf: edtfDate(plain) }

  const decade = /^(?:the )?(c\. ?|ca\. ?|circa )?(\d{3})0['’]?s(\?)?$/i.exec(text)
  if (decade) {
    const mark = decade[1] ? '~' : decade[3] ? '?' : ''
    return { start: join(Number(decade[2]) * 10), end: join(Number(decade[2]) * 10 + 9), edtf: `${decade[2]}X${mark}` }
  }
  const circa = /^(?:c\.?|ca\.?|circa|about|approx\.?|approximately) ?(.+)$/i.exec(text)
  const around = circa && plainDate(circa[1]!.trim())
  if (around) return { start: around, end: around, edtf: `${edtfDate(around)}~` }
  const doubtful = /^\[?(.+?)\?\]?$/.exec(text)
  const maybe = doubtful && plainDate(doubtful[1]!.trim())
  if (maybe) return { start: maybe, end: maybe, edtf: `${edtfDate(maybe)}?` }
  const open = /^(before|by|until|after|since|from) (.+)$/i.exec(text)
  const bound = open && plainDate(open[2]!)
  if (open && bound) {
    return /^(before|by|until)$/i.test(open[1]!)
      ? { start: null, end: bound, edtf: `../${edtfDate(bound)}` }
      : { start: bound, end: null, edtf: `${edtfDate(bound)}/..` }
  }
  const range = /^(?:between )?(.+?) ?(?:-|–|—|to|and|\/) ?(.+)$/i.exec(text)
  const from = range && plainDate(range[1]!)
  const to = range && plainDate(range[2]!)
  if (from && to && from <= latest(to)) return { start: from, end: to, edtf: `${edtfDate(from)}/${edtfDate(to)}` }
  return undefined
}

/** An item's own span for overlap, both ends inclusive eight-digit numbers; undefined for an undated item. */
export function itemSpan(start: number | null, end: number | null): { start: number; end: number } | undefined {
  if (start === null && end === null) return undefined
  if (start === null) return { start: 0, end: latest(end!) }
  return { start, end: latest(end ?? start) }
}
