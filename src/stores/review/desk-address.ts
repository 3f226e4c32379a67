import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { REVIEWED_KINDS, type ReviewedKind } from '#contract/record.ts'
import { QUEUE_STATES, type QueueState } from '#contract/review.ts'
import { oneOf, positive } from '../shared/read-query.ts'
import { nameText, readName, type RecordName } from './record-names.ts'

/** By when it was sent in: in the last seven days, or more than so many days ago. */
const AGES = { new: -7, 'over-7': 7, 'over-30': 30, 'over-90': 90 } as const
export type Age = keyof typeof AGES

/** What the queue lists; part of the address. Empty text for all. */
export interface QueueFilters {
  kind: ReviewedKind | ''
  state: QueueState
  type: ItemType | ''
  author: number | null
  age: Age | ''
  search: string
  sort: 'oldest' | 'newest'
  page: number
}
export const NO_FILTERS: QueueFilters = {
  kind: '',
  state: 'waiting',
  type: '',
  author: null,
  age: '',
  search: '',
  sort: 'oldest',
  page: 1,
}

/** The address of the desk: the queue's filters and the open record. */
interface DeskAddress {
  filters: QueueFilters
  record: RecordName | null
  /** The form of the record is open. */
  isEditing: boolean
}

export const readDeskAddress = (query: URLSearchParams): DeskAddress => ({
  filters: {
    kind: oneOf(REVIEWED_KINDS, query.get('kind')),
    state: oneOf(QUEUE_STATES, query.get('state')) || 'waiting',
    type: oneOf(ITEM_TYPES, query.get('type')),
    author: positive(query.get('author')),
    age: oneOf(Object.keys(AGES) as Age[], query.get('age')),
    search: (query.get('search') ?? '').slice(0, SEARCH_MINIMUM.maximum),
    sort: query.get('sort') === 'newest' ? 'newest' : 'oldest',
    page: positive(query.get('page')) ?? 1,
  },
  record: readName(query.get('record')),
  isEditing: query.has('edit'),
})

/** The query of an address, without its question mark; defaults are left out. */
export function deskQuery({
  filters,
  record,
  isEditing = false,
}: Omit<DeskAddress, 'isEditing'> & Partial<DeskAddress>): string {
  const { kind, state, type, author, age, search, sort, page } = filters
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(state !== 'waiting' && { state }),
    ...(type && { type }),
    ...(author && { author: String(author) }),
    ...(age && { age }),
    ...(search && { search }),
    ...(sort !== 'oldest' && { sort }),
    ...(page > 1 && { page: String(page) }),
    ...(record && { record: nameText(record) }),
    ...(record && isEditing && { edit: '' }),
  })
  return query
    .toString()
    .replaceAll('%2F', '/')
    .replace(/edit=$/, 'edit')
}

const DAY = 24 * 60 * 60_000
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The query of GET /api/review/. `now`: milliseconds since 1970. */
export function queueQuery({ age, ...filters }: QueueFilters, now: number) {
  const days = age === '' ? 0 : AGES[age]
  return {
    ...filters,
    ...(days < 0 && { submitted_after: dayText(now + days * DAY) }),
    ...(days > 0 && { submitted_before: dayText(now - days * DAY) }),
  }
}
