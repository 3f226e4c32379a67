import * as v from 'valibot'
import { EMAIL_MAXIMUM, TEXT, TIME } from './limits.ts'
import { FIELD } from './messages.ts'

/** A record's number: a positive whole number (design.md, "Identity and shapes"). */
export const id = v.pipe(
  v.number('A whole number is needed.'),
  v.safeInteger('A whole number is needed.'),
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

const noNul = v.check((text: string) => !text.includes('\0'), 'Text must not hold NUL characters.')
/** Half of a pair of UTF-16 surrogates is no character: a database would keep another text than was sent. */
const wellFormed = v.check((text: string) => text.isWellFormed(), 'Text must be well-formed Unicode.')
const text = (maximum: number) =>
  v.pipe(v.string('Text is needed.'), v.trim(), v.maxLength(maximum, FIELD.maximum(maximum)), noNul, wellFormed)

/** A line, a name, a body of text: trimmed (spec §5), bounded, empty where nothing was given. */
export const line = v.nullish(text(TEXT.line), '')
export const name = v.nullish(text(TEXT.name), '')
export const body = v.nullish(text(TEXT.body), '')
/** The same, but something must be there; `message` says so in the spec's words. */
export const requiredName = (message: string = FIELD.required) => v.pipe(text(TEXT.name), v.nonEmpty(message))
export const requiredBody = (message: string = FIELD.required) => v.pipe(text(TEXT.body), v.nonEmpty(message))

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
  v.nullish(v.union([v.string(), v.array(v.string())]), []),
  v.transform((value): string[] => (Array.isArray(value) ? value : parseNames(value))),
  v.transform((names) => names.map((each) => each.trim()).filter((each) => each !== '')),
)

function parseNames(value: string): string[] {
  const trimmed = value.trim()
  if (trimmed === '') return []
  try {
    const parsed: unknown = JSON.parse(trimmed)
    if (Array.isArray(parsed)) return parsed.filter((each) => typeof each === 'string')
    return [String(parsed)]
  } catch {
    return trimmed.split(',')
  }
}

export const email = v.pipe(
  v.string(FIELD.required),
  v.trim(),
  v.nonEmpty(FIELD.required),
  v.maxLength(EMAIL_MAXIMUM, FIELD.maximum(EMAIL_MAXIMUM)),
  v.email(FIELD.email),
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
