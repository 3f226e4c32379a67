import * as v from 'valibot'
import { formBoolean, formObject, id, list, requiredBody, requiredFormId, timestamp } from './fields.ts'
import { ITEM_TYPES } from './item.ts'
import { LIST } from './limits.ts'
import { MERGED_KINDS } from './merged.ts'
import { FIELD } from './messages.ts'
import { choiceQuery, countQuery, dayQuery, idQuery, isDay, textQuery } from './query.ts'
import { HIDDEN } from './review-messages.ts'
import {
  AUDIT_KINDS,
  RECORD_KINDS,
  RECORD_STATES,
  REVIEWED_KINDS,
  actor,
  batch,
  claim,
  label,
  paging,
  queueEntry,
  record,
  recordAddress,
  recordKey,
} from './record.ts'

/** What only staff send and read: apart from record.ts, which every page with a client loads. */
export const returnNote = v.object({ note: requiredBody(), batch })
export const auditQuery = v.object({ kind: choiceQuery(AUDIT_KINDS), actor: idQuery, before: idQuery })

/** Drafts by state; published records are not in the queue. */
export const QUEUE_STATES = ['waiting', 'returned', 'hidden', 'discarded'] as const
export type QueueState = (typeof QUEUE_STATES)[number]
const kind = v.picklist(REVIEWED_KINDS)

export const reviewEntry = v.object({
  ...queueEntry.entries,
  kind,
  /** The drafts that are published with it. */
  brings: v.array(v.object({ kind, key: recordKey, label })),
  claim: v.nullable(claim),
})
export type ReviewEntry = v.InferOutput<typeof reviewEntry>

/** A page of the review queue. Each number says how many there would be with that choice instead of the chosen one, and the other filters. */
export const reviewPage = v.object({
  count: v.number(),
  results: v.array(reviewEntry),
  counts: v.object({
    states: v.record(v.picklist(QUEUE_STATES), v.number()),
    kinds: v.record(kind, v.number()),
  }),
  /** Who has submitted what is listed, most first. */
  authors: v.array(v.object({ ...v.pick(actor, ['id', 'name']).entries, count: v.number() })),
})
export type ReviewPage = v.InferOutput<typeof reviewPage>

export const reviewQuery = v.object({
  kind: choiceQuery(REVIEWED_KINDS),
  /** Of items: leaves out the other kinds. */
  type: choiceQuery(ITEM_TYPES),
  /** Default: waiting. */
  state: choiceQuery(QUEUE_STATES),
  author: idQuery,
  /** Days, YYYY-MM-DD in UTC: on that day or later, and before that day. */
  submitted_after: dayQuery,
  submitted_before: dayQuery,
  /** Words in names, authors and the texts of items. */
  search: textQuery,
  /** Default: oldest first. */
  sort: choiceQuery(['oldest', 'newest'] as const),
  ...paging,
})

