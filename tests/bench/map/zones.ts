import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { MAP } from '#contract/limits.ts'
import type { LocationFeature } from '#contract/location.ts'
import { outlineOf, packZones } from '#rules/map/zone-outlines.ts'
import type { ZoneOutline, ZonesFile } from '#rules/map/zone-outlines.ts'

/** Metres that a lot takes on the ground, and lots in a row. */
const LOT = { width: 24, depth: 44, row: 100 }
const CORNERS = 12

/** A town of lots as they are surveyed: bent fronts, no two alike, the same every time. */
export function lots(count: number): ZonesFile {
  let seed = 20_260_101
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const [x0, y0] = MAP.startCentre
  const zones = Array.from({ length: count }, (_, at): ZoneOutline => {
    const west = x0 + ((at % LOT.row) - LOT.row / 2) * LOT.width
    const south = y0 + (Math.floor(at / LOT.row) - count / LOT.row / 2) * LOT.depth
    const ring = Array.from({ length: CORNERS }, (_corner, corner) => {
      const turn = (2 * Math.PI * corner) / CORNERS
      // Between a circle and a square, and not quite either.
      const [x, y] = [Math.cos(turn), Math.sin(turn)].map((side) => Math.sign(side) * Math.sqrt(Math.abs(side)))
      return [
        west + (x! * 0.46 + chance() * 0.03) * LOT.width,
        south + (y! * 0.46 + chance() * 0.03) * LOT.depth,
      ] as const
    })
    const rings = [Float64Array.from(ring.flat())]
    return { pk: at + 1, name: `${at + 1} Main Street`, address: '', altnames: [], items: 0, rings, box: null }
  }).map((zone) => ({ ...zone, box: boxOf(zone) }))
  return packZones(zones, null)
}

function boxOf({ rings: [ring] }: ZoneOutline): ZoneOutline['box'] {
  const [xs, ys] = [ring!.filter((_, at) => at % 2 === 0), ring!.filter((_, at) => at % 2 === 1)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

const REAL = path.resolve(import.meta.dirname, '../../../../shared/real-archive/locations.geojson')

/** The zones of a real collection, where it lies beside the checkout. */
export function realZones(): ZonesFile | undefined {
  if (!existsSync(REAL)) return undefined
  const { features } = JSON.parse(readFileSync(REAL, 'utf8')) as {
    features: { id: number; geometry: LocationFeature['geometry']; properties: Record<string, unknown> }[]
  }
  const outlines = features.map(({ id, geometry, properties }) => {
    const name = typeof properties.name === 'string' ? properties.name : `Zone ${id}`
    return outlineOf({ type: 'Feature', geometry, properties: { pk: id, name, address: '', altnames: [] } } as never)
  })
  return packZones(outlines, null)
}
