import * as v from 'valibot'
import { isArchiveDate, optionalDate } from './fields.ts'
import { DATE_INPUT } from './limits.ts'
import { FORM } from './messages.ts'

/**
 * What a date input holds, as an eight-digit date (spec §5 "Dates"): `1901`, `1901-03` or `1901-03-05`. Any other length, and
 * a day that does not exist, yields no date: null.
 */
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

/** True where a range does not end before it starts; an open side is always in order. */
export const inOrder = (start: number | null, end: number | null): boolean =>
  start === null || end === null || end >= start || covers(end, start)

/** A year that ends a range holds the months of that year: 19010300 to 19010000 is in order. */
function covers(end: number, start: number): boolean {
  if (end % 10_000 === 0) return Math.floor(end / 10_000) === Math.floor(start / 10_000)
  return end % 100 === 0 && Math.floor(end / 100) === Math.floor(start / 100)
}

/** `date_start` and `date_end` of a form: the end must be later than the start, and the start earlier than the end (spec §5). */
export const dateRangeForm = v.pipe(
  v.object({ date_start: optionalDate, date_end: optionalDate, changed: v.picklist(['date_start', 'date_end']) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { date_start, date_end, changed } = dataset.value
    if (date_start === null || date_end === null || date_end > date_start) return
    addIssue({
      message: changed === 'date_end' ? FORM.rangeEnd : FORM.rangeStart,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: changed, value: dataset.value[changed] }],
    })
  }),
)
