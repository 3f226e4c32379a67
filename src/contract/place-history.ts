import * as v from 'valibot'
import { field } from './field.ts'
import { formId, formIds, id, line, name, optionalDate, period, PERSON, PLACE, requiredName } from './fields.ts'
import { RESIDENT_ROLES, ROLES, SUCCESSION_NAMES, SUCCESSIONS } from './kinds.ts'
import { FIELD } from './messages.ts'

/** Forms and tables of how places were over time. Pages of visitors, which only read, do not load them. */

const succession = v.nullish(v.picklist(SUCCESSIONS, FIELD.oneOf(SUCCESSIONS)), '')
const role = v.nullish(v.picklist(ROLES, FIELD.oneOf(ROLES)), '')

/** Of a place. */
export const placeHistory = {
  date_start: field(optionalDate, 'Existed since', { group: 'from' }),
  date_start_text: field(name, 'Existed since, as written', { group: 'from' }),
  date_end: field(optionalDate, 'Existed until', { group: 'until' }),
  date_end_text: field(name, 'Existed until, as written', { group: 'until' }),
  predecessors: field(formIds, 'Earlier places', {
    of: 'locations',
    list: 'location',
    hint: 'What was here before: the lot that was split, the lots that were joined, or the place under its earlier number.',
  }),
  succession: field(succession, 'How it came about', { control: 'choice', choices: SUCCESSION_NAMES }),
}

export const placeNameFields = {
  location: field(id, 'Location', PLACE),
  name: field(requiredName(), 'Name or address'),
  ...period,
}

export const residentFields = {
  person: field(id, 'Person', PERSON),
  location: field(id, 'Location', PLACE),
  ...period,
  role: field(role, 'Lived there as', { control: 'choice', choices: RESIDENT_ROLES }),
  written: field(line, 'As written'),
  source: field(line, 'Source'),
  household_order: field(formId, 'Place in the household', {
    control: 'line',
    hint: 'The line of the census: 1 for the first of the household.',
  }),
}
