import * as v from 'valibot'
import { ARCHIVAL } from '#contract/archival.ts'
import { itemSubmit } from '#contract/create.ts'
import { collection } from '#contract/collection.ts'
import { descriptionOf } from '#contract/field.ts'
import { body, id, timestamp, name, requiredName } from '#contract/fields.ts'
import {
  heritage,
  geometry,
  locationDescription,
  locationProperties,
  plaque,
  lot,
  ownership,
} from '#contract/location.ts'
import { item, visibility } from '#contract/item.ts'
import { employment, organization, organizationLocation } from '#contract/organization.ts'
import { grave, person, relationship } from '#contract/person.ts'
import { FIELD } from '#contract/messages.ts'
import { placeNameFields, residentFields } from '#contract/place-history.ts'
import { DATE_SPANS } from '#contract/record-fields.ts'
import { RECORD_KINDS, type RecordKind } from '#contract/record.ts'
import { hiddenUntil } from '#contract/review.ts'
import { scanCreate, scanOrder } from '#contract/scan.ts'
import { story } from '#contract/story.ts'
import { subject } from '#contract/subject.ts'
import { fileFields } from '#contract/text-fields.ts'
import { wordBoxes } from '#rules/texts/word-boxes.ts'
import { RECORD_LINKS } from '../records/tables.ts'

/** The lists of a bundle, each after those that it links to, so that links can be checked while reading. */
export const LIST_NAMES = RECORD_KINDS
export type ListName = RecordKind

/** How a cell is converted before validation (read-row.ts). */
export type CellKind = 'text' | 'number' | 'numbers' | 'names' | 'date' | 'as it is'

interface Column {
  /** The contract's own schema of the field. */
  schema: v.GenericSchema
  kind: CellKind
  /** The list that its ids refer to. */
  link?: ListName
}

export interface List {
  name: ListName
  columns: Record<string, Column>
  /** The key column: `id`, `pk` of a location, `lotNum` of a lot. */
  key: string
  /** What a record is called. Where spec §3 gives an entity no id, a row may come without one: these columns then identify it (bundle-row.ts). */
  identity?: readonly string[]
  /** Start and end, which must be in order. */
  span?: readonly [start: string, end: string]
  /** The word for one row. */
  one: string
}

interface Options extends Pick<List, 'identity' | 'one'> {
  key?: string
  kinds?: Record<string, CellKind>
}

/** Builds columns from the entries of contract schemas; the kind follows from the schema or from `kinds`. */
function list(name: ListName, entries: v.ObjectEntries, { kinds = {}, key = 'id', ...rest }: Options): List {
  const [links, span] = [RECORD_LINKS[name], DATE_SPANS[name]]
  const kindOf = (field: string, schema: v.GenericSchema): CellKind => {
    if (kinds[field]) return kinds[field]
    const { control } = descriptionOf(schema)
    if (control === 'date' || control === 'names') return control
    if (control === 'many') return 'numbers'
    return field === 'id' || links[field] ? 'number' : 'text'
  }
  const columns = Object.entries(entries).map(([field, schema]): [string, Column] => {
    const column: Column = { schema: schema as v.GenericSchema, kind: kindOf(field, schema as v.GenericSchema) }
    if (links[field]) column.link = links[field]
    return [field, column]
  })
  return { name, key, columns: Object.fromEntries(columns), ...(span && { span }), ...rest }
}

const without = <const K extends string>(entries: v.ObjectEntries, ...keys: K[]): v.ObjectEntries =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => !(keys as string[]).includes(key)))
const optionalId = { id: v.optional(id) }
const optionalMoment = v.nullish(timestamp, null)
const DRAFT_STATES = ['waiting', 'returned', 'discarded', 'hidden'] as const
const hidden = { hidden_until: v.optional(hiddenUntil) }
/** Review state; defaults are set when the row is written (write-batch.ts). */
const reviewed = {
  visibility: v.optional(visibility),
  state: v.optional(v.picklist(DRAFT_STATES, FIELD.oneOf(DRAFT_STATES))),
  ...hidden,
}

