import * as v from 'valibot'
import { described, field } from './field.ts'
import { EMAIL_MAXIMUM, LIST, TEXT, TIME } from './limits.ts'
import { FIELD } from './messages.ts'

/** What forms send for an empty field. */
const isEmpty = (input: unknown) => input === undefined || input === null || input === ''

/** The id of a record: a positive integer. */
export const id = v.pipe(
  v.number(({ input }) => (isEmpty(input) ? FIELD.required : FIELD.wholeNumber)),
  v.safeInteger(FIELD.wholeNumber),
  v.minValue(1, 'Enter a number above 0.'),
)

/** True for YYYYMMDD with 00 for an unknown month or day (spec §3); the day must exist in its month. */
export function isArchiveDate(value: number): boolean {
  if (!Number.isInteger(value) || value < TIME.lowestDate || value > TIME.highestDate) return false
  const month = Math.floor(value / 100) % 100
  const day = value % 100
  if (month === 0) return day === 0
  if (month > 12) return false
  const year = Math.floor(value / 10000)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= days[month - 1]!
}

/** A date as sent on the wire (spec §3). */
const archiveDate = v.pipe(v.number(FIELD.date), v.check(isArchiveDate, FIELD.date))
export const optionalDate = described(v.nullish(archiveDate, null), { control: 'date' })

// @__NO_SIDE_EFFECTS__
const emptyAsNull = (message: string) =>
  v.pipe(
    v.literal('', message),
    v.transform(() => null),
  )
/** A number that a form sends as text, such as the value of a select. */
// @__NO_SIDE_EFFECTS__
const numericText = <S extends v.GenericSchema<number, number>>(schema: S, message: string) =>
  v.pipe(v.string(message), v.maxLength(16, message), v.regex(/^\d+$/, message), v.transform(Number), schema)

/**
 * A list whose length is checked before its entries, and whose first bad entry is enough: a body may hold 100,000 of them.
 * @param length what is said of a longer one.
 */
// @__NO_SIDE_EFFECTS__
export function list<const S extends v.GenericSchema>(
  entry: S,
  most: number,
  message: string = FIELD.list,
  length: string = FIELD.entries(most),
) {
  const entries = v.config(v.array(entry, message), { abortEarly: true })
  const maximum = v.maxLength<v.InferOutput<S>[], number, string>(most, length)
  const measured: typeof entries = {
    ...entries,
    '~run': (dataset, config) => {
      if (!Array.isArray(dataset.value) || dataset.value.length <= most) return entries['~run'](dataset, config)
      const { issues } = maximum['~run']({ typed: true, value: dataset.value as v.InferOutput<S>[] }, config)
      return { typed: false, value: dataset.value, issues: issues! }
    },
  }
  // The action itself is for the OpenAPI document.
  return v.pipe(measured, maximum)
}

/** Dates, ids and lists of ids as forms send them: numbers may be text, '' means null, duplicate ids are dropped. */
export const formDate = described(
  v.nullish(v.union([emptyAsNull(FIELD.date), archiveDate, numericText(archiveDate, FIELD.date)], FIELD.date), null),
  { control: 'date' },
)
export const requiredFormId = described(
  v.union([id, numericText(id, FIELD.wholeNumber)], ({ input }) =>
    isEmpty(input) ? FIELD.required : FIELD.wholeNumber,
  ),
  { control: 'one' },
)
export const formId = described(
  v.nullish(v.union([emptyAsNull(FIELD.wholeNumber), requiredFormId], FIELD.wholeNumber), null),
  { control: 'one' },
)
export const formIds = described(
  v.pipe(
    v.nullish(list(requiredFormId, LIST.ids, 'Enter a list of whole numbers.'), []),
    v.transform((ids) => [...new Set(ids)]),
  ),
  { control: 'many' },
)

/** Links to one record, for schemas of ids. */
export const PLACE = { control: 'one', of: 'locations', list: 'location' } as const
export const PERSON = { control: 'one', of: 'people' } as const
export const ORGANIZATION = { control: 'one', of: 'organizations' } as const

const noNul = v.check((text: string) => !text.includes('\0'), FIELD.brokenText)
/** A lone UTF-16 surrogate is not a character: the database would store a different text. */
const wellFormed = v.check((text: string) => text.isWellFormed(), FIELD.brokenText)
/** Paragraphs or a line, trimmed (spec §5) and bounded. */
// @__NO_SIDE_EFFECTS__
export const text = (maximum: number, required: string = FIELD.text) =>
  v.config(
    v.pipe(
      v.string(({ input }) => (isEmpty(input) ? required : FIELD.text)),
      v.trim(),
      v.maxLength(maximum, FIELD.maximum(maximum)),
      noNul,
      wellFormed,
    ),
    { abortPipeEarly: true },
  )

