import { leavesEndOpen } from './open-words.ts'
import { dateParts, edtfDate, formatDate } from './partial-dates.ts'
import { parsePlainDate } from './plain-dates.ts'

/** Spec §2 "Person overview": the first four digits of a date, as a year. */
export const yearOf = (date: number | null): string => (date === null ? '' : String(dateParts(date).year))

/** The year of a land ownership (spec §2 "Land Ownership"). A written date without month and day is shown as written: `c. 1836`. */
export const ownershipYear = ({ date, date_text }: { date: number | null; date_text: string }): string =>
  date !== null && date % 10_000 > 0 ? yearOf(date) : date_text || yearOf(date)

/** Two years or dates, set one way everywhere: 1834–1901, but "c. 1850 – before 1900" where either has spaces. */
export const dateRange = (from: string, to: string): string =>
  /\s/.test(from + to) ? `${from} – ${to}` : `${from}–${to}`

/** The dates of a person; references to people (spec §3) have no written forms. */
interface LifeDates {
  date_of_birth: number | null
  date_of_birth_text?: string
  date_of_death: number | null
  date_of_death_text?: string
}

/** What is longer than this is for the record, not for a heading. */
const LONGEST_YEAR = 30

/** A year, or what the source says instead: "c. 1850", "before 1900". */
function lifeYear(date: number | null, written = ''): string {
  // "unknown" and "n.d." say nothing beside a name.
  const says = /\d/.test(written) && written.length <= LONGEST_YEAR && parsePlainDate(written.trim()) === undefined
  return says ? written : yearOf(date)
}

/** Birth and death years: 1834–1901, c. 1850 – before 1900, born 1834, died 1901, or empty. */
export function lifeSpan(person: LifeDates): string {
  const born = lifeYear(person.date_of_birth, person.date_of_birth_text)
  const died = lifeYear(person.date_of_death, person.date_of_death_text)
  if (born && died) return dateRange(born, died)
  if (born) return `born ${born}`
  return died && `died ${died}`
}

/** The years of an organization, of premises or of an employment: 1871–1934, from 1871, until 1934, or empty (spec §2). */
export function yearSpan(start: number | null, end: number | null): string {
  if (start !== null && end !== null) {
    return yearOf(start) === yearOf(end) ? yearOf(start) : dateRange(yearOf(start), yearOf(end))
  }
  if (start !== null) return `from ${yearOf(start)}`
  return end === null ? '' : `until ${yearOf(end)}`
}

/** A date for display. `machine` is a valid `<time datetime>` value; null for spans and vague dates. */
export interface DisplayDate {
  text: string
  machine: string | null
}

interface Dated {
  date_start: number | null
  date_end: number | null
  date_start_text: string
  date_end_text: string
}

/** Empty if the written date is just a plain date (`1973-07`): the number says the same in words, `July 1973`. */
function informativeText(written: string, date: number | null): string {
  if (written === '' || date === null) return written
  return parsePlainDate(written.trim()) === date ? '' : written
}

/**
 * An item's date: as written if that is more informative than the number, otherwise the number in words. A written start without a written
 * end covers the whole span (`1880s`, `before 1900`). Null for an undated item.
 */
export function itemDisplayDate(item: Dated): DisplayDate | null {
  const { date_start: start, date_end: end } = item
  const from = informativeText(item.date_start_text, start)
  const to = informativeText(item.date_end_text, end)
  if (from !== '' && (to === '' || to === from)) return { text: from, machine: null }
  if (from !== '') return { text: dateRange(from, to), machine: null }
  if (to !== '') return { text: start === null ? to : dateRange(formatDate(start), to), machine: null }
  if (start === null && end === null) return null
  if (start === null) return { text: `until ${formatDate(end!)}`, machine: null }
  if (end === null || end === start) return { text: formatDate(start), machine: edtfDate(start) }
  return { text: dateRange(formatDate(start), formatDate(end)), machine: null }
}

/** The span in EDTF (ISO 8601-2) for machine-readable output: an open end stays open, ../1899 or 1891/.. Empty for an undated item. */
export function edtfSpan({
  date_start: start,
  date_end: end,
  date_start_text: written,
}: Omit<Dated, 'date_end_text'>): string {
  if (start === null) return end === null ? '' : `../${edtfDate(end)}`
  if (end === null && leavesEndOpen(written)) return `${edtfDate(start)}/..`
  return end === null || end === start ? edtfDate(start) : `${edtfDate(start)}/${edtfDate(end)}`
}

export function displayDate(date: number | null, written: string): DisplayDate | null {
  return itemDisplayDate({ date_start: date, date_end: null, date_start_text: written, date_end_text: '' })
}
