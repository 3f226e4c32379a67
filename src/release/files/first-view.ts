import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { TILE_SIZE, type Overlay } from '#contract/overlay.ts'
import type { LocationFeature } from '#contract/location.ts'
import { boundingBox, mercatorRings, overlap, toMercator, type Box } from '#rules/map/geometry.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { mapLayersOf } from '#snapshot/pages/page-view.ts'
import { type FirstPicture, type FirstView, writeFirstView } from '#snapshot/files.ts'
import { tileTemplate } from '#rules/map/layer-selection.ts'
import type { Archive } from '#snapshot/archive.ts'
import { society } from '#society'

/** Pixels. The phone's picture is small for slow connections, and covers the map on any phone. */
export const FIRST_VIEW = { wide: { width: 1600, height: 1100 }, phone: { width: 440, height: 800 } } as const
const QUALITY = { wide: 60, phone: 45 } as const

/** The initial map view (centre in EPSG:3857 metres), and the layers of its base map, top first, if they are the archive's own. */
export interface Opening {
  centre: readonly [x: number, y: number]
  zoom: number
  layers: readonly number[] | undefined
}
export interface TilePlace {
  layer: number
  version: string
  z: number
  x: number
  y: number
}
interface FirstViewParts {
  opening: Opening
  overlays: readonly Overlay[]
  /** Fetches a tile. Rejects if it is missing. */
  tile(place: TilePlace): Promise<Buffer>
}
interface FirstViewFiles {
  view: FirstView
  /** Bytes by address. */
  files: Map<string, Uint8Array>
}

/** Half the width of the EPSG:3857 world, in metres. */
const HALF = Math.PI * 6378137
/** Pixel coordinates at a zoom level, from the north-west corner of the world. */
export function worldPoint([x, y]: readonly [number, number], zoom: number): [number, number] {
  const scale = (TILE_SIZE * 2 ** zoom) / (2 * HALF)
  return [(x + HALF) * scale, (HALF - y) * scale]
}
const worldPixel = (place: readonly [number, number], zoom: number) =>
  worldPoint(place, zoom).map(Math.round) as [number, number]

/** False if no zone is in view, in which case the live map moves to the town. */
export function showsTown({ centre: [x, y], zoom }: Opening, zones: readonly LocationFeature[]): boolean {
  const metres = (2 * HALF) / (TILE_SIZE * 2 ** zoom)
  const [across, down] = [(FIRST_VIEW.wide.width / 2) * metres, (FIRST_VIEW.wide.height / 2) * metres]
  const seen: Box = [x - across, y - down, x + across, y + down]
  const drawn = zones.flatMap(({ geometry }) => (geometry ? [boundingBox(mercatorRings(geometry))] : []))
  return drawn.length === 0 || drawn.some((box) => overlap(box, seen))
}

/**
 * Draws the base map as the live map opens. Undefined if there is nothing to draw: a base map from another server, an unknown layer, or a missing zoom
 * level. Rejects if a tile fails to load.
 */
export async function drawFirstView({ opening, overlays, tile }: FirstViewParts): Promise<FirstViewFiles | undefined> {
  const { centre, zoom, layers = [] } = opening
  const maps = layers
    .flatMap((layer) => overlays.find((each) => each.layer === layer) ?? [])
    .filter((each) => each.minimum_zoom <= zoom)
    .toReversed()
  if (!Number.isInteger(zoom) || maps.length === 0 || maps.some((each) => each.maximum_zoom < zoom)) return undefined

  const { width, height } = FIRST_VIEW.wide
  const middle = worldPixel(centre, zoom)
  const [left, top] = [middle[0] - width / 2, middle[1] - height / 2]
  const [first, last] = [
    [Math.floor(left / TILE_SIZE), Math.floor(top / TILE_SIZE)] as const,
    [Math.floor((left + width - 1) / TILE_SIZE), Math.floor((top + height - 1) / TILE_SIZE)] as const,
  ]
  const pieces: { input: Buffer; left: number; top: number }[] = []
  for (const { layer, version, bounds } of maps) {
    const corner = worldPixel(toMercator([bounds[0], bounds[3]]), zoom)
    const opposite = worldPixel(toMercator([bounds[2], bounds[1]]), zoom)
    const within = [0, 1].map((side) => [
      Math.max(first[side]!, Math.floor(corner[side]! / TILE_SIZE)),
      Math.min(last[side]!, Math.floor(opposite[side]! / TILE_SIZE)),
    ]) as [[number, number], [number, number]]
    for (let y = within[1][0]; y <= within[1][1]; y++) {
      const row = Array.from({ length: Math.max(0, within[0][1] - within[0][0] + 1) }, (_, at) => within[0][0] + at)
      const inputs = await Promise.all(row.map((x) => tile({ layer, version, z: zoom, x, y })))
      for (const [at, input] of inputs.entries())
        pieces.push({ input, left: (row[at]! - first[0]) * TILE_SIZE, top: (y - first[1]) * TILE_SIZE })
    }
  }
  if (pieces.length === 0) return undefined

  const ground = await sharp({
    create: {
      width: (last[0] - first[0] + 1) * TILE_SIZE,
      height: (last[1] - first[1] + 1) * TILE_SIZE,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  })
    .composite(pieces)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const files: FirstViewFiles['files'] = new Map()
  const cut = async (name: keyof typeof FIRST_VIEW): Promise<FirstPicture> => {
    const size = FIRST_VIEW[name]
    const bytes = await sharp(ground)
      .extract({
        left: middle[0] - size.width / 2 - first[0] * TILE_SIZE,
        top: middle[1] - size.height / 2 - first[1] * TILE_SIZE,
        ...size,
      })
      .webp({ quality: QUALITY[name], effort: 6 })
      .toBuffer()
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
    const src = MAP_DATA.firstView(name, hash)
    files.set(src, bytes)
    return { src, ...size }
  }
  const late = worldPoint(centre, zoom).map((at) => at % 1 >= 0.5) as [boolean, boolean]
  return { view: { wide: await cut('wide'), phone: await cut('phone'), late }, files }
}

/** How the map opens: with its first base map. */
export const openingOf = ({ meta }: Pick<Archive, 'meta'>): Opening => ({
  centre: society.map.centre,
  zoom: society.map.zoom,
  layers: mapLayersOf(meta).baseMaps[0]?.layers,
})

/** Milliseconds per tile. */
const TIMEOUT = 20_000

/** Draws the initial map view from the archive's tiles and records it in the snapshot. Returns the reason as a string if that fails; the build goes on. */
export async function renderFirstView(
  api: string,
  archive: Pick<Archive, 'meta'> & { lists: Pick<Archive['lists'], 'locations'> },
  snapshot: string,
): Promise<FirstViewFiles | string | undefined> {
  const opening = openingOf(archive)
  if (!showsTown(opening, archive.lists.locations)) return undefined
  const tile = async ({ layer, version, ...place }: TilePlace) => {
    const address = tileTemplate(api, layer, version).replace(/\{([zxy])\}/g, (_, key: 'z') => String(place[key]))
    const answer = await fetch(address, { headers: { accept: 'image/webp' }, signal: AbortSignal.timeout(TIMEOUT) })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  try {
    const drawn = await drawFirstView({ opening, overlays: archive.meta.overlays, tile })
    if (drawn) writeFirstView(snapshot, drawn.view)
    return drawn
  } catch (problem) {
    return `The map page has no preview picture: ${problem instanceof Error ? problem.message : String(problem)}`
  }
}
