import * as v from 'valibot'
import { watermarkColor, watermarkPosition } from '#contract/scan.ts'
import { draftFields } from '#rules/wizard/draft-fields.ts'

export { SPECIFICITIES, type DraftFields, type Specificity, type Tag } from '#rules/wizard/draft-fields.ts'

/** Format of stored drafts; a newer browser version migrates older ones, and never throws one away. */
export const DRAFT_FORMAT = 1

/** The fields that go with an image (spec §7). `order` starts at 1. */
const sentImage = v.object({
  order: v.number(),
  watermark: v.string(),
  color: watermarkColor,
  position: watermarkPosition,
  alt: v.optional(v.string(), ''),
})
export type SentImage = v.InferOutput<typeof sentImage>

const draftImage = v.object({
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
  /** What it shows. */
  alt: v.optional(v.string(), ''),
  /** Id of the scan once the server has answered; 0 where the server did not say it. Null: not sent yet. */
  scan: v.nullable(v.number()),
  /** What goes with an upload that has begun; a retry sends the same. Null: not begun, or refused. */
  sent: v.optional(v.nullable(sentImage), null),
})
export type DraftImage = v.InferOutput<typeof draftImage>

/** The file of a video. */
const draftRecording = v.object({
  /** A UUID; the file is stored under it. */
  id: v.string(),
  name: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Id of the item's file once the server has all of it. */
  sent: v.nullable(v.number()),
})

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
  recording: v.optional(v.nullable(draftRecording), null),
  /** What was typed in the popups that add a person, subject, organization or collection, by kind. A `picture` is the id of its file. */
  newRecords: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Id of the item once it was posted: it is not posted again. */
  item: v.nullable(v.number()),
  /** The fields that the server has: only what differs is sent later. */
  itemFields: v.optional(v.nullable(draftFields), null),
  /** A POST whose answer is not known: a retry sends exactly this body, with the same key. */
  posting: v.optional(
    v.nullable(v.object({ body: v.record(v.string(), v.unknown()), fields: draftFields, at: v.number() })),
    null,
  ),
  /** Scans that are removed with the next submit. */
  removedScans: v.optional(v.array(v.number()), []),
  /** Recordings, likewise. */
  removedFiles: v.optional(v.array(v.number()), []),
  /** A returned or waiting submission that is being edited. */
  editing: v.nullable(
    v.object({
      key: v.number(),
      /** For If-Match. */
      version: v.string(),
      /** It goes back into the queue when it is sent. `note`: why the cataloguer returned it. */
      isReturned: v.boolean(),
      note: v.string(),
    }),
  ),
})
export type Draft = v.InferOutput<typeof draft>
