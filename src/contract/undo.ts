import * as v from 'valibot'
import { id, timestamp } from './fields.ts'
import { FIELD } from './messages.ts'
import { choiceQuery, idQuery, textQuery } from './query.ts'
import { RECORD_KINDS, actor, label, paging, record, recordKey } from './record.ts'

/** What staff can undo for thirty days: `replacement` is another picture in a scan, `succession` places that became others in a year, `bulk` a step on several drafts. A `takedown` is for good: a list of this type has all removals for a reason, too. */
export const OPERATION_TYPES = ['removal', 'replacement', 'merge', 'split', 'succession', 'bulk', 'takedown', 'import'] as const // prettier-ignore
export type OperationType = (typeof OPERATION_TYPES)[number]

export const operation = v.object({
  id,
  type: v.picklist(OPERATION_TYPES),
  /** The record that was removed, has another picture, became part of another, or was split off; null for several. */
  record: v.nullable(v.object({ kind: v.picklist(RECORD_KINDS), key: recordKey })),
  /** Its name; of a `bulk` the step, of an `import` its source, of a `succession` what happened. */
  label,
  /** The record that it became part of, or was split off from; without a key where that is gone by now. */
  into: v.nullable(v.object({ key: v.nullable(id), label })),
  /** How many rows it changed. */
  rows: v.number(),
  at: timestamp,
  by: v.nullable(actor),
  /** The last moment at which it can be undone; null if nothing can undo it any more. */
  until: v.nullable(timestamp),
  undone: v.boolean(),
  /** Of a takedown. */
  reason: v.nullable(v.string()),
})
export type Operation = v.InferOutput<typeof operation>

/** Newest first. */
export const operationPage = v.object({ count: v.number(), results: v.array(operation) })
export const operationQuery = v.object({
  id: idQuery,
  type: choiceQuery(OPERATION_TYPES),
  kind: choiceQuery(RECORD_KINDS),
  key: textQuery,
  /** What a client called its steps on several drafts (`batch`). */
  batch: textQuery,
  ...paging,
})

/**
 * 409 says in `first` which operation has to be undone before, or in `changed` what was changed since. With `keep_changed` that stays as it is, and the
 * rest is undone.
 */
export const undoRequest = v.nullish(v.object({ keep_changed: v.optional(v.boolean(FIELD.yesOrNo), false) }), {
  keep_changed: false,
})
/** The record that is back, or that has its part back; null for several. */
export const undoAnswer = v.object({ record: v.nullable(record) })
