import * as v from 'valibot'
import { PAGING, SEARCH_MINIMUM } from './limits.ts'
import { isArchiveDate } from './fields.ts'
import { FIELD } from './messages.ts'

/** Query values are text, or lists of text when a parameter is repeated. */
const queryText = v.union([v.string(), v.array(v.string())], 'Enter text.')
const lastValue = (value: string | string[]) => (Array.isArray(value) ? (value.at(-1) ?? '') : value).trim()

export const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(value).toJSON()?.startsWith(value) === true
const isId = (value: string) => /^\d{1,15}$/.test(value) && Number(value) > 0

/** One value; empty means no filter. */
// @__NO_SIDE_EFFECTS__
const oneValue = <T>(isValid: (value: string) => boolean, message: string, read: (value: string) => T) =>
  v.optional(
    v.pipe(
      queryText,
      v.transform(lastValue),
      v.check((value) => value === '' || isValid(value), message),
      v.transform((value) => (value === '' ? undefined : read(value))),
    ),
  )
export const idQuery = oneValue(isId, 'Enter a whole number above 0.', Number)
export const countQuery = oneValue((value) => /^\d{1,9}$/.test(value), 'Enter a whole number.', Number)
/** YYYY-MM-DD. */
export const dayQuery = oneValue(isDay, 'Enter a day such as 2026-11-30.', String)
export const textQuery = oneValue(
  ({ length }) => length <= SEARCH_MINIMUM.maximum,
  `Enter at most ${SEARCH_MINIMUM.maximum} characters.`,
  String,
)
/** One of a fixed set of values. */
// @__NO_SIDE_EFFECTS__
export const choiceQuery = <const T extends readonly string[]>(choices: T) =>
  oneValue(
    (value) => choices.includes(value),
    FIELD.oneOf(choices),
    (value) => value as T[number],
  )

const splitList = (value: string | string[]) =>
  (Array.isArray(value) ? value : [value])
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Ids, comma-separated or repeated; empty means no filter. */
export const idsQuery = v.optional(
  v.pipe(
    queryText,
    v.transform(splitList),
    v.check((list) => list.every(isId), 'Enter whole numbers above 0, separated by commas.'),
    v.check((list) => list.length <= 1000, 'Enter at most 1000 ids.'),
    v.transform((list) => (list.length === 0 ? undefined : [...new Set(list.map(Number))])),
  ),
)

/** Names such as lot numbers, comma-separated or repeated. */
export const namesQuery = v.optional(
  v.pipe(
    queryText,
    v.transform(splitList),
    v.transform((list) => (list.length === 0 ? undefined : list)),
  ),
)

const numberInRange = (fallback: number, maximum: number) =>
  v.optional(
    v.pipe(
      queryText,
      v.transform(lastValue),
      v.transform((value) => (value === '' ? String(fallback) : value)),
      v.check((value) => isId(value) && Number(value) <= maximum, `Enter a whole number from 1 to ${maximum}.`),
      v.transform(Number),
    ),
    String(fallback),
  )
export const pageQuery = numberInRange(1, 1_000_000_000)
export const pageSizeQuery = numberInRange(PAGING.serverDefault, PAGING.serverMaximum)

/** True for a bound of a time range: a date, YYYY9999 (spec §9) or 00000000. */
const isRangeBound = (value: string) =>
  /^\d{8}$/.test(value) && (value.endsWith('9999') || value === '00000000' || isArchiveDate(Number(value)))

/** `date`: start and end of eight digits, with or without a comma between them. */
export const dateRangeQuery = v.optional(
  v.pipe(
    queryText,
    v.transform(lastValue),
    v.transform((value) => /^(\d{8}),?(\d{8})$/.exec(value) ?? (value === '' ? undefined : null)),
    v.check(
      (match) =>
        match === undefined ||
        (match !== null && isRangeBound(match[1]!) && isRangeBound(match[2]!) && match[1]! <= match[2]!),
      'Enter two dates of eight digits each; the start must not be after the end.',
    ),
    v.transform((match) => (match ? { start: Number(match[1]), end: Number(match[2]) } : undefined)),
  ),
)
