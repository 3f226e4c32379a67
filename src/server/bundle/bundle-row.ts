import type { Change } from '../records/audit.ts'
import type { ListName, List } from './lists.ts'
import { createHash } from 'node:crypto'
import { editDistance } from '#rules/search/edit-distance.ts'

/** A parsed row: every column of its list with defaults; written dates are split into number and text. */
export type Row = Record<string, unknown>

/** What a bundle calls a record: its number, or a text for a lot and for a row without a number. */
export type Key = number | string
/** The keys in a field: one, a list, or none. */
export const keysIn = (value: unknown): Key[] =>
  Array.isArray(value) ? (value as Key[]) : typeof value === 'number' || typeof value === 'string' ? [value] : []

/** What a row is imported without: a cell, or with `key` one link of a list. */
export interface LeftOut {
  field: string
  key?: Key | undefined
}

/** A problem with a field; `field` is empty for the row or the file as a whole. */
export interface Problem {
  field: string
  reason: string
}
/** A problem and its location. `line` and `row` count from 1 (a JSON file may be a single line); 0: the whole file. */
export interface Issue extends Problem {
  file: string
  line: number
  row: number
}

/** The result of a check: all issues, rows to leave out, and the number of rows. */
export interface Check {
  issues: Issue[]
  /** What is imported, but looks wrong. */
  warnings: Issue[]
  /** A file can't be read to its end: nothing is imported, whatever the options. */
  unreadable: boolean
  /** Rows in conflict with the archive: nothing is wrong with them, but they are left out. */
  conflicts: Conflict[]
  /** Indexes of the rows to leave out, by list, and keys of the others. */
  rejected: Map<ListName, Set<number>>
  accepted: Map<ListName, Set<Key>>
  rows: Map<ListName, number>
  /** The people who are presumed living (notices.ts). */
  living: { add(list: ListName, row: Row): void; count(rule: { today: number; limit: number }): number }
}

/** A row that an import leaves alone, and both values of each field. */
export interface Conflict extends Omit<Issue, 'field'> {
  key: Key
  changes: Change[]
}

/** Fifteen digits: no id of the archive is as high. Before imports were noted (migration 0027), they were the ids of such rows. */
export const LOWEST_DERIVED = 100_000_000_000_000
const SPAN = 900_000_000_000_000n
/** The same number for the same text, which is no id of the archive. */
export const derivedNumber = (text: string): number =>
  LOWEST_DERIVED + Number(createHash('sha256').update(text).digest().readBigUInt64BE() % SPAN)

/** The keys of rows: their number, or one derived from their content (lists.ts `identity`) and order, as text, so that the same bundle gives the same keys. One per reading. */
export function createRowKeys(list: List): (row: Row) => Key {
  const seen = new Map<string, number>()
  return (row) => {
    if (!list.identity || typeof row[list.key] === 'number') return row[list.key] as Key
    const name = JSON.stringify([list.name, ...list.identity.map((field) => row[field])])
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return String(derivedNumber(`${name} ${count}`))
  }
}

/** Numbers scans and files without an order within their item. Create one per reading of the list. */
export function partOrdersOf(list: ListName): ((row: Row) => void) | undefined {
  if (list !== 'scans' && list !== 'files') return undefined
  const last = new Map<unknown, number>()
  return (row) => {
    row['order'] ??= (last.get(row['item']) ?? 0) + 1
    last.set(row['item'], Math.max(last.get(row['item']) ?? 0, row['order'] as number))
  }
}

/** Letters that may differ between a heading and the column that it is likely to mean: one in three. */
const SIMILAR = 1 / 3
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The column that a heading means in whatever case and with spaces ("Date Start"), unless that is among `headings` too; else the heading. */
export function columnOf({ columns }: List, heading: string, headings: readonly string[]): string {
  if (Object.hasOwn(columns, heading)) return heading
  const column = Object.keys(columns).find((name) => plain(name) === plain(heading))
  const isFree = headings.every((each) => each === heading || plain(each) !== plain(heading))
  return column !== undefined && isFree ? column : heading
}

/** The column of an export that says what the records of another one are called; an import leaves it aside. */
export const namesBeside = (field: string): string => `${field} (names)`

/** What is said of a column that a list doesn't have. It stops the import where it is likely to mean a column that is not there. */
export function unknownColumn({ name: list, columns }: List, field: string, all: readonly string[]) {
  const names = Object.keys(columns)
  const distances = names.map((name) => ({ name, distance: editDistance(plain(name), plain(field).slice(0, 60)) }))
  const nearest = distances.toSorted((a, b) => a.distance - b.distance)[0]!
  const isNear = nearest.distance <= Math.max(1, nearest.name.length * SIMILAR)
  const stops = isNear && (nearest.distance === 0 || !all.includes(nearest.name))
  const guess = stops ? `Did you mean ${nearest.name}?` : 'It is left out.'
  return { stops, reason: `There is no such column in ${list}. ${guess} The columns are: ${names.join(', ')}.` }
}

export interface WriteCounts {
  added: number
  updated: number
  unchanged: number
}
