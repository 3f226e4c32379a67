import * as v from 'valibot'
import { field } from './field.ts'
import { id, line, name, optionalDate, PERSON, PLACE } from './fields.ts'
import { TEXT } from './limits.ts'
import { FIELD } from './messages.ts'

/** The number of a lot: its primary key, a text; servers may send a number (design.md). */
export const lotNumber = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(TEXT.line, FIELD.maximum(100))), v.number()], 'Enter a lot number.'),
  v.transform(String),
  v.trim(),
  v.nonEmpty('Enter a lot number.'),
  v.maxLength(100, FIELD.maximum(100)),
)

/** Spec §3 "Lot", with the zone it lies in. */
const number = field(lotNumber, 'Lot number', { control: 'line' })
export const lot = v.object({ lotNum: number, location: field(v.nullish(id, null), 'Location', PLACE) })
export type Lot = v.InferOutput<typeof lot>

/** Spec §3 "Lot ownership"; `date_text` is the date as written in the source (our addition). */
export const ownership = v.object({
  id: v.optional(id),
  lot: field(number, 'Lot number', { of: 'lots' }),
  person: field(id, 'Person', PERSON),
  date: field(optionalDate, 'Date'),
  date_text: field(name, 'Date as written'),
  source: field(line, 'Source'),
})
export type Ownership = v.InferOutput<typeof ownership>
