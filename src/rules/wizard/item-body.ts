import * as v from 'valibot'
import { itemSubmit } from '#contract/create.ts'
import type { Ability } from '#contract/account.ts'
import { embedAddress } from '../media/videos.ts'
import { readInput } from '../forms/inputs.ts'
import { formFields } from '../forms/form-fields.ts'
import { rangeError, unreadable } from './dates.ts'
import type { DraftFields } from './draft-fields.ts'

export interface Author {
  id: number
  /** Missing if the server does not say it. */
  name?: string | undefined
  /** May set collection, identifier and copyright (spec §6). */
  mayDescribe: boolean
  /** The server can name the submitter as contributor (our addition). */
  mayCredit: boolean
}

/** Where the fields of the body are in the wizard. */
export const BODY_FIELDS = {
  type: 'type',
  title: 'title',
  general_description: 'description',
  date_start_text: 'dateText',
  date_end_text: 'dateText',
  date_start: 'start',
  date_end: 'end',
  location: 'location',
  people: 'people',
  subject: 'subjects',
  organizations: 'organizations',
  creator: 'creator',
  contributors: 'contributors',
  externalRecordURL: 'url',
  collection: 'collection',
  archival_identifier: 'identifier',
  copyright_info: 'copyright',
  credit: 'credit',
} as const satisfies Record<string, keyof DraftFields>

const FORM = formFields(itemSubmit)
const draftFieldOf = (field: string) => BODY_FIELDS[field as keyof typeof BODY_FIELDS]
export const draftFieldName = (field: keyof DraftFields): string =>
  FORM.find((each) => draftFieldOf(each.field) === field)?.label ?? field

type Body = Record<string, unknown>

/** The item's own fields, as spec §3 "Item (as submitted)" names them. */
export function itemFields(fields: DraftFields, { mayDescribe, mayCredit }: Author): Body {
  const abilities: Partial<Record<Ability, boolean>> = { describe_archivally: mayDescribe, credit: mayCredit }
  const form = FORM.filter(({ field, may }) => field !== 'date_end_text' && (!may || abilities[may]))
  const values = form.map((each) => {
    const read = readInput(each, fields[draftFieldOf(each.field)])
    const value = 'problem' in read ? null : read.value
    return [each.field, typeof value === 'string' ? value.trim() : value] as const
  })
  const body: Body = Object.fromEntries(values)
  if (!fields.isRange) body['date_end'] = null
  if (fields.type === 'video') body['externalRecordURL'] = embedAddress(fields.url.trim())
  return body
}

/**
 * The body of POST /api/item/post/. Other servers than ours may need the author and the visibility, and may take a second empty text for a duplicate where
 * the texts of two items have to differ (spec §8).
 */
export function itemBody(fields: DraftFields, author: Author): Body {
  const body: Body = { user_author: author.id, visibility: 'draft', ...itemFields(fields, author) }
  for (const field of ['archival_identifier', 'externalRecordURL', 'date_start_text'])
    if (body[field] === '') delete body[field]
  return body
}

/** The body of a PATCH: the fields that differ from `base`. */
export function changedBody(base: DraftFields, fields: DraftFields, author: Author): Body {
  const before = itemFields(base, author)
  const entries = Object.entries(itemFields(fields, author))
  const changed = Object.fromEntries(
    entries.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  )
  // The words stand for both ends.
  return 'date_start_text' in changed ? { ...changed, date_end_text: '' } : changed
}

export type FieldErrors = Partial<Record<keyof DraftFields, string>>

/** What is wrong, in the order of the fields: the contract's rules for the body, and dates that can't be read. Empty when it may be submitted. */
export function fieldErrors(fields: DraftFields, author: Author): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of v.safeParse(itemSubmit, itemBody(fields, author)).issues ?? []) {
    const field = draftFieldOf(String(path?.[0]?.key))
    if (field) errors[field] ??= message
  }
  const dates = {
    start: unreadable(fields.start),
    end: fields.isRange ? (unreadable(fields.end) ?? rangeError(fields, 'end')) : undefined,
  }
  if (dates.start) errors.start = dates.start
  if (dates.end) errors.end = dates.end
  return errors
}
