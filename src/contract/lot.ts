import * as v from 'valibot'
import { id, line, name, optionalDate } from './fields.ts'
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
export const lot = v.object({ lotNum: lotNumber, location: v.nullish(id, null) })
export type Lot = v.InferOutput<typeof lot>

/** Spec §3 "Lot ownership"; `date_text` is the date as written in the source (our addition). */
export const ownership = v.object({
  id: v.optional(id),
  lot: lotNumber,
  person: id,
  date: optionalDate,
  date_text: name,
  source: line,
})
export type Ownership = v.InferOutput<typeof ownership>
