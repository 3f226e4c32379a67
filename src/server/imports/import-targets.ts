import { ARCHIVE_FIELDS, MAPPED_LISTS, TARGETS } from '#contract/import-mapping.ts'
import type { ImportDetails } from '#contract/imports.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { LISTS } from '../bundle/lists.ts'

/** Where columns can go, besides fields. */
const PLACES: Partial<Record<string, [label: string, of?: (typeof MAPPED_LISTS)[number]]>> = {
  key: ['Key of the row'],
  parent: ['Key of the row that it is a part of', 'items'],
  file: ['Names of files', 'items'],
  alt: ['What the first picture shows', 'items'],
  circa: ['Whether the date is approximate', 'items'],
  full_name: ['Full name', 'people'],
  given_names: ['First and middle names', 'people'],
  earlier_name: ['Earlier name or address', 'locations'],
  lot: ['Number of the lot', 'locations'],
  latitude: ['Latitude', 'items'],
  longitude: ['Longitude', 'items'],
  notes: ['Notes of the staff, after the column’s name'],
  append: ['End of the description'],
  leave: ['Left out'],
}
function targetsOf(list: (typeof MAPPED_LISTS)[number]) {
  const labels = new Map(formOf(list).map(({ field, label }) => [field, label]))
  const { columns, key } = LISTS[list]
  const label = (field: string) =>
    labels.get(field) ?? field.replaceAll('_', ' ').replace(/^\w/, (first) => first.toUpperCase())
  const fields = Object.keys(columns).filter((field) => field !== key || list === 'lots')
  const isArchives = (field: string) => ARCHIVE_FIELDS.includes(field)
  // A census has the names of its people, too.
  const isOf = (target: string) =>
    (PLACES[target]?.[1] ?? list) === list || (list === 'residents' && target === 'given_names')
  const places = TARGETS.filter((target) => !Object.hasOwn(columns, target) && isOf(target))
  return [
    ...fields.filter((field) => !isArchives(field)).map((target) => ({ target, label: label(target) })),
    ...places.map((target) => ({ target, label: PLACES[target]?.[0] ?? label(target) })),
    ...fields.filter(isArchives).map((target) => ({ target, label: label(target) })),
  ]
}
/** Where columns can go, by list. */
export const importTargets = Object.fromEntries(
  MAPPED_LISTS.map((list) => [list, targetsOf(list)]),
) as ImportDetails['targets']
