import type { Point } from '../../geometry.ts'
import { path } from '../../pictures/pen.ts'
import { coastAt, stream } from '../country.ts'
import type { Sheet } from '../sheet.ts'

/** Where each bank meets the lake. */
const mouthAt = (side: number): number => coastAt(22.5 + side)

/** The Maskinonge up to an easting, `half` of its breadth to each side: its banks end at the lake, and its water covers the line of the coast. */
export function river(sheet: Sheet, east: number, half: number, fill: string, bank: string, step = 0.5): string {
  const water: Point[] = [
    ...stream(mouthAt(half) - 0.12, east, half, step),
    ...stream(east, mouthAt(-half) - 0.12, -half, step),
  ]
  const banks = [half, -half].map((side) => stream(mouthAt(side), east, side, step))
  return path(sheet.trace(water, true), fill) + banks.map((course) => path(sheet.trace(course), 'none', bank)).join('')
}
