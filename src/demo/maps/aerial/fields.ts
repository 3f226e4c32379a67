import { hashName } from '../../random.ts'
import { M } from './materials.ts'

const CROPS = ['wheat', 'corn', 'beans', 'hay', 'meadow', 'corn', 'soil', 'hay', 'beans', 'meadow'] as const
export interface Field {
  /** From 1. */
  number: number
  hash: number
  turned: boolean
  /** Chains from one tractor line to the next. */
  breadth: number
}

/** The crop of a field in a year: crops rotate, pasture stays. */
export function cropOn({ hash }: Field, year: number): { material: number; tint: number } {
  const pasture = hash % 7 === 0
  const crop = pasture ? 'meadow' : CROPS[((hash >>> 3) + (year - 2000) * (1 + (hash % 2))) % CROPS.length]!
  return { material: M[crop], tint: ((hash >>> 8) % 34) - 16 }
}

/** Two or four cells form one field where the fences were removed. */
const fieldOf = (column: number, row: number): [number, number] => {
  const [pair, tier] = [column >> 1, row >> 1]
  const kind = (Math.imul(pair, 0x9e3779b1) ^ Math.imul(tier, 0x85ebca6b)) >>> 28
  return [kind < 8 ? pair * 2 : column, kind % 3 === 0 ? tier * 2 : row]
}
export const sameField = (column: number, row: number, column2: number, row2: number): boolean => {
  const [a, b] = [fieldOf(column, row), fieldOf(column2, row2)]
  return a[0] === b[0] && a[1] === b[1]
}

/** The field of a cell; shared if the cells form one field. */
export function enclose(fields: Field[], column: number, row: number): Field {
  const hash = hashName(`field ${fieldOf(column, row).join(' ')}`)
  const known = fields.find((field) => field.hash === hash)
  if (known !== undefined) return known
  const field = {
    number: fields.length + 1,
    hash,
    turned: ((hash >>> 5) & 3) === 0,
    breadth: 0.55 + ((hash >>> 12) % 5) * 0.16,
  }
  fields.push(field)
  return field
}
