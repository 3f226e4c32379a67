import * as v from 'valibot'
import { collectionCreate, HIERARCHIES } from '#contract/collection.ts'
import { organizationCreate } from '#contract/organization.ts'
import { graveCreate, personCreate, type SEXES } from '#contract/person.ts'
import { subjectCreate } from '#contract/subject.ts'
import { dateOf, draftDateOf, NO_DATE, unreadable } from './dates.ts'
import type { DraftDate, Tag } from './draft-fields.ts'

/**
 * The forms of the wizard's popups (spec §2, §3). Fields have the names of the calls in spec §7; `grave`, `picture` and `parents` go with calls of
 * their own.
 */
export interface NewRecordForms {
  person: {
    first_name: string
    middle_name: string
    surname: string
    date_of_birth: DraftDate
    date_of_death: DraftDate
    sex: '' | (typeof SEXES)[number]
    biography: string
    parents: readonly Tag[]
    spouses: readonly Tag[]
    family_tree: string
    grave: string
    picture: File | null
  }
  subject: { subject_name: string; subject_description: string; subject_parent: Tag | null }
  organization: { name: string; altname: string; date_opened: DraftDate; date_closed: DraftDate; description: string }
  collection: {
    collection_name: string
    collection_description: string
    hierarchy: (typeof HIERARCHIES)[number]
    parent_collection: Tag | null
  }
}
export type NewRecordKind = keyof NewRecordForms
const SCHEMAS = {
  person: personCreate,
  subject: subjectCreate,
  organization: organizationCreate,
  collection: collectionCreate,
}
/** The body of the call that creates the record. */
export type NewRecordBody<K extends NewRecordKind = NewRecordKind> = v.InferOutput<(typeof SCHEMAS)[K]>
export type NewRecordErrors<K extends NewRecordKind> = Partial<Record<keyof NewRecordForms[K], string>>

/** Words that belong to the surname after them. */
const PARTICLE = /^(?:mc|mac|o|st\.?|van|von|de|der|den|du|di|da|la|le)$/i

/** A name as typed in a tag box: John William Calder, or Calder, John William. */
function splitName(typed: string): Pick<NewRecordForms['person'], 'first_name' | 'middle_name' | 'surname'> {
  const [last, first] = typed.split(',').map((part) => part.trim())
  const words = (first ?? last!).split(/\s+/).filter(Boolean)
  let given = words
  let surname = first === undefined ? '' : last!
  if (first === undefined && words.length > 1) {
    let at = words.length - 1
    while (at > 1 && PARTICLE.test(words[at - 1]!)) at -= 1
    surname = words.slice(at).join(' ')
    given = words.slice(0, at)
  }
  const [first_name = '', ...middle] = given
  return { first_name, middle_name: middle.join(' '), surname }
}

/** The form as it opens; `typed` is what was typed in the tag box. */
export const newRecordForm: { [K in NewRecordKind]: (typed: string) => NewRecordForms[K] } = {
  person: (typed) => ({
    ...splitName(typed),
    date_of_birth: NO_DATE,
    date_of_death: NO_DATE,
    sex: '',
    biography: '',
    parents: [],
    spouses: [],
    family_tree: '',
    grave: '',
    picture: null,
  }),
  subject: (typed) => ({ subject_name: typed.trim(), subject_description: '', subject_parent: null }),
  organization: (typed) => ({
    name: typed.trim(),
    altname: '',
    date_opened: NO_DATE,
    date_closed: NO_DATE,
    description: '',
  }),
  collection: (typed) => ({
    collection_name: typed.trim(),
    collection_description: '',
    hierarchy: HIERARCHIES[0],
    parent_collection: null,
  }),
}

const shapeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

/** A form as it was kept with a draft. A field that does not fit is empty. */
export function restoreNewRecord<K extends NewRecordKind>(
  kind: K,
  kept: Readonly<Record<string, unknown>>,
): NewRecordForms[K] {
  const empty = newRecordForm[kind]('')
  const fits = Object.entries(empty).filter(([field, value]) => shapeOf(kept[field]) === shapeOf(value))
  return { ...empty, ...Object.fromEntries(fits.map(([field]) => [field, kept[field]])) }
}

/** A form for a record that exists, from the fields that the API gives; `tagOf` makes tags of the ids in them. */
export function formOfRecord<K extends NewRecordKind>(
  kind: K,
  fields: Readonly<Record<string, unknown>>,
  tagOf: (id: number) => Tag,
): NewRecordForms[K] {
  const shownValue = (empty: unknown, value: unknown): unknown => {
    if (isDate(empty)) return draftDateOf(typeof value === 'number' ? value : null)
    if (Array.isArray(empty)) return Array.isArray(value) ? value.map((id) => tagOf(Number(id))) : []
    if (empty === null) return typeof value === 'number' ? tagOf(value) : null
    return Array.isArray(value) ? value.join(', ') : String(value ?? '')
  }
  const empty = newRecordForm[kind]('')
  const shown = Object.entries(empty).map(([field, value]) => [field, shownValue(value, fields[field])])
  return Object.fromEntries(shown) as NewRecordForms[K]
}

/** The fields of a form that differ from `base`, as the API takes them. */
export function changedFieldsOf<K extends NewRecordKind>(base: NewRecordForms[K], form: NewRecordForms[K]) {
  const before = Object.entries(base)
  const changed = before.flatMap(([field, value]) => {
    const [was, is] = [sentValue(value), sentValue(form[field as keyof typeof form])]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[field, is] as const]
  })
  return Object.fromEntries(changed)
}

const isDate = (value: unknown): value is DraftDate =>
  typeof value === 'object' && value !== null && 'specificity' in value
const isTag = (value: unknown): value is Tag => typeof value === 'object' && value !== null && 'id' in value

/** A field as the call sends it. */
function sentValue(value: unknown): unknown {
  if (isDate(value)) return dateOf(value)
  if (isTag(value)) return value.id
  return Array.isArray(value) ? value.map(sentValue) : value
}

/** The body of the call, or the sentences of spec §5 at their fields. */
export function checkNewRecord<K extends NewRecordKind>(
  kind: K,
  form: NewRecordForms[K],
): { body: NewRecordBody<K>; errors?: undefined } | { errors: NewRecordErrors<K>; body?: undefined } {
  const errors: Record<string, string> = {}
  for (const [field, value] of Object.entries(form)) {
    const problem = isDate(value) && unreadable(value)
    if (problem) errors[field] = problem
  }
  if ('grave' in form && form.grave.trim() !== '') {
    const entry = v.safeParse(graveCreate.entries.entry, form.grave)
    if (!entry.success) errors.grave = entry.issues[0].message
  }
  const sent = Object.fromEntries(Object.entries(form).map(([field, value]) => [field, sentValue(value)]))
  const checked = v.safeParse(SCHEMAS[kind] as v.GenericSchema<unknown, NewRecordBody<K>>, sent)
  for (const issue of checked.issues ?? []) errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message
  return checked.success && Object.keys(errors).length === 0
    ? { body: checked.output }
    : { errors: errors as NewRecordErrors<K> }
}
