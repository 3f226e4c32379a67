import { type Ring, rectangle } from './geometry.ts'

/**
 * The survey of 1835: blocks of five by four chains, streets one chain wide, lots of one by two chains.
 * A slot is one surveyed lot (or half a lot on Main Street) with the street that it faces.
 */
export interface Slot {
  box: readonly [west: number, south: number, east: number, north: number]
  street: string
  /** Civic number on that street, odd on the west and south sides. */
  number: number
  lots: string[]
  storefront: boolean
}

export interface Block {
  column: number
  row: number
  slots: Slot[]
}

const COLUMN_WEST = [-21, -15, -9, -3, 3, 9]
const ROW_SOUTH = [12, 7, 2, -3, -8, -13]
/** The street on the west side of each column, then the last one's east side. */
export const NORTH_SOUTH = [
  'Front Street', 'Lake Street', 'Church Street', 'Main Street', 'Wellington Street', 'Prince Street',
  'Railway Street',
] // prettier-ignore
/** The street on the north side of each row, then the last one's south side. */
export const EAST_WEST = [
  'Mill Road', 'Harbour Street', 'King Street', 'Market Street', 'Queen Street', 'Chapel Street',
  'Concession Line',
] // prettier-ignore

/**
 * How each block was divided, north to south and west to east: R two rows of five, C two columns of four, V four villa
 * lots, E and W six shops on Main Street (the block's east or west side) with four lots behind, S one parcel.
 */
const DIVISION = ['RCRRCS', 'VREWRC', 'RCEWCS', 'VCSWRR', 'RREWCR', 'CRRRCR']

/** Numbers rise by two for each half chain from Front Street eastwards, and from Mill Road southwards. */
function civicNumber(distance: number, even: boolean): number {
  return 2 * Math.max(1, Math.round(distance * 2)) - (even ? 0 : 1)
}

function facing(
  box: Slot['box'],
  side: 'north' | 'south' | 'east' | 'west',
  column: number,
  row: number,
): Pick<Slot, 'street' | 'number'> {
  const midEast = (box[0] + box[2]) / 2 + 22
  const midSouth = 17 - (box[1] + box[3]) / 2
  if (side === 'north') return { street: EAST_WEST[row] as string, number: civicNumber(midEast, false) }
  if (side === 'south') return { street: EAST_WEST[row + 1] as string, number: civicNumber(midEast, true) }
  if (side === 'west') return { street: NORTH_SOUTH[column] as string, number: civicNumber(midSouth, true) }
  return { street: NORTH_SOUTH[column + 1] as string, number: civicNumber(midSouth, false) }
}

type Cut = [
  west: number,
  south: number,
  east: number,
  north: number,
  side: 'north' | 'south' | 'east' | 'west',
  storefront?: boolean,
]

/** The pieces of a block, in chains from its south-west corner. */
function cutsOf(division: string): Cut[] {
  const cuts: Cut[] = []
  if (division === 'R') {
    for (let i = 0; i < 5; i++) cuts.push([i, 2, i + 1, 4, 'north'])
    for (let i = 0; i < 5; i++) cuts.push([i, 0, i + 1, 2, 'south'])
  } else if (division === 'C') {
    for (let i = 3; i >= 0; i--) cuts.push([0, i, 2.5, i + 1, 'west'])
    for (let i = 3; i >= 0; i--) cuts.push([2.5, i, 5, i + 1, 'east'])
  } else if (division === 'V') {
    cuts.push([0, 2, 2.5, 4, 'west'], [2.5, 2, 5, 4, 'east'], [0, 0, 2.5, 2, 'west'], [2.5, 0, 5, 2, 'east'])
  } else if (division === 'S') {
    cuts.push([0, 0, 5, 4, 'west'])
  } else {
    const onEast = division === 'E'
    for (let i = 5; i >= 0; i--) {
      const [south, north] = [(i * 4) / 6, ((i + 1) * 4) / 6]
      cuts.push(onEast ? [3, south, 5, north, 'east', true] : [0, south, 2, north, 'west', true])
    }
    for (let i = 3; i >= 0; i--) cuts.push(onEast ? [0, i, 3, i + 1, 'west'] : [2, i, 5, i + 1, 'east'])
  }
  return cuts
}

/** All blocks with their numbered lots, in the order in which the surveyor numbered them. */
export function surveyBlocks(): Block[] {
  let lot = 0
  const blocks: Block[] = []
  DIVISION.forEach((line, row) => {
    ;[...line].forEach((division, column) => {
      const west = COLUMN_WEST[column] as number
      const south = ROW_SOUTH[row] as number
      let half = 0
      const slots = cutsOf(division).map(([w, s, e, n, side, storefront]): Slot => {
        const box = [west + w, south + s, west + e, south + n] as const
        const lots: string[] = []
        if (division === 'S') for (let i = 0; i < 10; i++) lots.push(String(++lot))
        else if (storefront === true) lots.push(`${half % 2 === 0 ? ++lot : lot}${half++ % 2 === 0 ? 'A' : 'B'}`)
        else lots.push(String(++lot))
        return { box, ...facing(box, side, column, row), lots, storefront: storefront === true }
      })
      blocks.push({ column, row, slots })
    })
  })
  return blocks
}

export function ringOf(box: Slot['box']): Ring {
  return rectangle(...box)
}
