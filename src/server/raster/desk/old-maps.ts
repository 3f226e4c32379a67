import type * as v from 'valibot'
import { MAP_REFUSED, type mapEdit, type OldMap } from '#contract/old-maps.ts'
import { LAYER } from '#contract/overlay.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { showAsBaseMap, type StoredMapLayers, type StoredOverlayEntry } from '#rules/map/map-layers.ts'
import type { Db, Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { requestRebuild } from '../../jobs/builds.ts'
import { changesBetween, recordAudit } from '../../records/audit.ts'
import { listNewOverlay, readStoredLayers, writeStoredLayers } from '../../repositories/map-layers.ts'
import { listOverlays, type StoredOverlay } from '../overlays.ts'
import { findTilesProblem } from '../overlay-storage.ts'

/** Layers that the trash can give back, by number, with the time of their removal: the last map of each. */
export type RemovedLayers = ReadonlyMap<number, { at: string; fileName: string; version: string }>

/** Every map of the archive: old maps in the order of the legend, then aerial pictures, then those that no legend has, then removed ones. */
export async function listOldMaps(db: Db, tilesDir: string, removed: RemovedLayers): Promise<OldMap[]> {
  const rows = new Map((await listOverlays(db)).map((row) => [row.layer, row]))
  const layers = await readStoredLayers(db)
  const file = (layer: number) => fileOf(rows.get(layer), tilesDir)
  const earlier = (layer: number): Pick<OldMap, 'earlier'> => {
    const [row, before] = [rows.get(layer), removed.get(layer)]
    if (!row || !before || before.version === row.version) return {}
    return { earlier: { at: before.at, file_name: before.fileName } }
  }
  const listed = layers.overlays.map(({ removed: at, ...entry }): OldMap => ({
    ...entry,
    role: 'old map',
    removed: rows.has(entry.layer) || at === undefined ? null : (removed.get(entry.layer)?.at ?? at),
    file: file(entry.layer),
    ...earlier(entry.layer),
  }))
  const aerial = layers.baseMaps.flatMap(({ id, title, year, credit, description, layers: own = [] }) =>
    own
      .filter((layer) => rows.has(layer))
      .map((layer): OldMap => ({
        ...{ id, layer, title, year, credit, description, inLegend: true },
        role: 'base map',
        removed: null,
        file: file(layer),
        ...earlier(layer),
      })),
  )
  const known = new Set([...listed, ...aerial].map(({ layer }) => layer))
  const bare = (layer: number, title: string, at: string | null): OldMap => ({
    ...{ id: `layer-${layer}`, layer, title, year: null, inLegend: false },
    ...{ role: 'hidden', removed: at, file: file(layer), ...earlier(layer) },
  })
  const hidden = [...rows.values()].filter(({ layer }) => !known.has(layer))
  const lost = [...removed].filter(([layer]) => !known.has(layer) && !rows.has(layer))
  const isThere = ({ removed: at }: OldMap) => at === null
  const gone = listed.filter((map) => !isThere(map) && removed.has(map.layer))
  return [
    ...listed.filter(isThere),
    ...aerial,
    ...hidden.map(({ layer, file_name }) => bare(layer, file_name, null)),
    ...gone,
    ...lost.map(([layer, { at, fileName }]) => bare(layer, fileName, at)),
  ]
}

const fileOf = (row: StoredOverlay | undefined, tilesDir: string): OldMap['file'] =>
  row
    ? {
        ...{ name: row.file_name, version: row.version, width: row.width, height: row.height },
        bounds: [row.west, row.south, row.east, row.north],
        ...{ minimum_zoom: row.minimum_zoom, maximum_zoom: row.maximum_zoom },
        ready: findTilesProblem(tilesDir, row) === undefined,
      }
    : null

/** A free number for a new map: the spec's first ones, and above. */
export async function freeLayer(db: Db, taken: readonly number[]): Promise<number> {
  const { overlays, baseMaps } = await readStoredLayers(db)
  const rows = await db.selectFrom('overlay').select('layer').execute()
  const used = new Set([
    ...taken,
    ...rows.map(({ layer }) => layer),
    ...overlays.map(({ layer }) => layer),
    ...baseMaps.flatMap(({ layers = [] }) => layers),
  ])
  for (let layer = 4; layer <= LAYER.highest; layer += 1) if (!used.has(layer)) return layer
  throw new DomainError('conflict', 'Every layer is taken.')
}

/** Changes what is written about a map. */
export async function editOldMap(
  trx: Trx,
  { layer, edit, caller }: { layer: number; edit: v.InferOutput<typeof mapEdit>; caller: Caller },
): Promise<void> {
  let layers = await readStoredLayers(trx)
  const row = (await listOverlays(trx)).find((each) => each.layer === layer)
  if (row && !findEntry(layers, layer)) {
    await listNewOverlay(trx, layer, row.file_name, { inLegend: false })
    layers = await readStoredLayers(trx)
  }
  const entry = findEntry(layers, layer)
  if (!entry) throw new DomainError('not-found', MAP_REFUSED.unknown)
  const isBase = !('layer' in entry)
  const before = auditFields(entry, isBase)
  const { baseMap = isBase, ...texts } = edit
  const { inLegend: _, ...ofBase } = texts
  Object.assign(entry, defined(isBase ? ofBase : texts))
  const changes = changesBetween(before, auditFields(entry, baseMap))
  if (changes.length === 0) return
  await writeStoredLayers(trx, baseMap === isBase ? layers : showAsBaseMap(layers, layer, baseMap))
  await recordAudit(trx, { caller, action: 'edited', kind: 'maps', key: layer, changes })
  await requestRebuild(trx, `The map “${entry.title}” was changed`)
}
const auditFields = (
  { title, year, inLegend, description, credit }: Partial<StoredOverlayEntry>,
  base_map: boolean,
) => ({
  ...{ title, year, description: description ?? '', in_legend: inLegend ?? null, base_map },
  credit: [credit?.text, credit?.href].filter(Boolean).join(', '),
})
const defined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
const findEntry = ({ overlays, baseMaps }: StoredMapLayers, layer: number) =>
  overlays.find((each) => each.layer === layer) ?? baseMaps.find((each) => each.layers?.includes(layer))

/** In the audit trail, the key of the order of the maps. */
const ORDER = 0

/** Sorts the legend. Removed maps keep their place behind the one that they followed. @throws {DomainError} where the list is another one by now. */
export async function orderOldMaps(trx: Trx, order: readonly number[], caller: Caller): Promise<void> {
  const layers = await readStoredLayers(trx)
  const rows = new Set((await listOverlays(trx)).map(({ layer }) => layer))
  const isThere = ({ layer, removed }: StoredMapLayers['overlays'][number]) => removed === undefined || rows.has(layer)
  const there = layers.overlays.filter(isThere)
  const isSame = order.length === there.length && new Set(order).size === order.length
  const sorted = order.map((layer) => there.find((each) => each.layer === layer))
  if (!isSame || sorted.includes(undefined)) throw new DomainError('conflict', MAP_REFUSED.order)
  if (order.every((layer, at) => there[at]!.layer === layer)) return
  let next = 0
  layers.overlays = layers.overlays.map((each) => (isThere(each) ? sorted[next++]! : each))
  await writeStoredLayers(trx, layers)
  const titles = (list: typeof there) => list.map(({ title }) => title)
  const changes = changesBetween({ order: titles(there) }, { order: titles(sorted as typeof there) })
  await recordAudit(trx, { caller, action: 'edited', kind: 'maps', key: ORDER, changes })
  await requestRebuild(trx, 'The old maps were sorted')
}
