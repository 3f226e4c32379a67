/** WGS 84 under the names that programs write: longitude and latitude in degrees. */
const OURS = /^(?:.*[:/])?(?:CRS84|4326)$/i

/** Old GeoJSON may name another coordinate system, whose numbers would be taken for degrees (RFC 7946 §4). Undefined for ours, or none. */
export function foreignCrs(crs: unknown): string | undefined {
  if (crs === undefined || crs === null) return undefined
  const { name, href, code } = (crs as { properties?: Record<string, unknown> }).properties ?? {}
  const system = name ?? href ?? code ?? JSON.stringify(crs)
  if (OURS.test(String(system))) return undefined
  return `Its coordinates are in ${String(system)}. Export the places again in longitude and latitude (EPSG:4326).`
}
