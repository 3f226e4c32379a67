import * as v from 'valibot'
import { EMAIL_MAXIMUM, LIST, TEXT, TIME } from './limits.ts'
import { FIELD } from './messages.ts'

/** What forms send for a field that was left empty. */
const isNone = (input: unknown) => input === undefined || input === null || input === ''

/** A record's number: a positive whole number (design.md, "Identity and shapes"). */
export const id = v.pipe(
  v.number(({ input }) => (isNone(input) ? FIELD.required : FIELD.wholeNumber)),
  v.safeInteger(FIELD.wholeNumber),
  v.minValue(1, 'A number above 0 is needed.'),
)

/** True for YYYYMMDD with 00 for an unknown month or day, as spec §3 writes dates; the day must exist in its month. */
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

/** A date of spec §3 as it stands on the wire. */
export const archiveDate = v.pipe(
  v.number('A date is a number of eight digits, YYYYMMDD.'),
  v.check(isArchiveDate, 'A date is a number of eight digits, YYYYMMDD, with 00 for an unknown month or day.'),
)
export const optionalDate = v.nullish(archiveDate, null)

/** An empty text: what a form sends for a number that was left empty. It says the same as null. */
const nothing = (message: string) =>
  v.pipe(
    v.literal('', message),
    v.transform(() => null),
  )
/** A number that a form sends as text, as the choices of a select are. */
const inQuotes = <S extends v.GenericSchema<number, number>>(schema: S, message: string) =>
  v.pipe(v.string(message), v.regex(/^\d{1,16}$/, message), v.transform(Number), schema)
const DATE_NEEDED = 'A date is a number of eight digits, YYYYMMDD.'

/** A date, an id and a list of ids as forms send them. Ids that come twice are one. */
export const dateSent = v.nullish(
  v.union([nothing(DATE_NEEDED), archiveDate, inQuotes(archiveDate, DATE_NEEDED)], DATE_NEEDED),
  null,
)
export const idNeeded = v.union([id, inQuotes(id, FIELD.wholeNumber)], ({ input }) =>
  isNone(input) ? FIELD.required : FIELD.wholeNumber,
)
export const idSent = v.nullish(v.union([nothing(FIELD.wholeNumber), idNeeded], FIELD.wholeNumber), null)
export const idsSent = v.pipe(
  v.nullish(v.array(idNeeded, 'A list of whole numbers is needed.'), []),
  v.maxLength(LIST.ids, FIELD.entries(LIST.ids)),
  v.transform((ids) => [...new Set(ids)]),
)

const noNul = v.check((text: string) => !text.includes('\0'), 'Text must not hold NUL characters.')
/** Half of a pair of UTF-16 surrogates is no character: a database would keep another text than was sent. */
const wellFormed = v.check((text: string) => text.isWellFormed(), 'Text must be well-formed Unicode.')
const text = (maximum: number, required = 'Text is needed.') =>
  v.pipe(
    v.string(({ input }) => (isNone(input) ? required : 'Text is needed.')),
    v.trim(),
    v.maxLength(maximum, FIELD.maximum(maximum)),
    noNul,
    wellFormed,
  )

/** A line, a name, a body of text: trimmed (spec §5), bounded, empty where nothing was given. */
export const line = v.nullish(text(TEXT.line), '')
export const name = v.nullish(text(TEXT.name), '')
export const body = v.nullish(text(TEXT.body), '')
/** The same, but something must be there; `message` says so in the spec's words. */
export const requiredName = (message: string = FIELD.required) => v.pipe(text(TEXT.name, message), v.nonEmpty(message))
export const requiredBody = (message: string = FIELD.required) => v.pipe(text(TEXT.body, message), v.nonEmpty(message))

/** A link to another site: http or https only, so that no script can hide in it; empty where there is none. */
export const webAddress = v.nullish(
  v.pipe(
    text(TEXT.url),
    v.check(
      (value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value),
      'A web address starts with http:// or https://.',
    ),
  ),
  '',
)

/** A list of names as spec §3 keeps them: a JSON string of a list, or the list itself. */
export const nameList = v.pipe(
  v.nullish(v.union([v.string(), v.array(v.string())], 'Names are needed, with commas between them.'), []),
  v.transform((value): string[] => (Array.isArray(value) ? value : parseNames(value))),
  v.transform((names) => names.map((each) => each.trim()).filter((each) => each !== '')),
  v.maxLength(LIST.names, FIELD.entries(LIST.names)),
  v.check((names) => names.every((each) => each.length <= TEXT.name), FIELD.maximum(TEXT.name)),
  v.check((names) => !names.some((each) => each.includes('\0')), 'Text must not hold NUL characters.'),
  v.check((names) => names.every((each) => each.isWellFormed()), 'Text must be well-formed Unicode.'),
)

function parseNames(value: string): string[] {
  const trimmed = value.trim()
  if (trimmed === '') return []
  try {
    const parsed: unknown = JSON.parse(trimmed)
    if (Array.isArray(parsed) && parsed.every((each) => typeof each === 'string')) return parsed
    if (typeof parsed === 'string') return [parsed]
  } catch {
    // Not JSON: names as somebody types them.
  }
  return trimmed.split(',')
}

export const email = v.pipe(
  v.string(FIELD.required),
  v.trim(),
  v.nonEmpty(FIELD.required),
  v.maxLength(EMAIL_MAXIMUM, FIELD.maximum(EMAIL_MAXIMUM)),
  v.rfcEmail(FIELD.email),
)

/** A number that a multipart form carries as text. */
export const inForm = <S extends v.GenericSchema<number, unknown>>(schema: S) =>
  v.pipe(
    v.union([v.number(), v.string()], 'A whole number is needed.'),
    v.transform((value) => (typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value)),
    v.number('A whole number is needed.'),
    schema,
  )

/** A moment as ISO 8601 in UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp())

export const VISIBILITIES = ['draft', 'published'] as const
export const visibility = v.picklist(VISIBILITIES, `One of: ${VISIBILITIES.join(', ')}.`)
/** Of records that the review takes with items: only who is logged in is told (our addition), since everybody else sees published ones only. */
export const shownVisibility = v.optional(v.fallback(v.optional(visibility), undefined))

/**
 * The message of an object of fields: a field that is missing is asked for in the words that an empty one gets, not in those of the library.
 * For `v.object(entries, inFields(entries))`.
 */
export const inFields =
  (entries: v.ObjectEntries) =>
  ({ path, message }: v.BaseIssue<unknown>): string => {
    const field = path?.[0]?.key
    const schema = typeof field === 'string' && Object.hasOwn(entries, field) ? entries[field] : undefined
    if (!schema) return path ? message : 'An object of fields is needed.'
    return (v.safeParse(schema as v.GenericSchema, undefined).issues ?? [])[0]?.message ?? FIELD.required
  }
/** An object of fields that a client sends; what it knows nothing of is passed over. */
export const sent = <const E extends v.ObjectEntries>(entries: E) => v.object(entries, inFields(entries))