/** The columns of each list, by the contract's entries. */
const DEFINITIONS: Record<ListName, [entries: v.ObjectEntries, options: Options]> = {
  locations: [
    // `lot` (spec §3 "lot link") is accepted but not stored: a lot itself says which location it is in.
    { ...locationProperties.entries, geometry: v.nullish(geometry, null), lot: v.unknown() },
    {
      key: 'pk',
      kinds: { pk: 'number', geometry: 'as it is', lot: 'as it is' },
      identity: ['name', 'address'],
      one: 'location',
    },
  ],
  lots: [lot.entries, { key: 'lotNum', one: 'lot' }],
  people: [
    { ...without(person.entries, 'image', 'graves', 'privacy', 'updated_at'), ...reviewed },
    { kinds: { spouses: 'numbers' }, identity: ['first_name', 'middle_name', 'surname'], one: 'person' },
  ],
  ownership: [ownership.entries, { kinds: { lot: 'text' }, identity: ['lot', 'person', 'date'], one: 'ownership' }],
  relationships: [
    { ...relationship.entries, ...reviewed },
    { identity: ['person1', 'person2', 'relationship_type'], one: 'relationship' },
  ],
  graves: [
    { ...grave.entries, entry: requiredName(), ...reviewed },
    { identity: ['person', 'entry'], one: 'grave' },
  ],
  person_images: [
    { ...optionalId, person: id, file: requiredName(), file_name: name, ...reviewed },
    { identity: ['person'], one: 'picture' },
  ],
  organizations: [
    { ...without(organization.entries, 'updated_at'), ...reviewed },
    { identity: ['name'], one: 'organization' },
  ],
  organization_locations: [
    organizationLocation.entries,
    { identity: ['organization', 'location', 'date_start'], one: 'link' },
  ],
  employment: [employment.entries, { identity: ['person', 'organization', 'date_start'], one: 'employment' }],
  residents: [
    { ...optionalId, ...residentFields },
    { kinds: { household_order: 'text' }, identity: ['person', 'location', 'date_start', 'source'], one: 'residence' },
  ],
  heritage: [heritage.entries, { identity: ['location'], one: 'heritage record' }],
  location_descriptions: [
    { ...locationDescription.entries, ...hidden },
    { identity: ['location'], one: 'description' },
  ],
  place_names: [
    { ...optionalId, ...placeNameFields },
    { identity: ['location', 'name'], one: 'earlier name' },
  ],
  plaques: [plaque.entries, { identity: ['location'], one: 'plaque' }],
  subjects: [
    { ...without(subject.entries, 'updated_at'), ...reviewed },
    { identity: ['subject_name'], one: 'subject' },
  ],
  collections: [
    { ...without(collection.entries, 'updated_at', 'contexts'), ...reviewed },
    { identity: ['collection_name'], one: 'collection' },
  ],
  items: [
    {
      id,
      ...without(itemSubmit.entries, 'user_author', 'date_start_text', 'date_end_text'),
      general_description: body,
      ...reviewed,
      date_start_text: item.entries.date_start_text,
      date_end_text: item.entries.date_end_text,
      published_at: optionalMoment,
      created_at: optionalMoment,
      updated_at: optionalMoment,
    },
    {
      identity: ['type', 'title'],
      one: 'item',
    },
  ],
  files: [
    {
      ...optionalId,
      item: id,
      file: requiredName(),
      file_name: name,
      ...fileFields,
      order: v.optional(scanOrder),
      ...hidden,
    },
    { kinds: { order: 'number' }, identity: ['item', 'order'], one: 'file' },
  ],
  scans: [
    {
      ...optionalId,
      item: id,
      file: requiredName(),
      file_name: name,
      // Default: the last of its item (bundle-row.ts).
      order: v.optional(scanOrder),
      // Defaults: the settings of the archive (accepted-rows.ts).
      watermark: v.optional(scanCreate.entries.watermark),
      color: scanCreate.entries.color,
      position: scanCreate.entries.position,
      document: v.nullish(id, null),
      page: v.nullish(scanOrder, null),
      words: v.nullish(wordBoxes, ''),
      // Its text is read instead (text-files.ts).
      text_file: v.optional(name),
      ...hidden,
    },
    { kinds: { order: 'number', page: 'number', turn: 'number' }, identity: ['item', 'order'], one: 'scan' },
  ],
  stories: [
    { ...without(story.entries, 'published_at', 'updated_at'), ...optionalId, ...reviewed },
    { identity: ['title'], one: 'story' },
  ],
}
export const LISTS = Object.fromEntries(
  LIST_NAMES.map((name) => [name, list(name, { ...DEFINITIONS[name][0], ...ARCHIVAL[name] }, DEFINITIONS[name][1])]),
) as Record<ListName, List>

/** The field by which a list links to itself: a person's spouses, the parent of a subject or a collection. */
export const selfLink = (list: List): string | undefined =>
  Object.keys(list.columns).find((field) => list.columns[field]!.link === list.name)
