import * as v from 'valibot'
import { formObject, id, line, list, name, nameList } from './fields.ts'
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

/** A zone becomes two: one part keeps the id, the other is new. */
export const splitRequest = formObject({
  line: v.pipe(list(position, LIST.ids, 'Draw a line.'), v.minLength(2, 'Draw a line with at least two points.')),
  /** The part that keeps the id. */
  keeps: v.picklist(SIDES, 'Choose which part keeps the number: left or right.'),
  /** Of the new part. */
  name,
  address: line,
  altnames: nameList,
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

/** `split` undoes it. */
export const splitAnswer = v.object({ split: id, kept: record, added: record })
