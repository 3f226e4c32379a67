import * as v from 'valibot'
import { draftFields, type DraftFields } from '#rules/wizard/draft-fields.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { isAlike } from '../shared/is-alike.ts'
import { draft, DRAFT_FORMAT, type Draft } from './draft.ts'
import type { DraftSummary } from './add-item-stores.ts'

/** A field that can't be read is emptied, so that it does not take the rest of the draft with it. */
const lenientFields = v.object(
  Object.fromEntries(
    Object.entries(draftFields.entries).map(([field, schema]) => [
      field,
      v.fallback(schema as v.GenericSchema, NO_FIELDS[field as keyof DraftFields]),
    ]),
  ),
)
const storedDraft = v.object({ ...draft.entries, fields: lenientFields })
const formatOf = v.object({ format: v.number() })

/** A stored draft. Undefined for one of a newer version or a damaged one, which stays stored as it is. */
export function readDraft(stored: unknown): Draft | undefined {
  const read = v.safeParse(storedDraft, stored)
  return read.success ? (read.output as Draft) : undefined
}

/** Written by a newer version of this site, in another tab or before this page came from a cache: left alone until the page is reloaded. */
export const isNewer = (stored: unknown): boolean => v.is(formatOf, stored) && stored.format > DRAFT_FORMAT

/** Counts saves; 0 for a draft that is not stored. */
export const revisionOf = (stored: unknown): number =>
  v.is(v.object({ revision: v.number() }), stored) ? stored.revision : 0

/** The id under which the portrait of a kept form is stored. */
export function keptPicture(form: unknown): string | undefined {
  const kept = v.safeParse(v.object({ picture: v.string() }), form)
  return kept.success ? kept.output.picture : undefined
}
/** Ids of all files of a draft: its images, its recording, and portraits of people who are not added yet. */
export const filesOf = ({ images, recording, newRecords }: Draft): Set<string> =>
  new Set([
    ...[...images, recording].flatMap((file) => file?.id ?? []),
    ...Object.values(newRecords).flatMap((form) => keptPicture(form) ?? []),
  ])

/** The draft without images and recordings whose files are lost. */
export const withoutFiles = (draft: Draft, lost: ReadonlyMap<string, unknown>): Draft => ({
  ...draft,
  images: draft.images.filter(({ id }) => !lost.has(id)),
  recording: draft.recording && !lost.has(draft.recording.id) ? draft.recording : null,
})

/** A draft that was just begun. */
export const NOTHING_YET = {
  ...{ images: [], recording: null, newRecords: {}, removedScans: [], removedFiles: [] },
  ...{ item: null, itemFields: null, posting: null, editing: null },
} satisfies Partial<Draft>

/** True while there is nothing to keep. */
export const isEmpty = ({ fields, images, recording, newRecords, editing, item }: Draft): boolean =>
  images.length === 0 &&
  recording === null &&
  Object.keys(newRecords).length === 0 &&
  editing === null &&
  item === null &&
  isAlike(fields, NO_FIELDS)

export const summaryOf = ({ id, fields, images, savedAt, item, editing }: Draft): DraftSummary => ({
  id,
  title: fields.title.trim(),
  type: fields.type,
  images: images.length,
  savedAt,
  isPartlySent: item !== null && editing === null,
})

/** What the server has said about a draft, from another tab's copy of it. */
export function withFactsOf(own: Draft, other: Draft): Draft {
  const known = new Map(other.images.map((image) => [image.id, image]))
  const theirs = own.recording?.id === other.recording?.id ? other.recording : null
  return {
    ...own,
    item: own.item ?? other.item,
    itemFields: own.itemFields ?? other.itemFields,
    posting: own.item === null && other.item === null ? (own.posting ?? other.posting) : null,
    recording: own.recording && { ...own.recording, sent: own.recording.sent ?? theirs?.sent ?? null },
    images: own.images.map((image) => {
      const theirs = known.get(image.id)
      return { ...image, scan: image.scan ?? theirs?.scan ?? null, sent: image.sent ?? theirs?.sent ?? null }
    }),
  }
}
