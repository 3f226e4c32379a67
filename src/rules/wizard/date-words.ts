import { formatDate } from '../dates/partial-dates.ts'
import { parseWrittenDate } from '../dates/written-dates.ts'
import { draftDateOf, NO_DATE } from './dates.ts'
import type { DraftFields } from './draft-fields.ts'

type DateInputs = Pick<DraftFields, 'isRange' | 'start' | 'end'>

const MARKS: Record<string, string> = { '~': 'about ', '?': 'perhaps ', '%': 'perhaps about ' }
const withMark = (date: number, edtf: string) => (MARKS[edtf.slice(-1)] ?? '') + formatDate(date)

/** How the words of a date are read: "about 1890 to 1895"; undefined if they can't be. */
export function readingOf(words: string): string | undefined {
  const read = parseWrittenDate(words)
  if (!read) return undefined
  const { start, end, edtf } = read
  const [from = '', to = ''] = edtf.split('/')
  if (start === null) return end === null ? 'no date' : `until ${withMark(end, to)}`
  if (end === null) return `from ${withMark(start, from)} on`
  return start === end ? withMark(start, from) : `${withMark(start, from)} to ${withMark(end, to)}`
}

/** The date inputs for these words; empty ones if they can't be read. */
function inputsOf(words: string): DateInputs {
  const { start, end } = parseWrittenDate(words) ?? { start: null, end: null }
  const isRange = start !== end
  return { isRange, start: draftDateOf(start), end: isRange ? draftDateOf(end) : NO_DATE }
}

/** True if the date inputs say what the words say, or nothing yet: what somebody chose otherwise stays as it is. */
export function followsWords({ isRange, start, end, dateText }: DateInputs & Pick<DraftFields, 'dateText'>): boolean {
  const isEmpty = start.typed.trim() === '' && (!isRange || end.typed.trim() === '')
  const read = inputsOf(dateText)
  const isSame = start.typed === read.start.typed && (!isRange || end.typed === read.end.typed)
  return isEmpty || (isSame && isRange === read.isRange)
}

/** Other words for the date; the date inputs follow. Words that can't be read are kept, and no date is guessed from a part of them. */
export const withDateWords = (fields: DraftFields, dateText: string): DraftFields => ({
  ...fields,
  ...(followsWords(fields) && inputsOf(dateText)),
  dateText,
})
