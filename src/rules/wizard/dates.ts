import * as v from 'valibot'
import { dateInput, dateRangeForm } from '#contract/dates.ts'
import { DATE_INPUT } from '#contract/limits.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { edtfDate } from '../dates/partial-dates.ts'
import type { DraftDate, DraftFields, Specificity } from './draft-fields.ts'

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
