// `readDate` is the one function that reads a date that somebody typed: for the import, and for every form that takes dates in words.
import { isArchiveDate } from '#contract/fields.ts'
import { dateParts, edtfDate, formatDate } from './partial-dates.ts'
import { bothYears, parseWrittenDate, type WrittenDate } from './written-dates.ts'

export interface DateReading extends WrittenDate {
  /** The words to keep; '' for eight digits. */
  text: string
  /** How they were read: "about 1890 to 1895". */
  readAs: string
}

const FORMS = '1890, 1914-08, 1914-08-03, March 1901, c. 1890, 1880s, late 1800s, before 1900, 1890-1895, n.d.'

/**
 * Reads the words of a date into a span; or says why that is not possible. Words that can mean two things are never guessed.
 * @param beside the other date of the same span, as written: it tells whether "1800s" is a decade.
 */
export function readDate(words: string, thisYear: number, beside?: string): DateReading | { problem: string } {
  const written = words.trim().replace(/^(\d+)\.0+$/, '$1')
  const number = Number(written)
  // Five digits would be a year below 10: they are a day of Excel.
  const isNumber = /^\d{6,8}$/.test(written) && isArchiveDate(number)
  const date = isNumber ? { start: number, end: number, edtf: edtfDate(number) } : parseWrittenDate(written, beside)
  const quoted = JSON.stringify(written).slice(0, 120)
  if (!date)
    return { problem: `We can't read the date ${quoted}. ${excelDay(written) ?? `Write it as ${FORMS}, or 18900000.`}` }
  // The decade or century that we live in ends later.
  const isRunning = /(?:X|\ds|cent\w*\.?|c\.?)\W*$/i.test(written)
  if (Math.max(date.start ?? 0, isRunning ? 0 : (date.end ?? 0)) > thisYear * 10_000 + 1231)
    return { problem: `${quoted} is later than this year (${thisYear}). ${excelDay(written) ?? 'Check the year.'}` }
  const newStyle = bothYears(written)?.start
  const text = newStyle ? `${written} (${dateParts(newStyle).year}, new style)` : isNumber ? '' : written
  return { ...date, text, readAs: readingOf(date) }
}

/** Excel counts days from 30 December 1899; a cell that lost its format shows that number. */
function excelDay(written: string): string | undefined {
  if (!/^\d{4,5}$/.test(written)) return undefined
  const day = new Date(Date.UTC(1899, 11, 30 + Number(written)))
  const date = formatDate(Number(day.toISOString().slice(0, 10).replaceAll('-', '')))
  return `Excel's number of a day? It would be ${date}: format the column as a date or as text.`
}

const MARKS: Record<string, string> = { '~': 'about ', '?': 'perhaps ', '%': 'perhaps about ' }
/** A span in words: about 1890 to 1895. */
function readingOf({ start, end, edtf }: WrittenDate): string {
  const [first = '', last = first] = edtf.split('/')
  const said = (date: number, side: string) => `${MARKS[side.at(-1)!] ?? ''}${formatDate(date)}`
  if (start === null) return end === null ? 'no date' : `until ${said(end, last)}`
  if (end === null) return `from ${said(start, first)} on`
  return start === end
    ? said(start, first)
    : `${said(start, first)} to ${edtf.includes('/') ? said(end, last) : formatDate(end)}`
}