/** Text of different lengths, '' if missing. */
const LINE = { control: 'line' } as const
const LINES = { control: 'text' } as const
export const line = described(v.nullish(text(TEXT.line), ''), LINE)
export const name = described(v.nullish(text(TEXT.name), ''), LINE)
export const body = described(v.nullish(text(TEXT.body), ''), LINES)
/** The same, but not empty; `message` is the spec's wording. */
// @__NO_SIDE_EFFECTS__
export const requiredName = (message: string = FIELD.required) =>
  described(v.pipe(text(TEXT.name, message), v.nonEmpty(message)), LINE)
// @__NO_SIDE_EFFECTS__
export const requiredBody = (message: string = FIELD.required) =>
  described(v.pipe(text(TEXT.body, message), v.nonEmpty(message)), LINES)

/** From when until when (spec §3), and how the source writes it (our addition). */
export const period = {
  date_start: field(optionalDate, 'From', { group: 'from' }),
  date_start_text: field(name, 'From, as written', { group: 'from' }),
  date_end: field(optionalDate, 'Until', { group: 'until' }),
  date_end_text: field(name, 'Until, as written', { group: 'until' }),
}

/** A yes or no, as JSON, forms and spreadsheets (TRUE) write it; false if missing. */
export const formBoolean = described(
  v.nullish(
    v.union(
      [
        v.boolean(),
        v.pipe(
          v.string(),
          v.maxLength(5),
          v.toLowerCase(),
          v.picklist(['true', 'false', '1', '0', '']),
          v.transform((value) => value === 'true' || value === '1'),
        ),
      ],
      FIELD.yesOrNo,
    ),
    false,
  ),
  { control: 'check' },
)

/** A link to another site: http or https only, so that it cannot contain a script; '' if missing. */
export const webAddress = described(
  v.nullish(
    v.config(
      v.pipe(
        text(TEXT.url),
        v.check(
          (value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value),
          'Start the address with http:// or https://.',
        ),
      ),
      { abortPipeEarly: true },
    ),
    '',
  ),
  { control: 'url' },
)

/** A list of names: an array, a JSON string of one (spec §3), or names separated by commas. */
export const nameList = described(
  v.pipe(
    v.nullish(v.union([text(TEXT.body), list(v.string(), LIST.names)], 'Enter names, separated by commas.'), []),
    v.transform((value): string[] => (Array.isArray(value) ? value : parseNames(value))),
    v.transform((names) => names.map((each) => each.trim()).filter((each) => each !== '')),
    v.maxLength(LIST.names, FIELD.entries(LIST.names)),
    v.check((names) => names.every((each) => each.length <= TEXT.name), FIELD.maximum(TEXT.name)),
    v.check((names) => names.every((each) => each.isWellFormed() && !each.includes('\0')), FIELD.brokenText),
  ),
  { control: 'names' },
)

function parseNames(value: string): string[] {
  const trimmed = value.trim()
  if (trimmed === '') return []
  try {
    const parsed: unknown = JSON.parse(trimmed)
    if (Array.isArray(parsed) && parsed.every((each) => typeof each === 'string')) return parsed
    if (typeof parsed === 'string') return [parsed]
  } catch {
    // Not JSON: names separated by commas.
  }
  return trimmed.split(',')
}

export const email = v.config(
  v.pipe(
    v.string(FIELD.required),
    v.trim(),
    v.nonEmpty(FIELD.required),
    v.maxLength(EMAIL_MAXIMUM, FIELD.maximum(EMAIL_MAXIMUM)),
    v.rfcEmail(FIELD.email),
  ),
  { abortPipeEarly: true },
)

/** A number in a multipart form, where every value is text. */
// @__NO_SIDE_EFFECTS__
export const multipartNumber = <S extends v.GenericSchema<number, unknown>>(schema: S) =>
  v.pipe(
    v.union([v.number(), v.string()], FIELD.wholeNumber),
    v.transform((value) => (typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value)),
    v.number(FIELD.wholeNumber),
    schema,
  )

/** ISO 8601 in UTC. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp())
/** When what visitors see of a record has changed last (our addition); null if that is not known. */
export const updatedAt = v.optional(v.fallback(v.nullable(timestamp), null))

export const VISIBILITIES = ['draft', 'published'] as const
export const visibility = v.picklist(VISIBILITIES, FIELD.oneOf(VISIBILITIES))
/** Visibility of reviewed records (our addition): only sent to logged-in users, since others see published records only. */
export const optionalVisibility = v.optional(v.fallback(v.optional(visibility), undefined))

/** Error message for `v.object(entries, fieldMessage(entries))`: a missing field gets the message of an empty one, not Valibot's. */
export const fieldMessage =
  (entries: v.ObjectEntries) =>
  ({ path, message }: v.BaseIssue<unknown>): string => {
    const field = path?.[0]?.key
    const schema = typeof field === 'string' && Object.hasOwn(entries, field) ? entries[field] : undefined
    if (!schema) return path ? message : 'Send an object with fields.'
    return (v.safeParse(schema as v.GenericSchema, undefined).issues ?? [])[0]?.message ?? FIELD.required
  }
/** An object of fields sent by a client; unknown fields are ignored. */
// @__NO_SIDE_EFFECTS__
export const formObject = <const E extends v.ObjectEntries>(entries: E) => v.object(entries, fieldMessage(entries))
