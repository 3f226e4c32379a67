import { editDistance } from '#rules/search/edit-distance.ts'
import type { List } from './lists.ts'

/** Letters that may differ between a heading and the column that it is likely to mean: one in three. */
const SIMILAR = 1 / 3
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Why a column is refused: the nearest one, and all that there are. */
export function unknownColumn({ name: list, columns }: List, field: string): string {
  const names = Object.keys(columns)
  const distances = names.map((name) => ({ name, distance: editDistance(plain(name), plain(field).slice(0, 60)) }))
  const nearest = distances.toSorted((a, b) => a.distance - b.distance)[0]!
  const isNear = nearest.distance <= Math.max(1, nearest.name.length * SIMILAR)
  const guess = isNear ? ` Did you mean ${nearest.name}?` : ''
  return `There is no such column in ${list}.${guess} The columns are: ${names.join(', ')}.`
}
