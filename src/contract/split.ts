import * as v from 'valibot'
import { formIds, formObject, id, line, list, name, nameList } from './fields.ts'
import { LIST } from './limits.ts'
import { position } from './location.ts'
import { FIELD } from './messages.ts'
import { RECORD_KINDS, label, record, recordKey, sentKey } from './record.ts'

const kind = v.picklist(RECORD_KINDS)

/** Everything that refers to a zone. `detail` tells equal names apart: the owners of a lot, the beginning of a description. */
export const zoneLinks = v.array(v.object({ kind, key: recordKey, label, detail: v.string() }))
export type ZoneLinks = v.InferOutput<typeof zoneLinks>

/** Seen along the line, from its first point to its last. */
export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]

export const YEAR = 'Enter a year, such as 1881.'
/** A number, or the text of a field. */
const yearText = v.pipe(v.union([v.number(), v.string()], YEAR), v.transform(Number))
const year = v.pipe(yearText, v.integer(YEAR), v.minValue(1000, YEAR), v.maxValue(9999, YEAR))

/**
 * A zone becomes two: one part keeps the id, the other is new. With a year that is history: the zone stays as a record that ends then, and both parts are
 * new, named by `name` and `other_name`.
 */
export const splitRequest = formObject({
  line: v.pipe(list(position, LIST.ids, 'Draw a line.'), v.minLength(2, 'Draw a line with at least two points.')),
  year: v.nullish(year, null),
  /** The part that keeps the id; with a year, the one that `other_name` names. */
  keeps: v.picklist(SIDES, 'Choose which part keeps the number: left or right.'),
  /** Of the new part. */
  name,
  address: line,
  altnames: nameList,
  other_name: name,
  other_address: line,
  /** What belongs to the new part; everything else stays. */
  moves: v.nullish(
    list(
      v.object({ kind: v.picklist(RECORD_KINDS, FIELD.oneOf(RECORD_KINDS)), key: sentKey }),
      LIST.ids,
      'Choose what belongs to the new part.',
    ),
    [],
  ),
  /** How many links the caller has seen: nothing is split if there are others by now. */
  links: v.pipe(v.number(FIELD.wholeNumber), v.integer(FIELD.wholeNumber)),
})
export type SplitRequest = v.InferInput<typeof splitRequest>

/** `split` undoes it. `became`: with a year, what happened. */
export const splitAnswer = v.object({ split: id, kept: record, added: record, became: v.optional(v.string()) })
export type SplitAnswer = v.InferOutput<typeof splitAnswer>

/** In this year zones became one new zone. They end then, and keep what refers to them. */
export const joinRequest = formObject({
  zones: v.pipe(formIds, v.minLength(2, 'Choose at least two places.')),
  year,
  name,
  address: line,
})
/** `join` undoes it. */
export const joinAnswer = v.object({ join: id, added: record, became: v.string() })
export type JoinAnswer = v.InferOutput<typeof joinAnswer>
