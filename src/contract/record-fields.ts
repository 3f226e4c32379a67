import * as v from 'valibot'
import { ARCHIVAL } from './archival.ts'
import * as create from './create.ts'
import { fieldMessage, formDate, id, name, optionalDate, requiredBody, requiredFormId } from './fields.ts'
import { descriptionOf, described, field } from './field.ts'
import { heritage, geometry, locationDescription, locationProperties, plaque, lot, ownership } from './location.ts'
import * as org from './organization.ts'
import { placeNameFields, residentFields } from './place-history.ts'
import { RECORD_KINDS, type RecordFields, type RecordKind } from './record.ts'
import { scanOrder, watermarkColor, watermarkPosition } from './scan.ts'
import { storyCreate } from './story.ts'
import { fileFields } from './text-fields.ts'

const { user_author: _author, visibility: _visibility, ...itemFields } = create.itemSubmit.pipe[0].entries

/** The same fields as forms send them: ids and dates may be text, and '' means null. */
const asFormFields = (entries: v.ObjectEntries): v.ObjectEntries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => {
      // Below the description (field.ts).
      const { pipe: [bare] = [] } = schema as { pipe?: readonly unknown[] }
      const form = bare === id ? requiredFormId : bare === optionalDate ? formDate : undefined
      return [name, form ? described(form, descriptionOf(schema as v.GenericSchema)) : schema]
    }),
  )
const { pk: _pk, ...zone } = locationProperties.entries
const description = field(requiredBody(), 'Description')

/** The writable fields of each kind, with the rules of spec §5. `*_text` is a date as written in the source. */
const SPECIFIED = {
  locations: {
    ...zone,
    geometry: field(v.nullish(geometry, null), 'Corners of the outline', {
      control: 'outline',
      hint: 'A corner on each line: longitude, latitude in degrees. Or paste GeoJSON (Polygon or MultiPolygon). Empty: the place has no outline.',
    }),
  },
  lots: lot.entries,
  people: {
    ...create.personCreate.entries,
    date_of_birth_text: field(name, 'Born, as written'),
    date_of_death_text: field(name, 'Died, as written'),
  },
  ownership: asFormFields(v.omit(ownership, ['id']).entries),
  relationships: create.relationshipCreate.entries,
  graves: create.graveCreate.entries,
  person_images: create.personImageCreate.entries,
  organizations: {
    ...create.organizationCreate.entries,
    date_opened_text: field(name, 'Opened, as written'),
    date_closed_text: field(name, 'Closed, as written'),
  },
  organization_locations: asFormFields(v.omit(org.organizationLocation, ['id']).entries),
  employment: asFormFields(v.omit(org.employment, ['id']).entries),
  residents: asFormFields(residentFields),
  heritage: asFormFields(v.omit(heritage, ['id']).entries),
  location_descriptions: asFormFields({ ...v.omit(locationDescription, ['id']).entries, description }),
  place_names: asFormFields(placeNameFields),
  plaques: asFormFields({ ...v.omit(plaque, ['id']).entries, text: field(requiredBody(), 'Text') }),
  subjects: create.subjectCreate.entries,
  collections: create.collectionCreate.entries,
  items: itemFields,
  files: fileFields,
  scans: { watermark: field(name, 'Watermark'), order: scanOrder, color: watermarkColor, position: watermarkPosition },
  stories: storyCreate.entries,
} as const satisfies Record<RecordKind, v.ObjectEntries>
const FIELDS = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind, { ...SPECIFIED[kind], ...ARCHIVAL[kind] }]),
) as Record<RecordKind, v.ObjectEntries>

type FieldsSchema = v.GenericSchema<RecordFields, RecordFields> & { readonly entries: v.ObjectEntries }
const schemaPerKind = (make: (entries: v.ObjectEntries) => unknown) =>
  Object.fromEntries(RECORD_KINDS.map((kind) => [kind, make(FIELDS[kind])])) as Record<RecordKind, FieldsSchema>

/** Bodies of POST /api/records/:kind/, by kind. Unknown fields are refused by name. */
export const newFields = schemaPerKind((entries) => v.strictObject(entries, fieldMessage(entries)))
/** Bodies of PATCH /api/records/:kind/:key/: fields left out stay as they are. */
export const changedFields = schemaPerKind((entries) => v.partial(v.strictObject(entries)))
/** Pairs of dates where the second must not be before the first (spec §5 "Dates"). */
export const DATE_SPANS: Partial<Record<RecordKind, readonly [start: string, end: string]>> = {
  people: ['date_of_birth', 'date_of_death'],
  organizations: ['date_opened', 'date_closed'],
  organization_locations: ['date_start', 'date_end'],
  employment: ['date_start', 'date_end'],
  residents: ['date_start', 'date_end'],
  locations: ['date_start', 'date_end'],
  place_names: ['date_start', 'date_end'],
  items: ['date_start', 'date_end'],
}
