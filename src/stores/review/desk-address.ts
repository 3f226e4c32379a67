import * as v from 'valibot'
import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { REVIEWED_KINDS, type RecordState, type ReviewedKind } from '#contract/record.ts'
import { nameText, readName, type RecordName } from './record-names.ts'

export const QUEUE_STATES = ['waiting', 'returned', 'discarded'] as const satisfies readonly RecordState[]

/** What the queue lists; part of the address. Empty text for all. */
export interface QueueFilters {
  kind: ReviewedKind | ''
  state: (typeof QUEUE_STATES)[number]
  type: ItemType | ''
  author: number | null
  /** Only what was sent in at least so many days ago. */
  days: number | null
  page: number
}
export const NO_FILTERS: QueueFilters = { kind: '', state: 'waiting', type: '', author: null, days: null, page: 1 }

/** The address of the desk: the queue's filters and the open record. */
export interface DeskAddress {
  filters: QueueFilters
  record: RecordName | null
}

const positive = (text: string | null): number | null => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)
const oneOf = <const Choices extends readonly string[]>(choices: Choices, text: string | null) =>
  v.parse(v.fallback(v.picklist([...choices, '']), ''), text) as Choices[number] | ''

export const readDeskAddress = (query: URLSearchParams): DeskAddress => ({
  filters: {
    kind: oneOf(REVIEWED_KINDS, query.get('kind')),
    state: oneOf(QUEUE_STATES, query.get('state')) || 'waiting',
    type: oneOf(ITEM_TYPES, query.get('type')),
    author: positive(query.get('author')),
    days: positive(query.get('days')),
    page: positive(query.get('page')) ?? 1,
  },
  record: readName(query.get('record')),
})

/** The query of an address, without its question mark; defaults are left out. */
export function deskQuery({ filters: { kind, state, type, author, days, page }, record }: DeskAddress): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(state !== 'waiting' && { state }),
    ...(type && { type }),
    ...(author && { author: String(author) }),
    ...(days && { days: String(days) }),
    ...(page > 1 && { page: String(page) }),
    ...(record && { record: nameText(record) }),
  })
  return query.toString().replaceAll('%2F', '/')
}
