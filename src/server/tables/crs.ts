import proj4 from 'proj4'
import numbered from './projections.json' with { type: 'json' }
import { UnreadableFile } from './source-row.ts'

/** Definitions of PROJ by the numbers of EPSG, from its database, beside those that proj4 has (WGS 84, UTM, web mercator). Those that need a grid of shifts are none of them. */
const BY_NUMBER: Record<string, string> = numbered
/** WGS 84 under the names that programs write: longitude and latitude in degrees. */
const OURS = /^(?:.*[:/])?(?:CRS84|4326)$/i

/** The way from longitude and latitude into a projection, and back. */
export type Projection = Record<'forward' | 'inverse', (place: number[]) => [x: number, y: number]>
/** proj4 would change their last digit. */
const DEGREES = { forward: (place: number[]) => place, inverse: (place: number[]) => place } as Projection

/** A projection by its definition (WKT) or number: EPSG:26917, urn:ogc:def:crs:EPSG::26917. Undefined if nobody knows it. */
export function findProjection(system: string): Projection | undefined {
  const code = /^(?:.*EPSG\b[^A-Z]*?[:/])?(\d{4,6})$/i.exec(system.trim())?.[1]
  const definition = code === undefined ? system : (BY_NUMBER[`EPSG:${code}`] ?? `EPSG:${code}`)
  if (OURS.test(definition) || definition.startsWith('+proj=longlat')) return DEGREES
  try {
    return proj4(definition) as Projection
  } catch {
    return undefined
  }
}

/** What `crs` of old GeoJSON names (RFC 7946 §4), if it is no WGS 84. */
export function foreignSystem({ crs }: Record<string, unknown>): string | undefined {
  const { name, href, code } = (crs as { properties?: Record<string, unknown> } | null)?.properties ?? {}
  const system = crs ? String(name ?? href ?? code ?? JSON.stringify(crs)) : 'CRS84'
  return OURS.test(system) ? undefined : system
}
const AGAIN = 'Export the places again in longitude and latitude (EPSG:4326).'
const unknown = (system: string) => new UnreadableFile(1, `The coordinates are in ${system}. ${AGAIN}`)

/** @throws {UnreadableFile} where the coordinates would be taken for degrees, but are none. */
export function refuseForeign(members: Record<string, unknown>): void {
  const system = foreignSystem(members)
  if (system !== undefined) throw unknown(system)
}

/**
 * Changes the coordinates of outlines to longitude and latitude, from a projection or from degrees that may be none.
 * @throws {UnreadableFile} for a projection that nobody knows, and for numbers that are no place.
 */
export function intoDegrees(system: string | undefined): (geometry: unknown, line: number) => unknown {
  const projection = system === undefined ? undefined : findProjection(system)
  if (system !== undefined && !projection) throw unknown(system)
  const change = (part: unknown, line: number): unknown => {
    if (!Array.isArray(part) || typeof part[0] !== 'number')
      return Array.isArray(part) ? part.map((each) => change(each, line)) : part
    const [x, y] = projection ? projection.inverse([part[0], Number(part[1])]) : (part as [number, number])
    if (Math.abs(x) <= 180 && Math.abs(y) <= 90) return [x, y]
    const why = system ? `, nor a place in ${system}` : ', and the file names no other projection'
    throw new UnreadableFile(line, `${part[0]}, ${part[1]} is no longitude and latitude${why}. ${AGAIN}`)
  }
  return (geometry, line) => {
    const { coordinates, ...rest } = (geometry ?? {}) as { coordinates?: unknown }
    return coordinates === undefined ? geometry : { ...rest, coordinates: change(coordinates, line) }
  }
}
