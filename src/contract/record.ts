import * as v from 'valibot'
import { body, id, timestamp } from './fields.ts'
import { ITEM_TYPES } from './item.ts'
import { RECORD_KINDS, type RecordKind } from './kinds.ts'
import { choiceQuery, idQuery, pageQuery, pageSizeQuery } from './query.ts'
import { scanLink } from './scan.ts'

export { RECORD_KINDS, type RecordKind }

/** Kinds that volunteers add as drafts for review. The others belong to staff, or to their item. */
export const REVIEWED_KINDS = [
  'items',
  'people',
  'organizations',
  'subjects',
  'collections',
  'relationships',
  'graves',
  'person_images',
  'stories',
] as const satisfies readonly RecordKind[]
export type ReviewedKind = (typeof REVIEWED_KINDS)[number]
export const isReviewedKind = (kind: RecordKind): kind is ReviewedKind =>
  (REVIEWED_KINDS as readonly RecordKind[]).includes(kind)

/** Until when a record is hidden: `staff` for no end, or a day (YYYY-MM-DD). */
const hiddenUntil = v.optional(v.string())

/** Review states. `hidden`: only staff see it. Returned and discarded drafts are not in the queue; discarded ones can be put back. */
export const RECORD_STATES = ['waiting', 'returned', 'discarded', 'hidden', 'published'] as const
export type RecordState = (typeof RECORD_STATES)[number]

/** Fields by name, on the wire and parsed. */
export type RecordFields = Record<string, unknown>
/** The body schema shared by all kinds. */
export const anyFields = v.record(v.string(), v.unknown())

const kind = v.picklist(RECORD_KINDS)
/** A record's id, or a lot's number. */
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const kindAddress = v.object({ kind })
export const recordAddress = v.object({ kind, key })
export const reviewedAddress = v.object({ kind: v.picklist(REVIEWED_KINDS), key })

/** Steps with the same `batch` are one operation (undo.ts), so that they can be undone together. */
export const batch = v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100)))
export const reviewNote = v.nullish(v.object({ note: body, batch }), { note: '' })

/** A user as other users see them. */
export const actor = v.object({
  id,
  name: v.string(),
  /** An author whose account was disabled: nobody there reads a letter. */
  disabled: v.optional(v.literal(true)),
})
export const recordKey = v.union([v.number(), v.string()])
/** The same in a body. */
export const sentKey = v.union([v.number(), key])

/** A step of the audit trail: who did what to which record and when, with each field before and after. */
export const AUDIT_ACTIONS = [
  'submitted',
  'added',
  'edited',
  'removed',
  'published',
  'returned',
  'resubmitted',
  'discarded',
  'unpublished',
  'restored',
  'merged',
  'unmerged',
  'split',
] as const
/** What the audit trail covers: every kind of record, accounts (added, edited), the society's settings (edited), and old maps by layer (0: their order). */
export const AUDIT_KINDS = [...RECORD_KINDS, 'accounts', 'settings', 'maps'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
export const auditEntry = v.object({
  id,
  at: timestamp,
  /** Null for the command line. */
  actor: v.nullable(actor),
  action: v.picklist(AUDIT_ACTIONS),
  kind: v.picklist(AUDIT_KINDS),
  key: recordKey,
  fields: v.array(v.object({ field: v.string(), before: v.unknown(), after: v.unknown() })),
  /** The note of the step; for an account its name, never its address. */
  note: v.string(),
})
export type AuditEntry = v.InferOutput<typeof auditEntry>

/** Who works on a draft in the review desk at the moment, and until when unless they renew it. */
export const claim = v.object({ by: actor, since: timestamp, until: timestamp })
export type Claim = v.InferOutput<typeof claim>

/** The name of a record in lists: an item's title, a person's name. */
export const label = v.string()
const dependentDraft = v.object({
  kind,
  key: recordKey,
  label,
  state: v.picklist(RECORD_STATES),
  author: v.nullable(actor),
  fields: anyFields,
})
const { width, height, version } = scanLink.entries
const scanSize = { width, height, version }
/** A scan of an item, with the size (pixels, upright) and version of its picture. Its text is in the record of the scan: there may be hundreds. */
const deskScan = v.object({
  ...{ kind, key: recordKey, label, fields: anyFields, hidden_until: hiddenUntil, ...scanSize },
  has_text: v.optional(v.boolean()),
})

const failedPage = v.object({ page: v.number(), problem: v.string() })
const deskFile = v.object({ key: recordKey, version: v.string(), failed: v.optional(v.array(failedPage), []) })

/** A record in the review desk. `version` covers its fields, scans and dependent drafts; If-Match refers to it. */
export const record = v.object({
  kind,
  key: recordKey,
  label,
  version: v.string(),
  state: v.picklist(RECORD_STATES),
  author: v.nullable(actor),
  submitted_at: v.nullable(timestamp),
  /** What staff wrote when they returned or discarded it. */
  note: v.string(),
  hidden_until: hiddenUntil,
  fields: anyFields,
  /** An item's scans, in their order. */
  scans: v.array(deskScan),
  /** Versions of its documents and recordings, and which pages could not be drawn, and why. */
  files: v.optional(v.array(deskFile), []),
  /** Dependent drafts that are published with it: people, subjects, organizations, collections, and what belongs to them. */
  brings: v.array(dependentDraft),
  /** Of a story: drafts that its lines name. Visitors see it without them. */
  left_out: v.optional(v.array(label)),
  /** Newest first. */
  history: v.array(auditEntry),
  /** Names of the records that `fields`, `brings` and `history` refer to, by kind and id: `{people: {12: 'John Calder (1843–1910)'}}`. */
  names: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
  /** For staff. */
  claim: v.optional(v.nullable(claim), null),
})
export type DeskRecord = v.InferOutput<typeof record>

/** 412: somebody else changed the record. `changed` lists the changes, `record` is its current state. */
export const conflict = v.object({ detail: v.string(), changed: v.array(auditEntry), record })

/** An entry of the review queue, or of a user's submissions. */
export const queueEntry = v.object({
  kind,
  key: recordKey,
  label,
  /** Of an item. */
  type: v.nullable(v.picklist(ITEM_TYPES)),
  state: v.picklist(RECORD_STATES),
  author: v.nullable(actor),
  submitted_at: v.nullable(timestamp),
  /** Why it was returned or discarded. */
  note: v.string(),
  /** An item's number of scans, and the first one. */
  scans: v.number(),
  first_scan: v.nullable(v.pick(scanLink, ['id', 'width', 'height', 'version'])),
  /** The path of its page, when it is published and has one. */
  address: v.nullable(v.string()),
})
export type QueueEntry = v.InferOutput<typeof queueEntry>
export const queuePage = v.object({ count: v.number(), results: v.array(queueEntry) })
export type QueuePage = v.InferOutput<typeof queuePage>
export const paging = { page: pageQuery, page_size: pageSizeQuery }
export const submissionsQuery = v.object({
  kind: choiceQuery(REVIEWED_KINDS),
  /** With `kind`: one record. */
  key: idQuery,
  state: choiceQuery(RECORD_STATES),
  ...paging,
})
