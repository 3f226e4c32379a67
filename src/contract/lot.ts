import * as v from 'valibot'
import { id, line, name, optionalDate } from './fields.ts'

/** A lot's own number: its primary key, a text (design.md). */
export const lotNumber = v.pipe(
  v.string('A lot number is needed.'),
  v.trim(),
  v.nonEmpty('A lot number is needed.'),
  v.maxLength(100),
)

/** Spec §3 "Lot", with the zone it lies in. */
export const lot = v.object({ lotNum: lotNumber, location: v.nullish(id, null) })
export type Lot = v.InferOutput<typeof lot>

/** Spec §3 "Lot ownership"; `date_text` is the date as somebody wrote it (our addition). */
export const ownership = v.object({
  id: v.optional(id),
  lot: lotNumber,
  person: id,
  date: optionalDate,
  date_text: name,
  source: line,
})
export type Ownership = v.InferOutput<typeof ownership>
