import type { HIERARCHIES } from './collection.ts'
import type { ItemType } from './item.ts'
import type { SEXES } from './person.ts'

/** What the values of choices are called. */

/** In the order of spec §9. */
export const TYPE_NAMES: Record<ItemType, string> = {
  photograph: 'Photograph',
  postcard: 'Postcard',
  event: 'Event',
  video: 'Video',
  oral_history: 'Oral history',
  object: 'Object',
  newspaper: 'Newspaper',
  paper_record: 'Paper record',
}
export const HIERARCHY_NAMES: Record<(typeof HIERARCHIES)[number], string> = {
  fond: 'Fond',
  series: 'Series',
  subseries: 'Subseries',
  file: 'File',
}
export const SEX_NAMES: Record<'' | (typeof SEXES)[number], string> = {
  '': 'Not known',
  female: 'Female',
  male: 'Male',
  other: 'Other',
}
