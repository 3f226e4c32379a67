import { type Ring, rectangle } from './geometry.ts'
import type { Zone } from './zones.ts'

/** Grounds without a building: the year in which they were laid out. */
export const LAID_OUT: Record<string, number> = { square: 1835, harbour: 1836, cemetery: 1849, 'rc-cemetery': 1869, 'river-park': 1871 }

/** Lots that were cut in two along the street: the lot's address, and the year of the plan. */
export const SPLITS: [key: string, year: number][] = [
  ['46 Lake Street', 1868],
  ['94 Wellington Street', 1881],
  ['134 Queen Street', 1887],
  ['114 King Street', 1893],
  ['94 Church Street', 1904],
  ['38 Concession Line', 1928],
]

/** Pairs of lots that a buyer joined in the year of his deed. */
export const JOINS: [key: string, year: number][] = [
  ['53 Mill Road', 1854],
  ['27 Lake Street', 1862],
  ['26 Prince Street', 1878],
  ['66 Lake Street', 1880],
  ['82 Harbour Street', 1903],
]

/** Blocks that stayed whole as park lots of the estate until a plan divided them: column, row, and the year. */
export const PARK_LOTS: [column: number, row: number, year: number][] = [
  [0, 2, 1856],
  [0, 5, 1874],
  [1, 4, 1882],
  [5, 4, 1889],
  [4, 5, 1895],
  [4, 0, 1908],
]

/** Places that are gone, with the landmark that came after them, if one did. Dates have eight digits. */
export const GONE_PLACES: (Pick<Zone, 'key' | 'name' | 'address' | 'kind' | 'altnames' | 'description'> & { from: number; until: number; next?: string; ring: Ring })[] = [
  { key: 'storehouse', name: 'Estate Storehouse', address: 'North Pier', kind: 'works', altnames: [], from: 18370000, until: 18731021, next: 'lighthouse', ring: rectangle(-27, 25, -24.5, 27),
    description: 'Barrels in, barrels out. The storm of October 1873 took it with the piers, and the light was built on its footings.' },
  { key: 'meeting-house', name: 'Baptist Meeting House', address: '61 Concession Line', kind: 'church', altnames: [], from: 18610000, until: 18690000, next: 'baptist', ring: rectangle(1, -16.3, 3, -14.4),
    description: 'Plain boards on field stones. In the winter of 1869 it went to Chapel Street on rollers behind fourteen teams.' },
  { key: 'flats', name: 'Fishermen’s Flats', address: '3 Harbour Street', kind: 'house', altnames: ['The Flats'], from: 18390000, until: 19040000, ring: rectangle(-25.6, 20.9, -22.5, 22.4),
    description: 'Five cabins and a well behind the wharf, rented by the season and lived in all year. Cleared for the harbour works of 1904.' },
  { key: 'cottage-1', name: 'Mill Cottage No. 1', address: 'North bank, Mill Road', kind: 'house', altnames: ['Millers’ Row'], from: 18430000, until: 18961009, ring: rectangle(0.54, 25.7, 1.24, 27.5),
    description: 'For the foreman of the mill. Empty since the foreman had bought on the other bank, it burned with the mill on the night of 9 October 1896.' },
  { key: 'cottage-2', name: 'Mill Cottage No. 2', address: 'North bank, Mill Road', kind: 'house', altnames: ['Millers’ Row'], from: 18430000, until: 18961009, ring: rectangle(1.26, 25.7, 1.98, 27.5),
    description: 'For the second miller. Burned on the night of 9 October 1896 and not built again; the family was out of it by half past nine, with the clock.' },
  { key: 'pavilion', name: 'Lakeside Pavilion', address: 'Foot of King Street', kind: 'hall', altnames: ['The Pavilion'], from: 19210524, until: 19520316, ring: rectangle(-31.4, 3.6, -29, 6.2),
    description: 'On piles off Main Beach, ten bands a summer. It left by water in the ice of March 1952, and some say that the piano played.' },
] // prettier-ignore

/** What landmarks were called until a year. */
export const FORMER_NAMES: [key: string, name: string, until: number][] = [
  ['mill', 'Brannock Mill', 1858],
  ['commercial-hotel', 'Brannock Arms', 1875],
  ['school', 'Union School', 1873],
  ['library', 'Mechanics’ Institute', 1908],
  ['wesley', 'Wesley Methodist Church', 1925],
  ['station', 'Grand Trunk Station', 1923],
  ['fishery', 'Thériault Fish Houses', 1911],
  ['toll-house', 'Toll House', 1888],
]

/** Numbered anew in this year, with room between; before that, house by house. */
export const RENUMBERED = { street: 'Mill Road', year: 1912 }
/** Streets by an earlier name, which the maps of the time have, too: the rails came in 1876, and the Prince of Wales passed by in 1860. */
export const RENAMED: [street: string, before: string, until: number][] = [
  ['Railway Street', 'East Street', 1876],
  ['Prince Street', 'Back Street', 1860],
]
