import type { Point } from '../../geometry.ts'
import { RENAMED } from '../../places-table.ts'
import { type Block, EAST_WEST, NORTH_SOUTH, type Slot, surveyBlocks } from '../../street-grid.ts'

/** A lot as first surveyed: half lots of shops are merged, and undivided squares are whole. */
export interface SurveyLot {
  box: Slot['box']
  number: string
}

export function firstLots(block: Block): SurveyLot[] {
  const lots = new Map<string, SurveyLot>()
  for (const { box, lots: numbers } of block.slots) {
    if (numbers.length === 10) {
      // Ten lots that were never sold separately: two rows of five.
      numbers.forEach((number, i) => {
        const [west, south] = [box[0] + (i % 5), i < 5 ? box[1] + 2 : box[1]]
        lots.set(number, { number, box: [west, south, west + 1, south + 2] })
      })
      continue
    }
    const number = numbers[0]!.replace(/[AB]$/, '')
    const half = lots.get(number)
    lots.set(number, {
      number,
      box:
        half === undefined
          ? box
          : [
              Math.min(half.box[0], box[0]),
              Math.min(half.box[1], box[1]),
              Math.max(half.box[2], box[2]),
              Math.max(half.box[3], box[3]),
            ],
    })
  }
  return [...lots.values()]
}

export const BLOCKS: readonly Block[] = surveyBlocks()
export const isSquare = (block: Block): boolean => block.column === 2 && block.row === 3

export const corners = ([west, south, east, north]: Slot['box'], inset = 0): Point[] => [
  [west + inset, south + inset],
  [east - inset, south + inset],
  [east - inset, north - inset],
  [west + inset, north - inset],
]
export const blockBox = ({ column, row }: Pick<Block, 'column' | 'row'>): Slot['box'] => [
  -21 + column * 6,
  12 - row * 5,
  -16 + column * 6,
  16 - row * 5,
]
export const middleOf = ([west, south, east, north]: Slot['box']): Point => [(west + east) / 2, (south + north) / 2]

/** Streets as the plans name them. */
export function streetLabels(year: number): { name: string; at: Point; upright: boolean }[] {
  const down = NORTH_SOUTH.map((name) => RENAMED.find(([now, , until]) => name === now && year < until)?.[1] ?? name)
  return [
    ...EAST_WEST.flatMap((name, i) =>
      [-12.5, 5.5].map((e) => ({ name, at: [e, 16.5 - 5 * i] as Point, upright: false })),
    ),
    ...down.flatMap((name, i) => [9, -6].map((n) => ({ name, at: [-21.5 + 6 * i, n] as Point, upright: true }))),
  ]
}
/** Crossings that have not moved since 1835, for control points. */
export const CROSSINGS: Point[] = [
  [-21.5, 16.5], [-3.5, 16.5], [14.5, 16.5], [-21.5, 1.5], [-9.5, 6.5], [8.5, 1.5], [14.5, -3.5], [-21.5, -13.5], [-3.5, -13.5], [14.5, -13.5], [-3.5, 1.5],
] // prettier-ignore
