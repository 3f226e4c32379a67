import type { Position } from './polygons.ts'
import { formatNumber } from '../../names/record-names.ts'

const place = ([x, y]: Position) => `${x.toFixed(6)}, ${y.toFixed(6)}`

export const OUTLINE = {
  crossesItself: (at: Position) =>
    `The outline meets itself near ${place(at)} (longitude, latitude). Move a corner there.`,
  corner: (row: number) =>
    `Line ${row} is not a corner. Write longitude and latitude in degrees, such as -81.7124, 43.7456.`,
  geoJson: 'This is not GeoJSON. Paste a Polygon or a MultiPolygon, or write a corner on each line.',
  threeCorners: 'An outline needs at least three corners.',
  noArea: 'The outline has no area. It needs three corners that are not in one line.',
  tooManyCorners: (most: number) => `An outline can have ${formatNumber(most)} corners at most.`,
  holeOutside: 'A hole lies outside of its outline.',
  holesOverlap: 'Two holes of the outline overlap.',
  partsOverlap: 'Two parts of the outline overlap.',
  none: 'This place has no outline yet. Draw one first.',
  line: 'Draw a line with at least two points.',
  lineCrossesItself: 'The line crosses itself, or its ends would if they went on. Draw one that passes through once.',
  lineEnds: 'The line has to begin and end outside of the outline, where its ends point away from it.',
  lineMisses: 'The line does not pass through the place.',
} as const
