import * as v from 'valibot'
import { COPYRIGHTS, WIZARD_TYPES } from '#contract/item.ts'
import { watermarkColor, watermarkPosition } from '#contract/scan.ts'

/** Format of stored drafts; a newer browser version migrates older ones, and never throws one away. */
export const DRAFT_FORMAT = 1

/** A record that the draft refers to, as it is shown. `pending`: the user's own entry, still waiting for review. */
const tag = v.object({
  id: v.number(),
  name: v.string(),
  /** Tells records of one name apart: years of a person, the parent of a subject. */
  detail: v.optional(v.string(), ''),
  pending: v.optional(v.boolean(), false),
})
export type Tag = v.InferOutput<typeof tag>

/** Spec §2 "date specificity selects (Year, Month, Date)". */
export const SPECIFICITIES = ['year', 'month', 'date'] as const
export type Specificity = (typeof SPECIFICITIES)[number]
/** `typed` as spec §5 "Dates" takes it: 1901, 1901-03 or 1901-03-05; empty for none. */
const draftDate = v.object({ specificity: v.picklist(SPECIFICITIES), typed: v.string() })

/** The fields that go with an image (spec §7). `order` starts at 1. */
const sentImage = v.object({
  order: v.number(),
  watermark: v.string(),
  color: watermarkColor,
  position: watermarkPosition,
})
export type SentImage = v.InferOutput<typeof sentImage>

export const draftImage = v.object({
  /** A UUID, also the Idempotency-Key of its upload; the file is stored under it. */
  id: v.string(),
  name: v.string(),
  /** MIME type that the browser gave; may be empty. */
  type: v.string(),
  /** Bytes. */
  size: v.number(),
  watermark: v.string(),
  color: watermarkColor,
  position: watermarkPosition,
  /** Id of the scan once the server has answered; 0 where the server did not say it. Null: not sent yet. */
  scan: v.nullable(v.number()),
  /** What goes with an upload that has begun; a retry sends the same. Null: not begun, or refused. */
  sent: v.optional(v.nullable(sentImage), null),
})
export type DraftImage = v.InferOutput<typeof draftImage>

/** The fields of the wizard (spec §2 "Add item wizard"). */
export const draftFields = v.object({
  type: v.picklist(['', ...WIZARD_TYPES]),
  /** externalRecordURL: the video's address, or the External Url of the other types. */
  url: v.string(),
  location: v.nullable(tag),
  isRange: v.boolean(),
  start: draftDate,
  end: draftDate,
  title: v.string(),
  people: v.array(tag),
  description: v.string(),
  subjects: v.array(tag),
  organizations: v.array(tag),
  creator: v.nullable(tag),
  contributors: v.array(tag),
  collection: v.nullable(tag),
  identifier: v.string(),
  copyright: v.picklist(['', ...COPYRIGHTS]),
  /** "Show my name as contributor": our addition, off unless the user agrees. */
  credit: v.boolean(),
})
export type DraftFields = v.InferOutput<typeof draftFields>

/** A draft as stored on this device. */
export const draft = v.object({
  format: v.literal(DRAFT_FORMAT),
  /** A UUID, also the Idempotency-Key of the item. */
  id: v.string(),
  /** The API it is for, and the user who wrote it: it is not shown to another. */
  api: v.string(),
  account: v.number(),
  /** Milliseconds since 1970 by this device's clock. */
  startedAt: v.number(),
  savedAt: v.number(),
  /** Counts saves, so that a second tab notices that it is behind. */
  revision: v.number(),
  fields: draftFields,
  images: v.array(draftImage),
  /** Id of the item once it was posted: it is not posted again. */
  item: v.nullable(v.number()),
  /** The body of a POST whose answer is not known: a retry sends exactly this, with the same key. */
  posting: v.optional(v.nullable(v.record(v.string(), v.unknown())), null),
  /** A returned or waiting submission that is being edited. */
  editing: v.nullable(
    v.object({
      key: v.number(),
      /** For If-Match. */
      version: v.string(),
      /** The cataloguer's note. */
      note: v.string(),
      /** Its fields and scans when they were read: only what differs is sent. */
      base: draftFields,
      scans: v.array(v.number()),
    }),
  ),
})
export type Draft = v.InferOutput<typeof draft>
