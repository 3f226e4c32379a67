import { readDate } from '../dates/read-date.ts'
import { draftDateOf, NO_DATE } from './dates.ts'
import type { DraftFields } from './draft-fields.ts'

type DateInputs = Pick<DraftFields, 'isRange' | 'start' | 'end'>

/** How the words of a date are read ("about 1890 to 1895"), or why they can't be. */
export const readWords = (words: string) => readDate(words, new Date().getFullYear())

/** The date inputs for these words; empty ones if they can't be read. */
function inputsOf(words: string): DateInputs {
  const read = readWords(words)
  const { start, end } = 'problem' in read ? { start: null, end: null } : read
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
