import * as v from 'valibot'
import { field } from './field.ts'
import { body, formId, line, name } from './fields.ts'
import type { RecordKind } from './kinds.ts'
import { placeHistory } from './place-history.ts'
import { consentFields } from './living.ts'
import { localContexts } from './local-contexts.ts'
import { RIGHTS } from './rights.ts'
import { oldUrl } from './old-url.ts'
import { rightsUri } from './rights-uri.ts'
import { sameAs } from './same-as.ts'
import { scanTurn } from './scan.ts'
import { fileTexts, scanTexts } from './text-fields.ts'

/** Nobody but staff reads these, and nobody else sets them. */
const STAFF = { staff: true, may: 'review' } as const
const DESCRIBES = { may: 'describe_archivally' } as const

const STAFF_ONLY = {
  old_url: oldUrl,
  staff_notes: field(body, 'Notes of the staff', { ...STAFF, hint: 'This and what follows is never published.' }),
  provenance: field(line, 'Source or donor', STAFF),
  accession_number: field(name, 'Accession number', { ...STAFF, group: 'kept' }),
  shelf_location: field(name, 'Shelf location', { ...STAFF, group: 'kept' }),
  condition: field(line, 'Condition', STAFF),
}

/** Of records that belong to another. */
const NOTE = { staff_notes: field(body, 'Notes of the staff', { ...STAFF, hint: 'Never published.' }) }
const NOTED: readonly RecordKind[] = [
  ...(['lots', 'ownership', 'relationships', 'graves', 'person_images', 'organization_locations'] as const),
  ...(['employment', 'residents', 'heritage', 'location_descriptions', 'place_names', 'plaques'] as const),
]

const rightsFields = (hint: string) => ({
  rights: field(rightsUri, 'Rights statement', {
    ...DESCRIBES,
    control: 'choice',
    choices: { '': 'Not said', ...RIGHTS },
    hint,
  }),
  rights_holder: field(name, 'Rights holder', DESCRIBES),
  credit_line: field(line, 'Credit line', { ...DESCRIBES, hint: 'How users should name the source.' }),
  local_contexts: field(localContexts, 'Local Contexts', {
    ...{ ...DESCRIBES, control: 'text', rows: 2 },
    hint: 'Labels and Notices, one on each line, such as “TK Attribution (TK A): the community’s words”; or the address of a project at localcontextshub.org, whose Labels are fetched if Settings have a key.',
  }),
})

/** Our additions to what is written of records, beside the spec's fields. They are optional; other servers have none. */
export const ARCHIVAL: Partial<Record<RecordKind, v.ObjectEntries>> = {
  locations: { ...placeHistory, same_as: sameAs, ...STAFF_ONLY },
  people: { ...consentFields, same_as: sameAs, ...STAFF_ONLY },
  organizations: { same_as: sameAs, ...STAFF_ONLY },
  subjects: { same_as: sameAs, ...STAFF_ONLY },
  collections: { ...rightsFields('Of its items that say nothing themselves.'), ...STAFF_ONLY },
  items: {
    creator_organization: field(formId, 'Organization as creator', {
      ...{ of: 'organizations', ...DESCRIBES },
      hint: 'Such as a studio or a newspaper, beside the person or instead.',
    }),
    ...rightsFields('Empty: what “Copyright” says, or else what the collection says.'),
    extent: field(line, 'Extent or dimensions', DESCRIBES),
    language: field(name, 'Language', DESCRIBES),
    publisher: field(line, 'Publisher or place made', DESCRIBES),
    place_text: field(line, 'Place as written', DESCRIBES),
    ...STAFF_ONLY,
  },
  scans: {
    alt: field(line, 'What the picture shows'),
    turn: v.nullish(scanTurn, 0),
    ...scanTexts,
  },
  files: fileTexts,
  stories: STAFF_ONLY,
  ...Object.fromEntries(NOTED.map((kind) => [kind, NOTE])),
}
