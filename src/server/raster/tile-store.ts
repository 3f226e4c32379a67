import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { TILE_ZOOM, TILE_SIZE } from '#contract/overlay.ts'
import type { ArchiveState, ReadState } from '../repositories/archive-state.ts'
import type { OverlayReads, ShownOverlay } from '../repositories/map-layers.ts'
import { createLimiter, createSingleFlight } from '../limits/concurrency.ts'
import type { ByteRange } from '../storage/tiles/tile-directory.ts'
import { openTileFile, type TileFile } from '../storage/tiles/tile-file.ts'
import { tilesPath } from './overlay-storage.ts'

/** Bytes of tiles cached in memory: as WebP, and as PNG for clients without WebP. One tile takes an eighth at most. */
const CACHE_BYTES = { webp: 48 * 1024 * 1024, png: 24 * 1024 * 1024 }
/** Tiles converted to PNG at once. */
const CONVERSIONS = 2

const createTileCache = (bytes: number) =>
  new LRUCache<string, Buffer>({ maxSize: bytes, maxEntrySize: bytes / 8, sizeCalculation: ({ length }) => length })

type TileFormat = 'webp' | 'png'

/** Where a tile is in the file; `part` of a deeper level. */
export interface TilePlace extends ByteRange {
  part?: TilePart
}

/** An old map with its tiles. */
export interface ShownLayer {
  version: string
  /** The last level that has tiles. */
  deepest: number
  file: TileFile
  /** Unique per opening of the file: the same version may be made again by another encoder, with other offsets. */
  name: string
}

interface TileStoreOptions {
  overlays: OverlayReads
  state: ReadState
  folder: string
  /** Called once for missing or damaged tiles. */
  log?: (error: unknown, version: string) => void
}

