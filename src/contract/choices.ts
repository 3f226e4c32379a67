/** What the values of choices are called. */

/** In the order of spec §9. */
export const TYPE_NAMES = {
  photograph: 'Photograph',
  postcard: 'Postcard',
  event: 'Event',
  video: 'Video',
  oral_history: 'Oral history',
  object: 'Object',
  newspaper: 'Newspaper',
  paper_record: 'Paper record',
}
export const HIERARCHY_NAMES = {
  fond: 'Fond',
  series: 'Series',
  subseries: 'Subseries',
  file: 'File',
}
export const SEX_NAMES = {
  '': 'Not known',
  female: 'Female',
  male: 'Male',
  other: 'Other',
}
