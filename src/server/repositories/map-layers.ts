import * as v from 'valibot'
import type { DescribedOverlay, Overlay } from '#contract/overlay.ts'
import { baseMapEntry, overlayEntry, type MapLayers } from '#contract/map-layers.ts'
import {
  layerId,
  mergeMapLayers,
  namesLayer,
  showAsBaseMap,
  visibleLayers,
  type StoredMapLayers,
  type StoredOverlayEntry,
} from '#rules/map/map-layers.ts'
import { withSettings } from '#rules/settings/society-settings.ts'
import type { Db, Row } from '../database/tables.ts'
import { readSetting, readStoredSettings, writeSetting } from './settings.ts'
import type { ArchiveDatabase, ReadStatement } from '../database/archive-database.ts'

/** The row of `setting` with titles, order and legend of the map's layers. */
const NAME = 'map-layers'

const stored = v.object({
  overlays: v.array(v.object({ ...overlayEntry.entries, removed: v.optional(v.string()) })),
  baseMaps: v.array(
    v.object({ ...baseMapEntry.entries, removed: v.optional(v.string()), inLegend: v.optional(v.boolean()) }),
  ),
})
const NONE: StoredMapLayers = { overlays: [], baseMaps: [] }

/** The layers of the map as stored, with removed maps. */
export async function readArchiveLayers(db: Db): Promise<StoredMapLayers> {
  const row = await readSetting(db, NAME)
  return row ? v.parse(stored, JSON.parse(row)) : NONE
}

/** These and those of the settings and of society.ts that are not stored. */
export async function readStoredLayers(db: Db): Promise<StoredMapLayers> {
  const { society } = withSettings(await readStoredSettings(db))
  return mergeMapLayers(await readArchiveLayers(db), society.map)
}

/** As visitors see them. */
export async function readMapLayers(db: Db): Promise<MapLayers> {
  const rows = await db.selectFrom('overlay').select('layer').execute()
  return visibleLayers(await readStoredLayers(db), new Set(rows.map(({ layer }) => layer)))
}

/** What is written about each layer that visitors see. */
export async function readMapTexts(db: Db): Promise<Map<number, Omit<DescribedOverlay, keyof Overlay>>> {
  const { overlays, baseMaps } = await readMapLayers(db)
  const texts = ({ title, year, description, credit }: Omit<DescribedOverlay, keyof Overlay>) => ({
    ...{ title, year },
    ...(description && { description }),
    ...(credit && { credit }),
  })
  return new Map([
    ...baseMaps.flatMap((base) => (base.layers ?? []).map((layer) => [layer, texts(base)] as const)),
    ...overlays.map((entry) => [entry.layer, texts(entry)] as const),
  ])
}

/** Without base maps of other servers; undefined where there are none. */
export async function readOwnLayers(db: Db): Promise<MapLayers | undefined> {
  const { overlays, baseMaps } = await readMapLayers(db)
  const own = { overlays, baseMaps: baseMaps.filter(({ layers }) => layers) }
  return own.overlays.length + own.baseMaps.length > 0 ? own : undefined
}

/** Base maps of other servers are settings (contract/settings.ts). */
export async function writeStoredLayers(trx: Db, { overlays, baseMaps }: StoredMapLayers): Promise<void> {
  const value = JSON.stringify({ overlays, baseMaps: baseMaps.filter(({ layers }) => layers) })
  await writeSetting(trx, NAME, value)
}

/** Replaces layers with the same id, and adds the others: those of a bundle, and of the demo town. */
export async function addMapLayers(trx: Db, { overlays, baseMaps }: MapLayers): Promise<void> {
  const before = await readStoredLayers(trx)
  const next = {
    overlays: merged(before.overlays, overlays),
    baseMaps: merged(before.baseMaps, baseMaps),
  }
  if (JSON.stringify(next) !== JSON.stringify(before)) await writeStoredLayers(trx, next)
}
function merged<Entry extends { id: string; layer?: number }>(
  before: readonly Entry[],
  given: readonly Entry[],
): Entry[] {
  const isSame = (one: Entry, other: Entry) =>
    one.id === other.id || (one.layer !== undefined && one.layer === other.layer)
  const kept = before.map((each) => given.find((other) => isSame(each, other)) ?? each)
  return [...kept, ...given.filter((each) => !before.some((other) => isSame(each, other)))]
}

/** What is written about a new map. */
export type MapTexts = Partial<Omit<StoredOverlayEntry, 'id' | 'layer' | 'removed'>> & { baseMap?: boolean | undefined }

/** Lists a new map in the legend, on top; a layer of a base map, or one that is listed already, keeps its entry. False if nothing changed. */
export async function listNewOverlay(
  trx: Db,
  layer: number,
  fileName: string,
  { baseMap = false, ...texts }: MapTexts = {},
): Promise<boolean> {
  const all = await readStoredLayers(trx)
  const before = all.overlays.find((each) => each.layer === layer)
  if (before?.removed === undefined && namesLayer(all, layer)) {
    if (before && Object.keys(texts).length > 0) Object.assign(before, texts)
    else return false
  } else {
    const { title = fileName.replace(/\.[^.]+$/, '') || `Map ${layer}`, year = null, inLegend = true, ...more } = texts
    const others = all.overlays.filter((each) => each !== before)
    const entry = { id: layerId(title, year, [...others, ...all.baseMaps]), layer, title, year, inLegend, ...more }
    all.overlays = [entry, ...others]
  }
  await writeStoredLayers(trx, baseMap ? showAsBaseMap(all, layer, true) : all)
  return true
}

/** A removed map keeps its title and its place. */
export async function markOverlayRemoved(trx: Db, layer: number): Promise<void> {
  const all = await readStoredLayers(trx)
  const entry =
    all.overlays.find((each) => each.layer === layer) ?? all.baseMaps.find(({ layers }) => layers?.includes(layer))
  if (!entry) return
  entry.removed = new Date().toISOString()
  await writeStoredLayers(trx, all)
}

/** The columns needed to show an old map. `bytes` is the size of its tile file. */
const COLUMNS = [
  ...(['layer', 'version', 'bytes', 'west', 'south', 'east', 'north'] as const),
  ...(['minimum_zoom', 'maximum_zoom'] as const),
] as const
export type ShownOverlay = Pick<Row<'overlay'>, (typeof COLUMNS)[number]>

/** Old maps that are kept as tiles: a few rows from a prepared statement, read again after each change of the archive. */
export function createOverlays(reader: ArchiveDatabase) {
  let statement: ReadStatement | undefined
  return {
    /** By layer number. */
    async list(): Promise<ShownOverlay[]> {
      statement ??= reader.prepareRead(`select ${COLUMNS.join(', ')} from overlay order by layer`)
      const rows = await statement.all([])
      return rows.map(
        (row) => Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]])) as unknown as ShownOverlay,
      )
    },
  }
}
export type OverlayReads = ReturnType<typeof createOverlays>

/** As in the contract. */
export const overlayJson = ({ layer, version, west, south, east, north, ...zooms }: ShownOverlay): Overlay => ({
  layer,
  version,
  bounds: [west, south, east, north],
  minimum_zoom: zooms.minimum_zoom,
  maximum_zoom: zooms.maximum_zoom,
})
