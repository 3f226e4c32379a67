import { basename } from 'node:path'
import { upright, type Georeference, type PictureSize } from './georeference.ts'
import { findProjection, type Projection } from '../../tables/crs.ts'
import { HALF_WORLD, type Point } from './mercator.ts'
import { OverlayRefused } from './overlay-refused.ts'
import { DEFAULT_TRANSFORMATION } from './transformation.ts'

/** What columns are called in QGIS, and in tables that people write. */
const COLUMNS = {
  groundX: ['mapX', 'longitude', 'lon', 'lng'],
  groundY: ['mapY', 'latitude', 'lat'],
  pixelX: ['sourceX', 'pixelX', 'x', 'column'],
  pixelY: ['sourceY', 'pixelY', 'y', 'row'],
}

interface Line {
  line: number
  ground: Point
  source: Point
}

/**
 * Reads control points of QGIS: `#CRS:` and a projection, a header, one line per point, counted in the file as stored. Disabled points are skipped
 * but numbered, as in QGIS. @throws {OverlayRefused} where a line or the projection can't be read.
 */
export function readPoints(text: string, file: string, size: PictureSize): Georeference {
  const name = basename(file)
  const { crs, lines } = readLines(text, name)
  const notes: string[] = []
  const { inverse } = crs === undefined ? guessProjection(lines, name, notes) : knownProjection(crs, name)
  // QGIS writes rows as negative numbers; other programs omit the sign.
  const downwards = lines.some(({ source }) => source[1] < 0) ? -1 : 1
  if (downwards === 1 && lines.some(({ source }) => source[1] > 0))
    notes.push(`${name} has positive row numbers; they are read as counted downwards.`)
  return {
    points: lines.map(({ line, ground, source }) => ({
      number: line,
      pixel: upright([source[0], source[1] * downwards], size),
      degrees: inverse([...ground]),
    })),
    transformation: DEFAULT_TRANSFORMATION,
    mask: null,
    notes,
  }
}

function readLines(text: string, name: string): { crs: string | undefined; lines: Line[] } {
  let crs: string | undefined
  let columns: string[] | undefined
  let row = 0
  const lines: Line[] = []
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = raw.trim()
    const refuse = (what: string): never => {
      throw new OverlayRefused(`${name}, line ${index + 1}: ${what}`)
    }
    if (line === '') continue
    if (line.startsWith('#')) {
      crs ??= /^#\s*CRS:(.+)$/i.exec(line)?.[1]?.trim()
      continue
    }
    const cells = line.split(',').map(unquoted)
    if (!columns) {
      columns = cells
      for (const wanted of Object.values(COLUMNS))
        if (!wanted.some((each) => cells.includes(each)))
          refuse(
            `a column ${wanted[0]} is missing; a .points file of QGIS begins with mapX,mapY,sourceX,sourceY,enable, with commas between them. Save the points again there.`,
          )
      continue
    }
    row++
    if (cells.length > columns.length)
      refuse(
        `there are ${cells.length} values under ${columns.length} columns. Use a decimal point (43.75), and commas only between values.`,
      )
    const cell = (...names: string[]) => cells[columns!.findIndex((each) => names.includes(each))] ?? ''
    const number = (...names: string[]) => {
      const written = cell(...names)
      const value = written === '' ? NaN : Number(written)
      return Number.isFinite(value) ? value : refuse(`${names[0]} is “${written}”, which is no number.`)
    }
    if (columns.includes('enable') && ['0', 'false'].includes(cell('enable').toLowerCase())) continue
    lines.push({
      line: row,
      ground: [number(...COLUMNS.groundX), number(...COLUMNS.groundY)],
      source: [number(...COLUMNS.pixelX), number(...COLUMNS.pixelY)],
    })
  }
  if (!columns) throw new OverlayRefused(`${name} is empty; it should hold control points.`)
  if (lines.length === 0 && row > 0)
    throw new OverlayRefused(
      `${name} has ${row} control points, and all are switched off. Switch them on in QGIS and save the points again.`,
    )
  return { crs, lines }
}

/** Spreadsheets may put quotation marks around cells. */
const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

/** QGIS writes the whole definition (WKT); its last code is that of the projection itself. */
function knownProjection(crs: string, name: string): Projection {
  const codes = [...crs.matchAll(/EPSG["']?\s*[,:]+\s*["']?(\d+)/gi)].map(([, code]) => `EPSG:${code}`)
  const found = [codes.at(-1) ?? 'none', /^WGS ?84$/i.test(crs) ? 'EPSG:4326' : crs].map(findProjection).find(Boolean)
  if (found) return found
  throw new OverlayRefused(
    `${name} has its points in a projection that can't be read (${crs.slice(0, 60)}). In QGIS, set EPSG:3857 as the target in the transformation settings and save the points again.`,
  )
}

function guessProjection(lines: readonly Line[], name: string, notes: string[]): Projection {
  const within = (x: number, y: number) =>
    lines.every(({ ground }) => Math.abs(ground[0]) <= x && Math.abs(ground[1]) <= y)
  const unit = within(180, 90) ? 'degrees' : within(HALF_WORLD, HALF_WORLD) ? 'metres' : undefined
  if (!unit)
    throw new OverlayRefused(
      `${name} does not name its projection, and its numbers fit neither degrees nor EPSG:3857. Save the points again with a newer QGIS, with EPSG:3857 as the target.`,
    )
  notes.push(
    `${name} does not name its projection; judging by their size, its numbers are read as ${unit === 'degrees' ? 'degrees (EPSG:4326)' : 'metres of EPSG:3857'}.`,
  )
  return findProjection(unit === 'degrees' ? 'EPSG:4326' : 'EPSG:3857')!
}