/** Keeps the files of tiles open, and follows the archive's change counter. A map whose tiles are missing or unreadable isn't shown. */
export function createTileStore({ overlays, state, folder, log }: TileStoreOptions) {
  const cache = { webp: createTileCache(CACHE_BYTES.webp), png: createTileCache(CACHE_BYTES.png) }
  const once = createSingleFlight<Buffer>()
  const limit = createLimiter(CONVERSIONS)
  const reported = new Set<string>()
  let lastState: ArchiveState = { archive: '', counter: -1 }
  let rows: ShownOverlay[] = []
  let layers = new Map<number, ShownLayer>()
  let openings = 0

  function report(error: unknown, version: string) {
    if (reported.size !== reported.add(version).size) log?.(error, version)
  }

  function open({ version, bytes, maximum_zoom: deepest }: ShownOverlay): ShownLayer | undefined {
    try {
      const file = openTileFile(tilesPath(folder, version))
      if (file.size === bytes) return { version, deepest, file, name: `${version}.${(openings += 1)}` }
      file.close()
      throw new Error('The file of tiles has changed in size since it was made.')
    } catch (error) {
      report(error, version)
      return undefined
    }
  }

  /** After a change of the archive, reads the table again, opens new or remade files, and closes removed ones. */
  async function refresh() {
    const now = await state.read()
    if (now.counter === lastState.counter && now.archive === lastState.archive) return
    const listed = await overlays.list()
    const before = new Set(layers.values())
    const known = new Map([...before].map((shown) => [shown.version, shown]))
    const next = new Map<number, ShownLayer>()
    for (const row of listed) {
      const current = known.get(row.version)
      const shown = current && !current.file.replaced() ? current : open(row)
      if (!shown) continue
      known.set(row.version, shown)
      reported.delete(row.version)
      next.set(row.layer, shown)
    }
    const inUse = new Set(next.values())
    for (const shown of before) if (!inUse.has(shown)) shown.file.close()
    rows = listed.filter(({ layer }) => next.has(layer))
    layers = next
    lastState = now
  }

  async function webp({ version, file, name: opening }: ShownLayer, place: ByteRange): Promise<Buffer> {
    const name = `${opening}/${place.offset}`
    const cached = cache.webp.get(name)
    if (cached) return cached
    try {
      const bytes = await file.read(place)
      cache.webp.set(name, bytes)
      return bytes
    } catch (error) {
      report(error, version)
      throw error
    }
  }

  /** A tile that is made from one of the file: a PNG, or a part of it. */
  function converted(layer: ShownLayer, { part, ...place }: TilePlace, format: TileFormat): Promise<Buffer> {
    const cut = part ? `/${part.levels}/${part.column}/${part.row}` : ''
    const name = `${layer.name}/${place.offset}${cut}`
    const cached = cache[format].get(name)
    if (cached) return Promise.resolve(cached)
    return once(`${name}.${format}`, () => {
      // The map may be removed while the conversion waits.
      const release = layer.file.hold()
      return limit(async () => {
        const tile = await webp(layer, place)
        const bytes = part
          ? await cutTile(tile, part, format)
          : await sharp(tile).png({ compressionLevel: 5 }).toBuffer()
        cache[format].set(name, bytes)
        return bytes
      }).finally(release)
    })
  }

  return {
    /** Maps with tiles, by layer. */
    async shown(): Promise<readonly ShownOverlay[]> {
      await refresh()
      return rows
    },
    /** Undefined where there is no such layer, or its tiles are missing. */
    async layer(number: number): Promise<ShownLayer | undefined> {
      await refresh()
      return layers.get(number)
    },
    /** The position of a tile; undefined where the map shows nothing, or the address doesn't exist. Deeper levels are cut from the deepest. */
    find({ file, deepest }: ShownLayer, z: number, x: number, y: number): TilePlace | undefined {
      if (z > TILE_ZOOM.deepest || x >= 2 ** z || y >= 2 ** z) return undefined
      if (z <= deepest) return file.find(z, x, y)
      const cut = partOfDeepest(deepest, z, x, y)
      const whole = cut && file.find(deepest, cut.x, cut.y)
      return whole && { ...whole, part: cut.part }
    },
    /** The picture of a tile. @throws what is wrong with its file, after logging it. */
    read: (layer: ShownLayer, place: TilePlace, format: TileFormat): Promise<Buffer> =>
      format === 'webp' && !place.part ? webp(layer, place) : converted(layer, place, format),
    close(): void {
      for (const { file } of layers.values()) file.close()
      layers = new Map()
      rows = []
    },
  }
}
export type TileStore = ReturnType<typeof createTileStore>

/** A part of a tile, enlarged to a whole one: `column` and `row` of 2^`levels`. */
interface TilePart {
  levels: number
  column: number
  row: number
}

/** The tile at the deepest level that contains a deeper one, and which part of it; undefined below the levels that are cut. */
function partOfDeepest(deepest: number, z: number, x: number, y: number) {
  if (z > TILE_ZOOM.mostCut) return undefined
  const levels = z - deepest
  const [across, down] = [x >> levels, y >> levels]
  const part: TilePart = { levels, column: x - (across << levels), row: y - (down << levels) }
  return { x: across, y: down, part }
}

const QUALITY = 82

/** Enlarges a part of a tile. Of a very deep one at least a pixel is left. */
function cutTile(tile: Buffer, { levels, column, row }: TilePart, format: 'webp' | 'png'): Promise<Buffer> {
  const side = Math.max(1, TILE_SIZE >> levels)
  const at = (number: number) => Math.min(TILE_SIZE - side, Math.floor((number * TILE_SIZE) / 2 ** levels))
  const picture = sharp(tile)
    .extract({ left: at(column), top: at(row), width: side, height: side })
    .resize(TILE_SIZE, TILE_SIZE, { kernel: 'cubic' })
  return (format === 'webp' ? picture.webp({ quality: QUALITY }) : picture.png({ compressionLevel: 5 })).toBuffer()
}
