import type { BaseMapEntry, MapLayers, OverlayEntry } from '#contract/map-layers.ts'

/** The spec's default base map (§4): imagery of this year, where there is some. */
const DEFAULT_YEAR = 2015

type ReadonlyLayers = { overlays: readonly OverlayEntry[]; baseMaps: readonly DefaultBaseMap[] }
type DefaultBaseMap = Omit<BaseMapEntry, 'layers'> & { layers?: readonly number[] | undefined }

/** An old map as it is stored. One, or a base map, that was removed keeps its title and place, in case it is brought back. */
export type StoredOverlayEntry = OverlayEntry & { removed?: string | undefined }
export interface StoredMapLayers {
  overlays: StoredOverlayEntry[]
  /** `inLegend`: of a map that is shown as a base map, for when it is an old map again. */
  baseMaps: (BaseMapEntry & { removed?: string | undefined; inLegend?: boolean | undefined })[]
}

/**
 * The archive's layers and those of society.ts that it does not have. Old maps of the archive come first; base maps that society.ts names stay in its order,
 * behind those it does not name; its first one is the default where there is no imagery of 2015.
 */
export function mergeMapLayers(archive: StoredMapLayers, defaults: ReadonlyLayers): StoredMapLayers {
  const isStored = (each: { id: string; layer: number }) =>
    archive.overlays.some(({ id, layer }) => id === each.id || layer === each.layer)
  const own = new Map(archive.baseMaps.map((base) => [base.id, base]))
  const named = new Set(defaults.baseMaps.map(({ id }) => id))
  const baseMaps = [
    ...archive.baseMaps.filter(({ id }) => !named.has(id)),
    ...defaults.baseMaps.map((base) => own.get(base.id) ?? (base as BaseMapEntry)),
  ]
  const hasDefaultYear = baseMaps.some(({ year }) => year === DEFAULT_YEAR)
  const isDefault = ({ id, year }: BaseMapEntry) =>
    hasDefaultYear ? year === DEFAULT_YEAR : id === defaults.baseMaps[0]?.id
  return {
    overlays: [...archive.overlays, ...defaults.overlays.filter((each) => !isStored(each))],
    baseMaps: [...baseMaps.filter(isDefault), ...baseMaps.filter((base) => !isDefault(base))],
  }
}

/** Makes an old map a base map behind the other ones of the archive, or one of these an old map again. What is written about it stays. */
export function showAsBaseMap(
  { overlays, baseMaps }: StoredMapLayers,
  layer: number,
  isBase: boolean,
): StoredMapLayers {
  const map = overlays.find((each) => each.layer === layer)
  const base = baseMaps.find(({ layers }) => layers?.includes(layer))
  if (isBase && map) {
    const { layer: _, removed: __, credit = { text: '', href: '' }, ...texts } = map
    const own = baseMaps.filter(({ layers }) => layers)
    return {
      overlays: overlays.filter((each) => each !== map),
      baseMaps: [...own, { ...texts, credit, layers: [layer] }, ...baseMaps.filter(({ layers }) => !layers)],
    }
  }
  if (isBase || !base) return { overlays, baseMaps }
  const { layers = [], tiles: _, deepest: __, wms: ___, wmsLayers: ____, ...texts } = base
  const left = layers.filter((each) => each !== layer)
  const id = left.length > 0 ? layerId(base.title, base.year, [...overlays, ...baseMaps]) : base.id
  return {
    overlays: [{ inLegend: true, ...texts, id, layer }, ...overlays],
    baseMaps: baseMaps.flatMap((each) => (each !== base ? [each] : left.length > 0 ? [{ ...base, layers: left }] : [])),
  }
}

/** What visitors see: without removed maps, except those that were brought back. `present` are the layers that the archive has. */
export const visibleLayers = ({ overlays, baseMaps }: StoredMapLayers, present: ReadonlySet<number>): MapLayers => ({
  overlays: overlays.flatMap(({ removed, ...entry }) =>
    removed === undefined || present.has(entry.layer) ? [entry] : [],
  ),
  baseMaps: baseMaps.flatMap(({ removed, inLegend: _, ...base }) =>
    removed === undefined || base.layers?.some((layer) => present.has(layer)) ? [base] : [],
  ),
})

/** True when a layer is an old map or part of a base map. */
export const namesLayer = ({ overlays, baseMaps }: StoredMapLayers, layer: number): boolean =>
  overlays.some((each) => each.layer === layer) || baseMaps.some((each) => each.layers?.includes(layer))

/** An id for shared links, from a title: `town-plan-1856`, `town-plan-1856-2`. */
export function layerId(title: string, year: number | null, taken: readonly { id: string }[]): string {
  const plain = `${title} ${year ?? ''}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z\d]+/g, '-').replace(/^-+|(?<!-)-+$/g, '')
  const base = words.slice(0, 60).replace(/(?<!-)-+$/, '') || 'map'
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken.some((each) => each.id === id)) return id
  }
}
