import type { ItemType } from '../contract/item.ts'

interface NameParts {
  first_name: string
  middle_name: string
  surname: string
}

const isName = (part: string) => part !== ''

/** A person as they are called: first, middle and last name as far as known, in the order written. Never empty. */
export const personName = (person: NameParts): string =>
  [person.first_name, person.middle_name, person.surname].filter(isName).join(' ') || 'Unnamed person'

/** A person as an index lists them: surname first, then given names; a person without surname by what is known. */
export function indexName(person: NameParts): string {
  const given = [person.first_name, person.middle_name].filter(isName).join(' ')
  if (person.surname === '') return given || 'Unnamed person'
  return given === '' ? person.surname : `${person.surname}, ${given}`
}

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

/** Many of a type. */
export const TYPE_PLURALS: Record<ItemType, string> = {
  photograph: 'Photographs',
  postcard: 'Postcards',
  event: 'Events',
  video: 'Videos',
  oral_history: 'Oral histories',
  object: 'Objects',
  newspaper: 'Newspapers',
  paper_record: 'Paper records',
}

/** How archivists write the levels of description that spec §9 names. */
export const HIERARCHY_NAMES = { fond: 'Fond', series: 'Series', subseries: 'Subseries', file: 'File' } as const

/** An item type as people read it. */
export const typeName = (type: ItemType): string => TYPE_NAMES[type]

/** An item's title; an item without one is named by its type. Never empty. */
export const itemTitle = (item: { title: string; type: ItemType }): string =>
  item.title || `Untitled ${typeName(item.type).toLowerCase()}`

/** Spec §2 "Item presentation": an event is headed "Event: title (date)". `date` as it is shown, empty when unknown. */
export const itemHeading = (item: { title: string; type: ItemType }, date: string): string =>
  item.type === 'event' ? `Event: ${itemTitle(item)}${date ? ` (${date})` : ''}` : itemTitle(item)

/** A zone by name, else by address. Never empty. */
export const zoneName = (zone: { pk: number; name: string; address: string }): string =>
  zone.name || zone.address || `Zone ${zone.pk}`

/** An organization's name; a nameless one goes by its number. Never empty. */
export const organizationName = (organization: { id: number; name: string }): string =>
  organization.name || `Organization ${organization.id}`

/** At most `length` characters, cut at a word where there is one; an ellipsis says that it goes on. */
export function shorten(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= length) return flat
  const cut = flat.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  // A surrogate pair is never cut in half.
  return (
    (space > length / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')).replace(/[,;:.\s]+$/, '') + '…'
  )
}

/** What a picture of an item is called where it cannot be seen: each by its place, where there are several. `at` counts from 0. */
export const pictureAlt = (title: string, at: number, count: number): string =>
  shorten(at === 0 ? title : `${title} (picture ${at + 1} of ${count})`, 200)
