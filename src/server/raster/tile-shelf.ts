import sharp from 'sharp'
import { TILE_ZOOM } from '#contract/overlay.ts'
import type { ArchiveState } from '../repositories/archive-state.ts'
import type { OverlayReads, ShownOverlay } from '../repositories/overlays.ts'
import { createGate } from '../scans/gate.ts'
import { createKeptBytes } from './kept-bytes.ts'
import { openTileFile, type TileFile, type TilePlace } from './tile-file.ts'
import { tilesPath } from './version.ts'

/** Bytes of tiles that are kept in memory: as WebP, and as the PNG of those who cannot show that. */
const KEPT = { webp: 48 * 1024 * 1024, png: 24 * 1024 * 1024 }
/** Tiles that are turned into PNG at once. */
const AT_ONCE = 2

export type TileFormat = 'webp' | 'png'

/** An old map whose tiles are there. */
export interface ShownLayer {
  version: string
  file: TileFile
  /** Of this opening of the file: the same version may be made again, by another encoder, with its tiles elsewhere. */
  name: string
}

interface Parts {
  overlays: OverlayReads
  state: { read(): ArchiveState }
  /** Where the tiles lie. */
  folder: string
  /** Told once of tiles that are missing or damaged. */
  log?: (error: unknown, version: string) => void
}

/**
 * The files of tiles, open. What another program adds, replaces or takes away is noticed at the next call: the archive counts its changes. A map
 * whose tiles are missing or cannot be read is not shown.
 */
export function createTileShelf({ overlays, state, folder, log }: Parts) {
  const kept = { webp: createKeptBytes(KEPT.webp), png: createKeptBytes(KEPT.png) }
  const turned = new Map<string, Promise<Buffer>>()
  const gate = createGate(AT_ONCE)
  const told = new Set<string>()
  let seen: ArchiveState = { archive: '', counter: -1 }
  let rows: ShownOverlay[] = []
  let layers = new Map<number, ShownLayer>()
  let openings = 0

  function tell(error: unknown, version: string) {
    if (told.size !== told.add(version).size) log?.(error, version)
  }

  function open({ version, bytes }: ShownOverlay): ShownLayer | undefined {
    try {
      const file = openTileFile(tilesPath(folder, version))
      if (file.size === bytes) return { version, file, name: `${version}.${(openings += 1)}` }
      file.close()
      throw new Error('The file of tiles has another length than when it was made.')
    } catch (error) {
      tell(error, version)
      return undefined
    }
  }

  /** Looks at the table again where the archive has changed, opens what is new or was made again, and closes what is gone. */
  function settle() {
    const now = state.read()
    if (now.counter === seen.counter && now.archive === seen.archive) return
    const listed = overlays.list()
    const before = new Set(layers.values())
    const known = new Map([...before].map((shown) => [shown.version, shown]))
    const next = new Map<number, ShownLayer>()
    for (const row of listed) {
      const kept = known.get(row.version)
      const shown = kept && !kept.file.replaced() ? kept : open(row)
      if (!shown) continue
      known.set(row.version, shown)
      told.delete(row.version)
      next.set(row.layer, shown)
    }
    const inUse = new Set(next.values())
    for (const shown of before) if (!inUse.has(shown)) shown.file.close()
    rows = listed.filter(({ layer }) => next.has(layer))
    layers = next
    seen = now
  }

  async function webp({ version, file, name: opening }: ShownLayer, place: TilePlace): Promise<Buffer> {
    const name = `${opening}/${place.offset}`
    const known = kept.webp.get(name)
    if (known) return known
    try {
      const bytes = await file.read(place)
      kept.webp.set(name, bytes)
      return bytes
    } catch (error) {
      tell(error, version)
      throw error
    }
  }

  function png(layer: ShownLayer, place: TilePlace): Promise<Buffer> {
    const name = `${layer.name}/${place.offset}`
    const known = kept.png.get(name)
    if (known) return Promise.resolve(known)
    let turning = turned.get(name)
    if (!turning) {
      // It may have to wait for its turn, and the map be taken away meanwhile.
      const release = layer.file.hold()
      turning = gate(async () => {
        const bytes = await sharp(await webp(layer, place))
          .png({ compressionLevel: 5 })
          .toBuffer()
        kept.png.set(name, bytes)
        return bytes
      }).finally(() => {
        release()
        turned.delete(name)
      })
      turned.set(name, turning)
    }
    return turning
  }

  return {
    /** The maps whose tiles are there, by their numbers. */
    shown(): readonly ShownOverlay[] {
      settle()
      return rows
    },
    /** Undefined where no map has this number, or its tiles are not there. */
    layer(number: number): ShownLayer | undefined {
      settle()
      return layers.get(number)
    },
    /** Where a tile lies; undefined where the map shows nothing, or there are no such numbers at that level. */
    find({ file }: ShownLayer, z: number, x: number, y: number): TilePlace | undefined {
      if (z > TILE_ZOOM.deepest || x >= 2 ** z || y >= 2 ** z) return undefined
      return file.find(z, x, y)
    },
    /** The picture of a tile. @throws what is wrong with its file, which was told of. */
    read: (layer: ShownLayer, place: TilePlace, format: TileFormat): Promise<Buffer> =>
      format === 'webp' ? webp(layer, place) : png(layer, place),
    close(): void {
      for (const { file } of layers.values()) file.close()
      layers = new Map()
      rows = []
    },
  }
}
export type TileShelf = ReturnType<typeof createTileShelf>