export const EXPORT_FORMATS = ['csv', 'xlsx', 'dublin-core', 'gedcom'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
const { page: _, page_size: __, sort: ___, ...filters } = reviewQuery.entries
/** What the desk saves as a file: records of a kind with the filters of the queue, or published ones with the same. Items as Dublin Core and people as GEDCOM are what visitors see of them. */
export const exportQuery = v.object({
  ...filters,
  kind,
  state: choiceQuery([...QUEUE_STATES, 'published'] as const),
  format: v.picklist(EXPORT_FORMATS, FIELD.oneOf(EXPORT_FORMATS)),
})
/** The address of the file. */
export const exportLink = v.object({ href: v.string() })
export const exportFile = v.object({ ...exportQuery.entries, key: v.string() })

export const claimRequest = v.nullish(
  v.object({
    /** Claims it although somebody else has it. */
    take_over: v.optional(v.boolean(FIELD.yesOrNo), false),
  }),
  { take_over: false },
)
/** Who has the record now: the caller, unless somebody else has it and it was not taken over. */
export const claimAnswer = v.object({ claim, mine: v.boolean() })

/** Scans or files of an item in their new order: all, or those that change places among each other. */
export const partOrder = v.object({ kind: v.picklist(['scans', 'files']), keys: list(id, LIST.ids) })

/** What can be hidden: records with a review, pictures of items, descriptions of places. */
export const HIDEABLE_KINDS = [...REVIEWED_KINDS, 'files', 'scans', 'location_descriptions'] as const
export const audienceAddress = v.object({ kind: v.picklist(HIDEABLE_KINDS), key: recordAddress.entries.key })
/** Who may see a published record: everybody (null), only staff, or everybody from a day on (YYYY-MM-DD, a day of the society). */
export const hiddenUntil = v.nullable(
  v.pipe(
    v.string(HIDDEN.day),
    v.check((text) => text === 'staff' || isDay(text), HIDDEN.day),
  ),
)
export const audience = v.object({ hidden_until: hiddenUntil })

const anyKind = v.picklist(RECORD_KINDS)
/**
 * What hangs on a record, by kind: `removed` goes with it (graves, ownership), `unlinked` only loses the reference (items, lots). The first ten are
 * named.
 */
export const uses = v.object({
  count: v.number(),
  uses: v.array(
    v.object({
      kind: anyKind,
      effect: v.picklist(['removed', 'unlinked']),
      count: v.number(),
      records: v.array(v.object({ key: recordKey, label })),
    }),
  ),
})
export type Uses = v.InferOutput<typeof uses>
/**
 * `uses`: the `count` of the uses that whoever removes it has seen, and agrees with. Without it, only a record without uses is removed, and no item,
 * person, organization, subject or collection.
 */
export const removeQuery = v.object({ uses: countQuery })

/** What belongs to a record (rules/forms/record-parts.ts): `field` names it. The first 200 of each group are listed, without discarded drafts. */
export const attached = v.object({
  groups: v.array(
    v.object({
      kind: anyKind,
      field: v.string(),
      count: v.number(),
      records: v.array(v.pick(record, ['kind', 'key', 'label', 'state', 'author', 'fields', 'hidden_until'])),
    }),
  ),
  names: record.entries.names,
})
export type Attached = v.InferOutput<typeof attached>

/** A field where both records had something: what stays, and what the other had. */
const fieldConflict = v.object({ field: v.string(), kept: v.unknown(), other: v.unknown() })
export type FieldConflict = v.InferOutput<typeof fieldConflict>

/** More fields than any record has, and more letters than their names. */
const MOST_FIELDS = 50
/** The record in the path becomes part of `into`. */
export const mergeRequest = formObject({
  into: requiredFormId,
  /** Fields whose value is that of the record in the path, where both have one. A date and how its source writes it go together. */
  take: v.optional(list(v.pipe(v.string(), v.maxLength(MOST_FIELDS)), MOST_FIELDS), []),
  /** Changes nothing, and answers what would happen. */
  preview: formBoolean,
})
export type MergeAnswer = v.InferOutput<typeof mergeAnswer>
export const mergeAnswer = v.object({
  /** To undo it; null for a preview. */
  merge: v.nullable(id),
  /** The record that stays, as it is or would be afterwards. */
  record,
  conflicts: v.array(fieldConflict),
})

/** A picture that an administrator takes down for good. */
export const takedownAddress = v.object({
  kind: v.picklist(['scans', 'files', 'person_images']),
  key: recordAddress.entries.key,
})
/** Its file, everything that shows it (`owner`: the item or the person), and the backups of this machine that hold it. */
export const takedown = v.object({
  file_name: v.string(),
  uses: v.array(v.object({ kind: takedownAddress.entries.kind, key: id, owner: id })),
  backups: v.array(v.object({ path: v.string(), made_at: timestamp })),
  /** When the last backup was made, also one that is kept elsewhere. */
  last_backup: v.nullable(timestamp),
})
export type Takedown = v.InferOutput<typeof takedown>
/** `confirm`: the number of the item or person, typed. */
export const takedownOrder = formObject({ reason: requiredBody(), confirm: requiredFormId })

/** What staff take down because somebody asks. Administrators may take it down `for_good`: no undo then. */
export const takenDownAddress = v.object({
  kind: v.picklist(['items', 'people', ...takedownAddress.entries.kind.options]),
  key: recordAddress.entries.key,
})
export const takeDownRecord = formObject({
  reason: requiredBody(),
  /** As for a removal. */
  uses: v.pipe(v.number(FIELD.wholeNumber), v.integer(FIELD.wholeNumber)),
  /** What the address says besides. */
  shows_reason: formBoolean,
  shows_contact: formBoolean,
  for_good: formBoolean,
})

const mergedKind = v.picklist(MERGED_KINDS)
export const mergedAddress = v.object({ kind: mergedKind, key: recordAddress.entries.key })
/** A record, or a draft that is published with it, and those that may be the same, likeliest first. Records without any are left out. */
export const likelyDuplicates = v.array(
  v.object({
    kind: mergedKind,
    key: id,
    label,
    likely: v.array(v.object({ key: id, label, state: v.picklist(RECORD_STATES) })),
  }),
)
export type LikelyDuplicates = v.InferOutput<typeof likelyDuplicates>
