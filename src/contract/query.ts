import * as v from 'valibot'
import { PAGING, SEARCH_MINIMUM } from './limits.ts'
import { isArchiveDate } from './fields.ts'

/** Query values arrive as text, or as a list of texts when a parameter is repeated (design.md). */
const raw = v.union([v.string(), v.array(v.string())], 'Text is needed.')
const first = (value: string | string[]) => (Array.isArray(value) ? (value.at(-1) ?? '') : value).trim()
const emptyAsNone = (value: string) => (value === '' ? undefined : value)

const digits = (value: string) => /^\d{1,15}$/.test(value) && Number(value) > 0

/** One id; empty is no filter. */
export const idQuery = v.optional(
  v.pipe(
    raw,
    v.transform(first),
    v.transform(emptyAsNone),
    v.check((value) => value === undefined || digits(value), 'A whole number above 0 is needed.'),
    v.transform((value) => (value === undefined ? undefined : Number(value))),
  ),
)

const parts = (value: string | string[]) =>
  (Array.isArray(value) ? value : [value])
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Ids, comma-separated or repeated; empty is no filter. */
export const idsQuery = v.optional(
  v.pipe(
    raw,
    v.transform(parts),
    v.check((list) => list.every(digits), 'A list of whole numbers above 0, separated by commas, is needed.'),
    v.check((list) => list.length <= 1000, 'At most 1000 ids at a time.'),
    v.transform((list) => (list.length === 0 ? undefined : [...new Set(list.map(Number))])),
  ),
)

/** Words; empty is no filter. */
export const textQuery = v.optional(
  v.pipe(
    raw,
    v.transform(first),
    v.maxLength(SEARCH_MINIMUM.maximum, `At most ${SEARCH_MINIMUM.maximum} characters.`),
    v.transform(emptyAsNone),
  ),
)

/** Names of things (lot numbers), comma-separated or repeated. */
export const namesQuery = v.optional(
  v.pipe(
    raw,
    v.transform(parts),
    v.transform((list) => (list.length === 0 ? undefined : list)),
  ),
)

/** One of a fixed set of values; empty is no filter. */
export const choiceQuery = <const T extends readonly string[]>(choices: T) =>
  v.optional(
    v.pipe(
      raw,
      v.transform(first),
      v.transform(emptyAsNone),
      v.check((value) => value === undefined || choices.includes(value), `One of: ${choices.join(', ')}.`),
      v.transform((value) => value as T[number] | undefined),
    ),
  )

const count = (fallback: number, maximum: number) =>
  v.optional(
    v.pipe(
      raw,
      v.transform(first),
      v.transform((value) => (value === '' ? String(fallback) : value)),
      v.check((value) => digits(value) && Number(value) <= maximum, `A whole number from 1 to ${maximum} is needed.`),
      v.transform(Number),
    ),
    String(fallback),
  )
export const pageQuery = count(1, 1_000_000_000)
export const pageSizeQuery = count(PAGING.serverDefault, PAGING.serverMaximum)

/** Largest bound of a time range: spec §9 sends YYYY9999 as the end of a year. */
const isBound = (value: string) =>
  /^\d{8}$/.test(value) && (value.endsWith('9999') || value === '00000000' || isArchiveDate(Number(value)))

/** `date`: start and end, eight digits each, joined or with a comma between; start not after end. */
export const dateRangeQuery = v.optional(
  v.pipe(
    raw,
    v.transform(first),
    v.transform((value) => /^(\d{8}),?(\d{8})$/.exec(value) ?? (value === '' ? undefined : null)),
    v.check(
      (match) =>
        match === undefined || (match !== null && isBound(match[1]!) && isBound(match[2]!) && match[1]! <= match[2]!),
      'Two dates of eight digits are needed, the start not after the end.',
    ),
    v.transform((match) => (match ? { start: Number(match[1]), end: Number(match[2]) } : undefined)),
  ),
)
