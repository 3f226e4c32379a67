import * as v from 'valibot'
import { dateInput, dateRangeForm } from '#contract/dates.ts'
import { DATE_INPUT } from '#contract/limits.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { edtfDate } from '../dates/partial-dates.ts'
import type { DraftDate, DraftFields, Specificity } from './draft-fields.ts'
import { readDate } from '../dates/read-date.ts'

export const NO_DATE: DraftDate = { specificity: 'year', typed: '' }

/** The eight digits of a date input (spec §5); null for none, and for text that is not a date of this specificity. */
export const dateOf = ({ specificity, typed }: DraftDate): number | null =>
  typed.trim().length === DATE_INPUT[specificity] ? v.parse(dateInput, typed) : null

/** Why a date input that is not empty gives no date; undefined when it gives one. */
export const unreadable = (date: DraftDate): string | undefined =>
  date.typed.trim() === '' || dateOf(date) !== null ? undefined : WIZARD.unreadableDate[date.specificity]

/** The sentence of spec §5 when the range ends before it starts; `changed` is the offending input. */
export function rangeError({ isRange, start, end }: DraftFields, changed: 'start' | 'end'): string | undefined {
  if (!isRange) return undefined
  const form = { date_start: dateOf(start), date_end: dateOf(end), changed: `date_${changed}` }
  return v.safeParse(dateRangeForm, form).issues?.[0].message
}

/** Spec §4: changing the specificity clears the dates. */
export function withSpecificity(fields: DraftFields, which: 'start' | 'end', specificity: Specificity): DraftFields {
  if (fields[which].specificity === specificity) return fields
  const cleared = { ...fields, start: { ...fields.start, typed: '' }, end: { ...fields.end, typed: '' } }
  return { ...cleared, [which]: { specificity, typed: '' } }
}

const BY_LENGTH: Record<number, Specificity> = Object.fromEntries(
  Object.entries(DATE_INPUT).map(([specificity, length]) => [length, specificity as Specificity]),
)
/** A stored date as the form shows it. */
export function draftDateOf(date: number | null): DraftDate {
  if (date === null) return NO_DATE
  const typed = edtfDate(date)
  return { specificity: BY_LENGTH[typed.length]!, typed }
}

type DateInputs = Pick<DraftFields, 'isRange' | 'start' | 'end'>

/** How the words of a date are read ("about 1890 to 1895"), or why they can't be. */
export const readWords = (words: string) => readDate(words, new Date().getFullYear())

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
