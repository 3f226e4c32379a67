import type { ItemType } from '../contract/item.ts'

/** What the site's search finds, in the order in which filters list it. */
export const SEARCH_KINDS = ['item', 'person', 'organization', 'place', 'subject', 'collection'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/**
 * A record in the search index is called by its number and a letter for its kind, an item's by its type: `123a`. So every hit says what it is, and its
 * address, without a request more; and numbers one after the other make a small list of pages (random names took twice as much).
 */
const LETTER = {
  photograph: 'a',
  postcard: 'b',
  event: 'c',
  video: 'd',
  oral_history: 'e',
  object: 'f',
  newspaper: 'g',
  paper_record: 'h',
  person: 'p',
  organization: 'o',
  place: 'z',
  subject: 's',
  collection: 't',
} as const satisfies Record<ItemType | Exclude<SearchKind, 'item'>, string>
const KIND_OF = new Map<string, string>(Object.entries(LETTER).map(([kind, letter]) => [letter, kind]))
const isKind = (text: string): text is SearchKind => (SEARCH_KINDS as readonly string[]).includes(text)

export interface SearchId {
  kind: SearchKind
  /** An item's; empty for what is none. */
  type: ItemType | ''
  id: number
}

export const searchId = ({ kind, type, id }: SearchId): string =>
  `${id}${LETTER[kind === 'item' ? (type as ItemType) : kind]}`

/** Undefined for what is no such name. */
export function readSearchId(text: string): SearchId | undefined {
  const [, digits, letter] = /^([1-9]\d{0,15})([a-z])$/.exec(text) ?? []
  const kind = letter && KIND_OF.get(letter)
  if (!digits || !kind) return undefined
  return isKind(kind)
    ? { kind, type: '', id: Number(digits) }
    : { kind: 'item', type: kind as ItemType, id: Number(digits) }
}
