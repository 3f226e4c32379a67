import * as v from 'valibot'
import { COPYRIGHTS, ITEM_TYPES, WIZARD_TYPES } from '#contract/item.ts'
import { lifeSpan, yearSpan } from '../dates/display-dates.ts'
import { organizationName, personName } from '../names/record-names.ts'

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

/** The fields of the wizard (spec §2 "Add item wizard"). */
export const draftFields = v.object({
  /** Of a new item one of WIZARD_TYPES; staff may have given one that was submitted any other. */
  type: v.picklist(['', ...ITEM_TYPES]),
  /** externalRecordURL: the video's address, or the External Url of the other types. */
  url: v.string(),
  location: v.nullable(tag),
  /** The date in words, as it is written (our addition): `date_start_text` of the contract. */
  dateText: v.optional(v.string(), ''),
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
/** What the wizard offers, and none. */
export type WizardType = '' | (typeof WIZARD_TYPES)[number]
export const isOffered = (type: DraftFields['type']): type is WizardType =>
  type === '' || (WIZARD_TYPES as readonly string[]).includes(type)
export type DraftDate = DraftFields['start']

/** Records as tags of a draft. Whoever is logged in sees drafts only of their own: they are the pending ones. */
interface Row {
  id: number
  visibility?: 'draft' | 'published' | undefined
}

export const plainTag = (id: number, name: string, detail = '', visibility?: Row['visibility']): Tag => ({
  id,
  name,
  detail,
  pending: visibility === 'draft',
})

/** An address that begins with the name goes on where the name ends. */
export const locationTag = (id: number, name: string, address: string): Tag =>
  plainTag(id, name, address === name ? '' : address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address)

type Person = Row & Parameters<typeof personName>[0] & { date_of_birth: number | null; date_of_death: number | null }
export const personTag = (person: Person): Tag =>
  plainTag(person.id, personName(person), lifeSpan(person), person.visibility)

type Organization = Row & { name: string; date_opened?: number | null; date_closed?: number | null }
export const organizationTag = (row: Organization): Tag =>
  plainTag(row.id, organizationName(row), yearSpan(row.date_opened ?? null, row.date_closed ?? null), row.visibility)
