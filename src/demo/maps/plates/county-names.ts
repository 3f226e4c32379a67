import type { Point } from '../../geometry.ts'
import type { Label } from '../ornament.ts'

export const INK = '#2a2622'

/** Townships around the bay with their border colours; fictional names. */
export const TOWNSHIPS: [name: string, colour: string, box: readonly [number, number, number, number], at: Point][] = [
  ['TOWNSHIP OF BRANNOCK', '#e3a09a', [-200, -128.25, 173.5, 81.75], [110, -40]],
  ['TOWNSHIP OF HARKNESS', '#e6cb78', [-200, 81.75, 173.5, 300], [104, 150]],
  ['TOWNSHIP OF MAITLAND', '#a8c08e', [-200, -300, 173.5, -128.25], [96, -168]],
  ['TOWNSHIP OF ESKE', '#8fb4ea', [173.5, -300, 420, 300], [256, 20]],
]

/** Hamlets at crossroads: church, store, post office. */
export const HAMLETS: [name: string, at: Point][] = [
  ['Pettigrew’s Corners', [107, -23.25]], ['Rosehill', [107, 134.25]], ['St. Aimé', [40.5, 134.25]], ['Strathdon', [173.5, -128.25]],
  ['Queensbush', [240, 81.75]], ['Lindale', [240, -75.75]], ['Four Mile', [107, -128.25]],
] // prettier-ignore

export const SURNAMES = [
  'Brannock', 'Harkness', 'Calder', 'Thériault', 'Giiwedin', 'Tolliver', 'Amsel', 'O’Meara', 'Pettigrew',
  'Macquarrie', 'Lindqvist', 'Abernethy', 'Rennie', 'Gilchrist', 'Doyle', 'Sutherland', 'Drummond', 'Fairweather',
  'Kilbride', 'Zettel',
] // prettier-ignore

/** Words on the map itself. */
// prettier-ignore
export const WRITTEN: [text: string, at: Point, size: number, options: Label][] = [
  ['BRANNOCK BAY', [-60, 6], 44, { face: 'serif', fill: INK, turn: 7, spacing: 2 }],
  ['Harbour & Piers', [-54, -1], 22, { face: 'italic', fill: INK, turn: 7 }],
  ['Gull Is.', [-66, 18], 20, { face: 'italic', fill: INK, turn: 7 }],
  ['Gravel Road, tolled', [74, -87], 19, { face: 'italic', fill: INK, turn: 55 }],
]
