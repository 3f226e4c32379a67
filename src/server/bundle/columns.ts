import { editDistance } from '#rules/search/edit-distance.ts'
import type { List } from './lists.ts'

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
