import type { Point } from '../../geometry.ts'
import type { BrannockBay } from '../../town.ts'
import type { Age } from '../paper.ts'
import type { Sheet } from '../sheet.ts'

/** An old map before it is drawn. */
export interface Plate {
  name: string
  sheet: Sheet
  /** Distance of the neat line from the paper's edge, in pixels. */
  neat: number
  /** Places that still exist, for control points. */
  known: readonly Point[]
  age: Age
  seed: string
  /** The drawing, as the inside of an SVG of the sheet's size. */
  draw(town: BrannockBay): string
}
