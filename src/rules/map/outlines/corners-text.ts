import * as v from 'valibot'
import { geometry, position, type Geometry } from '#contract/location.ts'
import { OUTLINE } from './messages.ts'
import { segmentsOf, type Position, type Ring } from './polygons.ts'

/** Nine digits are a tenth of a millimetre: corners stay those of their neighbours. */
const number = (value: number) => value.toFixed(9).replace(/\.?(?<!0)0+$/, '')
const cornerText = ([x, y]: Position) => `${number(x)}, ${number(y)}`

/** A line as people edit it: a longitude and a latitude on each line of text. */
export const lineText = (points: readonly Position[]): string => points.map(cornerText).join('\n')

/** An outline as people edit it: a corner on each line of text; GeoJSON where it has holes or several parts. */
export function outlineText(outline: Geometry | null): string {
  if (!outline) return ''
  const [ring, ...more] = outline.type === 'Polygon' ? (outline.coordinates as unknown as Ring[]) : []
  return ring && more.length === 0 ? lineText(ring.slice(0, -1)) : JSON.stringify(outline, rounded)
}
const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(9)) : value)

/** `-79.42, 44.12`, with a comma, a semicolon or a space between. */
const CORNER = /^\[?\s*(-?\d+(?:\.\d+)?)[\s,;]+(-?\d+(?:\.\d+)?)\s*\]?[,;]?$/

/** The points of a text with a longitude and a latitude on each line. */
export function readPoints(text: string): { points: Position[] } | { problem: string } {
  const points: Position[] = []
  for (const [at, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue
    const [, x, y] = CORNER.exec(row.trim()) ?? []
    const point = v.safeParse(position, [Number(x), Number(y)])
    if (x === undefined || !point.success) return { problem: OUTLINE.corner(at + 1) }
    points.push(point.output)
  }
  return { points }
}

function readGeoJson(text: string): { outline: Geometry } | { problem: string } {
  try {
    const value = JSON.parse(text) as { geometry?: unknown } | null
    const read = v.safeParse(geometry, value?.geometry ?? value)
    return read.success ? { outline: read.output } : { problem: read.issues[0].message }
  } catch {
    return { problem: OUTLINE.geoJson }
  }
}

/** The outline of a text: corners, or GeoJSON (a geometry, or a feature with one). Null for an empty text. The archive checks that it does not meet itself. */
export function readOutline(text: string): { outline: Geometry | null } | { problem: string } {
  if (text.trim() === '') return { outline: null }
  return /^\s*\{/.test(text) ? readGeoJson(text) : readCorners(text)
}

function readCorners(text: string): { outline: Geometry } | { problem: string } {
  const read = readPoints(text)
  if ('problem' in read) return read
  const [first] = read.points
  // Whether or not the last corner repeats the first.
  const corners = segmentsOf([...read.points, first!]).map(([from]) => from)
  if (corners.length < 3) return { problem: OUTLINE.threeCorners }
  return { outline: { type: 'Polygon', coordinates: [[...corners, corners[0]!]] } }
}
