import { HIERARCHIES } from '#contract/collection.ts'
import { COPYRIGHTS, ITEM_TYPES } from '#contract/item.ts'
import { SEXES } from '#contract/person.ts'
import type { RecordKind } from '#contract/record.ts'
import { HIERARCHY_NAMES, TYPE_NAMES } from '../names/record-names.ts'

/** How a field is edited: `one` and `many` choose records from suggestions, `names` is a list of names, `text` has several lines, `outline` is a polygon as corners. */
type Control =
  | { is: 'line' | 'text' | 'date' | 'check' | 'names' | 'outline' }
  | { is: 'choice'; choices: readonly (readonly [value: string, text: string])[] }
  | { is: 'one' | 'many'; list: RecordList }
/** Lists of suggestions (stores/add-item). */
type RecordList =
  | 'location'
  | 'people'
  | 'subjects'
  | 'organizations'
  | 'creator'
  | 'contributors'
  | 'collection'
  | 'spouses'
  | 'parents'
  | 'subject-parent'
  | 'collection-parent'

export interface FormField {
  field: string
  control: Control
  required?: boolean
}

const LINE = { is: 'line' } as const
const TEXT = { is: 'text' } as const
const DATE = { is: 'date' } as const
const named = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => [value, names[value]] as const)
const field = (name: string, control: Control, required = false): FormField => ({ field: name, control, required })

const PLACE = { is: 'one', list: 'location' } as const
const ORGANIZATION = { is: 'one', list: 'organizations' } as const
const PERIOD = [
  field('date_start', DATE),
  field('date_start_text', LINE),
  field('date_end', DATE),
  field('date_end_text', LINE),
]

/** The fields of contract/record-fields.ts in the order of a form. A relationship has one type only, so that is left out. */
export const RECORD_FORMS: Record<RecordKind, readonly FormField[]> = {
  items: [
    field('type', { is: 'choice', choices: named(ITEM_TYPES, TYPE_NAMES) }, true),
    field('title', LINE),
    field('general_description', TEXT, true),
    field('date_start', DATE),
    field('date_start_text', LINE),
    field('date_end', DATE),
    field('date_end_text', LINE),
    field('location', { is: 'one', list: 'location' }),
    field('people', { is: 'many', list: 'people' }),
    field('subject', { is: 'many', list: 'subjects' }),
    field('organizations', { is: 'many', list: 'organizations' }),
    field('externalRecordURL', LINE),
    field('creator', { is: 'one', list: 'creator' }),
    field('contributors', { is: 'many', list: 'contributors' }),
    field('collection', { is: 'one', list: 'collection' }),
    field('archival_identifier', LINE),
    field('copyright_info', {
      is: 'choice',
      choices: [['', 'Not known'], ...COPYRIGHTS.map((each) => [each, each] as const)],
    }),
    field('credit', { is: 'check' }),
  ],
  people: [
    field('first_name', LINE, true),
    field('middle_name', LINE),
    field('surname', LINE, true),
    field('date_of_birth', DATE),
    field('date_of_birth_text', LINE),
    field('date_of_death', DATE),
    field('date_of_death_text', LINE),
    field('sex', {
      is: 'choice',
      choices: [['', 'Not known'], ...named(SEXES, { female: 'Female', male: 'Male', other: 'Other' })],
    }),
    field('biography', TEXT),
    field('spouses', { is: 'many', list: 'spouses' }),
    field('family_tree', LINE),
  ],
  organizations: [
    field('name', LINE, true),
    field('altname', { is: 'names' }),
    field('date_opened', DATE),
    field('date_opened_text', LINE),
    field('date_closed', DATE),
    field('date_closed_text', LINE),
    field('description', TEXT, true),
  ],
  subjects: [
    field('subject_name', LINE, true),
    field('subject_description', TEXT, true),
    field('subject_parent', { is: 'one', list: 'subject-parent' }),
  ],
  collections: [
    field('collection_name', LINE, true),
    field('collection_description', TEXT, true),
    field('hierarchy', { is: 'choice', choices: named(HIERARCHIES, HIERARCHY_NAMES) }, true),
    field('parent_collection', { is: 'one', list: 'collection-parent' }),
  ],
  relationships: [
    field('person1', { is: 'one', list: 'parents' }, true),
    field('person2', { is: 'one', list: 'spouses' }, true),
    field('description', LINE),
  ],
  graves: [field('entry', LINE, true), field('person', { is: 'one', list: 'people' }, true)],
  person_images: [field('person', { is: 'one', list: 'people' }, true)],
  locations: [
    field('name', LINE),
    field('address', LINE),
    field('altnames', { is: 'names' }),
    field('geometry', { is: 'outline' }),
  ],
  lots: [field('lotNum', LINE, true), field('location', PLACE)],
  ownership: [
    field('lot', LINE, true),
    field('person', { is: 'one', list: 'people' }, true),
    field('date', DATE),
    field('date_text', LINE),
    field('source', LINE),
  ],
  organization_locations: [field('organization', ORGANIZATION, true), field('location', PLACE, true), ...PERIOD],
  employment: [
    field('person', { is: 'one', list: 'people' }, true),
    field('organization', ORGANIZATION, true),
    ...PERIOD,
  ],
  heritage: [
    field('location', PLACE, true),
    field('architectural_style', LINE),
    field('architectural_description', TEXT),
    field('heritage_registry_entry', LINE),
  ],
  location_descriptions: [field('location', PLACE, true), field('description', TEXT, true)],
  plaques: [field('location', PLACE, true), field('name', LINE), field('text', TEXT, true)],
  // A list of its own (islands/review/ScanList.tsx).
  scans: [],
}
