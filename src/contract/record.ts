import * as v from 'valibot'
import { collectionCreate } from './collection.ts'
import {
  body,
  dateSent,
  id,
  idNeeded,
  inFields,
  line,
  moment,
  name,
  nameList,
  optionalDate,
  requiredBody,
} from './fields.ts'
import { heritage } from './heritage.ts'
import { item, itemSubmit } from './item.ts'
import { geometry, locationDescription, plaque } from './location.ts'
import { lot, ownership } from './lot.ts'
import * as org from './organization.ts'
import * as people from './person.ts'
import { choiceQuery, idQuery } from './query.ts'
import { scanOrder, watermarkColor, watermarkPosition, scanLink } from './scan.ts'
import { subjectCreate } from './subject.ts'

/** Everything that staff may keep (spec §3), under the names that a bundle gives its lists. */
export const RECORD_KINDS = [
  'locations',
  'lots',
  'people',
  'ownership',
  'relationships',
  'graves',
  'person_images',
  'organizations',
  'organization_locations',
  'employment',
  'heritage',
  'location_descriptions',
  'plaques',
  'subjects',
  'collections',
  'items',
  'scans',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** What volunteers add is a draft until it was reviewed (design.md "Drafts and publishing"). The rest belongs to staff, or to its item. */
export const REVIEWED_KINDS = [
  'items',
  'people',
  'organizations',
  'subjects',
  'collections',
  'relationships',
  'graves',
  'person_images',
] as const satisfies readonly RecordKind[]
export type ReviewedKind = (typeof REVIEWED_KINDS)[number]
export const isReviewedKind = (kind: RecordKind): kind is ReviewedKind =>
  (REVIEWED_KINDS as readonly RecordKind[]).includes(kind)

/** Where a record stands. A returned or discarded draft is no longer in the queue; discarded ones are kept and can be put back. */
export const RECORD_STATES = ['waiting', 'returned', 'discarded', 'published'] as const
export type RecordState = (typeof RECORD_STATES)[number]

const written = <const K extends string>(...fields: K[]) =>
  Object.fromEntries(fields.map((field) => [`${field}_text`, name])) as Record<`${K}_text`, typeof name>
const { user_author: _author, visibility: _visibility, ...itemFields } = itemSubmit.pipe[0].entries
void [_author, _visibility]

/** The same fields as forms send them: ids and dates may come as text, and an empty one is none. */
const asSent = (entries: v.ObjectEntries): v.ObjectEntries =>
  Object.fromEntries(
    Object.entries(entries).map(([field, schema]) => [
      field,
      schema === id ? idNeeded : schema === optionalDate ? dateSent : schema,
    ]),
  )

/** The fields of each kind that a person may write, with the rules of spec §5. Dates may come with the words in which they were written. */
const FIELDS = {
  locations: { name, address: line, altnames: nameList, geometry: v.nullish(geometry, null) },
  lots: lot.entries,
  people: { ...people.personCreate.entries, ...written('date_of_birth', 'date_of_death') },
  ownership: asSent(v.omit(ownership, ['id']).entries),
  relationships: people.relationshipCreate.entries,
  graves: people.graveCreate.entries,
  person_images: people.personImageCreate.entries,
  organizations: { ...org.organizationCreate.entries, ...written('date_opened', 'date_closed') },
  organization_locations: asSent(v.omit(org.organizationLocation, ['id']).entries),
  employment: asSent(v.omit(org.employment, ['id']).entries),
  heritage: asSent(v.omit(heritage, ['id']).entries),
  location_descriptions: asSent({ ...v.omit(locationDescription, ['id']).entries, description: requiredBody() }),
  plaques: asSent({ ...v.omit(plaque, ['id']).entries, text: requiredBody() }),
  subjects: subjectCreate.entries,
  collections: collectionCreate.entries,
  items: { ...itemFields, date_start_text: item.entries.date_start_text, date_end_text: item.entries.date_end_text },
  scans: { watermark: name, order: scanOrder, color: watermarkColor, position: watermarkPosition },
} as const satisfies Record<RecordKind, v.ObjectEntries>

/** Fields by name, as they stand on the wire and as they are parsed. */
export type RecordFields = Record<string, unknown>
type FieldsSchema = v.GenericSchema<RecordFields, RecordFields>
const forEach = (make: (entries: v.ObjectEntries) => unknown) =>
  Object.fromEntries(RECORD_KINDS.map((kind) => [kind, make(FIELDS[kind])])) as Record<RecordKind, FieldsSchema>

/** Bodies of POST /api/records/:kind/, by kind. A field that there is not is refused by its name. */
export const newFields = forEach((entries) => v.strictObject(entries, inFields(entries)))
/** Bodies of PATCH /api/records/:kind/:key/: what is not named stays. */
export const changedFields = forEach((entries) => v.partial(v.strictObject(entries)))
/** Two dates of a record of which the second must not come before the first (spec §5 "Dates"). */
export const DATE_SPANS: Partial<Record<RecordKind, readonly [start: string, end: string]>> = {
  people: ['date_of_birth', 'date_of_death'],
  organizations: ['date_opened', 'date_closed'],
  organization_locations: ['date_start', 'date_end'],
  employment: ['date_start', 'date_end'],
  items: ['date_start', 'date_end'],
}
/** What the bodies of all kinds share. */
export const anyFields = v.record(v.string(), v.unknown())

const kind = v.picklist(RECORD_KINDS)
/** A record's id; a lot's number. */
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const kindAddress = v.object({ kind })
export const recordAddress = v.object({ kind, key })
export const reviewedAddress = v.object({ kind: v.picklist(REVIEWED_KINDS), key })

export const reviewNote = v.nullish(v.object({ note: body }), { note: '' })
export const returnNote = v.object({ note: requiredBody() })

/** Somebody with an account, as other people are told of them. */
export const actor = v.object({ id, name: v.string() })
const keyOut = v.union([v.number(), v.string()])

/** One step of the audit trail: who did what, when, to which record, and each field before and after. */
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
] as const
/** What has steps: every kind of record, and accounts (added, edited). */
export const AUDIT_KINDS = [...RECORD_KINDS, 'accounts'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
export const auditEntry = v.object({
  id,
  at: moment,
  /** Null for the command line. */
  actor: v.nullable(actor),
  action: v.picklist(AUDIT_ACTIONS),
  kind: v.picklist(AUDIT_KINDS),
  key: keyOut,
  fields: v.array(v.object({ field: v.string(), before: v.unknown(), after: v.unknown() })),
  /** What was written with the step; of an account, whose it is: by name, never by address. */
  note: v.string(),
})
export type AuditEntry = v.InferOutput<typeof auditEntry>
export const auditQuery = v.object({ kind: choiceQuery(AUDIT_KINDS), actor: idQuery, before: idQuery })

/** What a record is called in a list of records: an item's title, a person's name. */
const label = v.string()
const brought = v.object({
  kind,
  key: keyOut,
  label,
  state: v.picklist(RECORD_STATES),
  author: v.nullable(actor),
  fields: anyFields,
})
const { width, height, version } = scanLink.entries
const scanSize = { width, height, version }
/** A scan of an item, with the size (pixels, upright) and version of its picture. */
const deskScan = v.object({ kind, key: keyOut, label, fields: anyFields, ...scanSize })

/** A record as the review desk sees it. `version` changes with its fields, its scans and what it brings: it is what If-Match names. */
export const record = v.object({
  kind,
  key: keyOut,
  label,
  version: v.string(),
  state: v.picklist(RECORD_STATES),
  author: v.nullable(actor),
  submitted_at: v.nullable(moment),
  /** What staff wrote when they returned or discarded it. */
  note: v.string(),
  fields: anyFields,
  /** An item's scans, in their order. */
  scans: v.array(deskScan),
  /** Drafts that become public with it: people, subjects, organizations, collections, and what hangs on them; one that was returned or discarded says so. */
  brings: v.array(brought),
  /** The latest first. */
  history: v.array(auditEntry),
})
export type DeskRecord = v.InferOutput<typeof record>

/** 412: somebody else changed the record since it was read. `changed` tells what, `record` is how it is now. */
export const conflict = v.object({ detail: v.string(), changed: v.array(auditEntry), record })

/** A line of the queue, or of what somebody submitted. */
export const queueEntry = v.object({
  kind,
  key: keyOut,
  label,
  state: v.picklist(RECORD_STATES),
  author: v.nullable(actor),
  submitted_at: v.nullable(moment),
  note: v.string(),
  scans: v.number(),
})
export type QueueEntry = v.InferOutput<typeof queueEntry>
export const queueQuery = v.object({
  kind: choiceQuery(REVIEWED_KINDS),
  /** Waiting ones where nothing is said. */
  state: choiceQuery(['waiting', 'returned', 'discarded'] as const),
  author: idQuery,
})
export const submissionsQuery = v.object({ kind: choiceQuery(REVIEWED_KINDS), state: choiceQuery(RECORD_STATES) })
