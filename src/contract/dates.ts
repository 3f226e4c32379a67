import * as v from 'valibot'
import { isArchiveDate, optionalDate } from './fields.ts'
import { DATE_INPUT } from './limits.ts'
import { FORM } from './messages.ts'

/** Parses a date input (spec §5 "Dates"): `1901`, `1901-03` or `1901-03-05`. Anything else, or a day that does not exist, is null. */
export const dateInput = v.pipe(
  v.string(),
  v.trim(),
  v.transform((typed): number | null => {
    if (!(Object.values(DATE_INPUT) as number[]).includes(typed.length) || !/^\d{4}(-\d{2}){0,2}$/.test(typed))
      return null
    const date = Number(typed.replaceAll('-', '').padEnd(8, '0'))
    return isArchiveDate(date) ? date : null
  }),
)

/** The last day that a partial date can mean, for comparisons: 18900000 -> 18909999, 19010300 -> 19010399. */
export function lastDay(date: number): number {
  if (date % 10_000 === 0) return date + 9999
  return date % 100 === 0 ? date + 99 : date
}

/** True unless the range ends before it starts. Open ends are fine, and 19010000 ends after 19010300. */
export const isChronological = (start: number | null, end: number | null): boolean =>
  start === null || end === null || lastDay(end) >= start

/** The same for a range in a form (spec §5 "end must be later than start"): the same day twice is not a range. */
export const isDateRange = (start: number | null, end: number | null): boolean =>
  isChronological(start, end) && (start === null || start !== end)

/** `date_start` and `date_end` of a form; the message depends on which one was changed (spec §5). */
export const dateRangeForm = v.pipe(
  v.object({ date_start: optionalDate, date_end: optionalDate, changed: v.picklist(['date_start', 'date_end']) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { date_start, date_end, changed } = dataset.value
    if (isDateRange(date_start, date_end)) return
    addIssue({
      message: changed === 'date_end' ? FORM.rangeEnd : FORM.rangeStart,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: changed, value: dataset.value[changed] }],
    })
  }),
)
