import type { Point } from '../../geometry.ts'
import type { Label } from '../ornament.ts'

export const INK = '#2b2430'

export const WARDS: [name: string, colour: string, has: (column: number, row: number) => boolean][] = [
  ['St. Brendan’s Ward', '#e7a6a0', (column, row) => column < 3 && row < 3],
  ['North Ward', '#e8cf7d', (column, row) => column >= 3 && row < 3],
  ['Lake Ward', '#a9c48f', (column, row) => column < 3 && row >= 3],
  ['Railway Ward', '#a9bdd8', (column, row) => column >= 3 && row >= 3],
]

/** Labels on the ground of 1879; the town's tables decide whether the place existed. */
export const NAMED: [key: string, text: string, at: Point, turn?: number][] = [
  ['knox', 'Presb. Ch.', [-4.9, 2.35]], ['st-brendan', 'Eng. Ch.', [-13.8, 2.35]], ['sainte-anne', 'R.C. Ch.', [-17, -7.7]],
  ['bme', 'B.M.E.', [6.5, -7.7]], ['baptist', 'Bapt.', [-7.2, -12.8]], ['commercial-hotel', 'Commercial Hotel', [-2, 6.2]],
  ['lakeview-hotel', 'Lakeview House', [-18.4, 10.7]], ['armoury', 'Drill Shed', [4, 10.7]], ['foundry', 'Huron Foundry', [11.5, 7.3]],
  ['school', 'Union School', [11.6, 5.3]], ['library', 'Mech. Inst.', [-8.3, -4.2]],
] // prettier-ignore

/** Words on the map itself. */
// prettier-ignore
export const WRITTEN: [text: string, at: Point, size: number, options: Label][] = [
  ['FAIR GROUND', [11.5, 14], 22, { face: 'sans', fill: INK, spacing: 4 }],
  ['G. T. R. STATION', [17.25, 10.4], 20, { face: 'sans', fill: INK, turn: -90, spacing: 3 }],
  ['GRAND TRUNK RAILWAY · BRANNOCK BAY BRANCH', [15.75, -19], 15, { face: 'sans', fill: INK, turn: -90, spacing: 3 }],
  ['HARKNESS & SONS, FLOUR MILL', [0, 18.5], 21, { face: 'sans', fill: INK }],
  ['AMSEL WOOLLEN MILL', [6, 17.75], 19, { face: 'sans', fill: INK }],
  ['PETTIGREW PLANING MILL', [-11.4, 17.5], 17, { face: 'sans', fill: INK }],
  ['Calder Boat Works', [-24.5, 13.9], 20, { face: 'italic', fill: INK }],
  ['Thériault Frères', [-24.3, 9.35], 20, { face: 'italic', fill: INK }],
  ['Harbour Light', [-22.6, 26.2], 22, { face: 'italic', fill: INK }],
  ['Elevator & Coal Wharf', [-24.1, 17.5], 16, { face: 'italic', fill: INK }],
  ['Brannock Hall', [-25, -1.9], 22, { face: 'italic', fill: INK }],
  ['Government Piers', [-30.5, 22.6], 26, { face: 'italic', fill: '#2f5668' }],
  ['MAITLAND HILL CEMETERY', [-5.2, -17.8], 23, { face: 'serif', fill: INK, spacing: 2 }],
  ['R. C. CEM.', [-12, -16.2], 22, { face: 'serif', fill: INK }],
  ['LAKE HURON', [-35.4, 27.2], 50, { face: 'serif', fill: '#2f5668', spacing: 9 }],
]

/** Areas that are not survey lots, with their colour. */
export const GROUNDS: Record<string, string> = {
  harbour: '#cbb58e',
  wharf: '#cbb58e',
  lighthouse: '#d8cba8',
  cemetery: '#bfd0a0',
  'rc-cemetery': '#bfd0a0',
  station: '#d8cba8',
  'toll-house': '#d8cba8',
  mill: '#d8cba8',
  'woollen-mill': '#d8cba8',
  'planing-mill': '#d8cba8',
  fishery: '#d8cba8',
  boatworks: '#d8cba8',
  'brannock-hall': '#bfd0a0',
}
