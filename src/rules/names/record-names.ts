import { HIERARCHY_NAMES, TYPE_NAMES } from '#contract/kinds.ts'
import type { ItemType } from '#contract/item.ts'

interface NameParts {
  first_name: string
  middle_name: string
  surname: string
}

const isName = (part: string) => part !== ''

/** First, middle and last name as far as known. Never empty. */
export const personName = (person: NameParts): string =>
  [person.first_name, person.middle_name, person.surname].filter(isName).join(' ') || 'Unnamed person'

/** For an index: surname first. Never empty. */
export function indexName(person: NameParts): string {
  const given = [person.first_name, person.middle_name].filter(isName).join(' ')
  if (person.surname === '') return given || 'Unnamed person'
  return given === '' ? person.surname : `${person.surname}, ${given}`
}

export { HIERARCHY_NAMES, TYPE_NAMES }

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

export const typeName = (type: ItemType): string => TYPE_NAMES[type]

/** An item's title, or its type if it has none. Never empty. */
export const itemTitle = (item: { title: string; type: ItemType }): string =>
  item.title || `Untitled ${typeName(item.type).toLowerCase()}`

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
/** In Unicode's isolates (https://unicode.org/reports/tr9/): the date after it would be drawn in the direction of the title. */
const isolated = (text: string) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** Spec §2 "Item presentation": an event is headed "Event: title (date)". `date` is for display, empty if unknown. */
export const itemHeading = (item: { title: string; type: ItemType }, date: string): string =>
  item.type === 'event' ? `Event: ${isolated(itemTitle(item))}${date && ` (${date})`}` : itemTitle(item)

/** A zone's name, or its address. Never empty. */
export const zoneName = (zone: { pk: number; name: string; address: string }): string =>
  zone.name || zone.address || `Zone ${zone.pk}`

/** Never empty. */
export const organizationName = (organization: { id: number; name: string }): string =>
  organization.name || `Organization ${organization.id}`

/** Truncates at a word boundary and adds an ellipsis; at most `length` characters. */
export function shorten(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= length) return flat
  const cut = flat.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  return (
    (space > length / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')).replace(
      /(?<![,;:.\s])[,;:.\s]+$/,
      '',
    ) + '…'
  )
}

/** The alternative text of an item's picture: what it shows, if somebody said it. */
export const pictureAlt = (title: string, at: number, count: number, shows = ''): string =>
  shows || shorten(at === 0 ? title : `${title} (picture ${at + 1} of ${count})`, 200)

/** 12,345 of a count. Not by Intl: its first use takes 20 ms of a page's start. */
export const formatNumber = (value: number): string =>
  value < 1000 ? String(value) : `${formatNumber(Math.floor(value / 1000))},${String(value).slice(-3)}`
/** "1 item", "12 items". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
export const countOfItems = (count: number): string => plural(count, 'item')

const ENDS = /[.!?…]["'”’)\]]*$/
/** A text as a sentence; "Brooklyn, N.Y." has its full stop. */
export const asSentence = (text: string): string => (ENDS.test(text) ? text : `${text}.`)

/** Joins texts with full stops, without doubling final punctuation. */
export const joinSentences = (...parts: (string | undefined | null)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .reduce((text, part) => text + (text === '' || ENDS.test(text) ? ' ' : '. ') + part, '')
    .trim()

/** A meta description: a text too short to be distinctive (`Title: Prince`) gets the record's name first. Empty if there is no text. */
export const describeRecord = (name: string, text: string): string =>
  text !== '' && text.length < 80 && !text.startsWith(name) ? joinSentences(name, text) : text
