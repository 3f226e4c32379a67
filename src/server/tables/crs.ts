import { UnreadableFile } from './source-row.ts'

/** WGS 84 under the names that programs write: longitude and latitude in degrees. */
const OURS = /^(?:.*[:/])?(?:CRS84|4326)$/i

/** Old GeoJSON may name another coordinate system, whose numbers would be taken for degrees (RFC 7946 §4). @throws {UnreadableFile} */
export function refuseForeign({ crs }: Record<string, unknown>): void {
  if (crs === undefined || crs === null) return
  const { name, href, code } = (crs as { properties?: Record<string, unknown> }).properties ?? {}
  const system = String(name ?? href ?? code ?? JSON.stringify(crs))
  if (OURS.test(system)) return
  throw new UnreadableFile(
    1,
    `The coordinates are in ${system}. Export the places again in longitude and latitude (EPSG:4326).`,
  )
}
