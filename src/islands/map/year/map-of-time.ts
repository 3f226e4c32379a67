import { atom } from 'nanostores'
import type { MapLayers } from '#contract/map-layers.ts'
import { storageOf } from '#stores/shared/browser-deps.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { canShow } from '../engine/layer-plan.ts'

/** What can be compared, with its year. */
export const layersOf = ({ overlays, baseMaps }: MapLayers) => [
  ...overlays.filter(({ inLegend }) => inLegend),
  ...baseMaps.filter(canShow),
]

/** The newest layer that is not later than the year; of two of one year the first. Undated ones are never chosen. */
export function mapOfYear<Layer extends { year: number | null }>(layers: readonly Layer[], year: number) {
  const newest = Math.max(...layers.flatMap((each) => (each.year !== null && each.year <= year ? each.year : [])))
  return layers.find((each) => each.year === newest)
}

/** The old map of a year, unless an aerial photograph is newer. */
export function oldMapOf(layers: MapLayers, year: number) {
  const map = mapOfYear(layersOf(layers), year)
  return layers.overlays.find(({ id }) => id === map?.id)
}
export const newestYear = (layers: MapLayers) => Math.max(0, ...layersOf(layers).map(({ year }) => year ?? 0))

type Stores = Pick<
  MapStores,
  '$years' | '$overlays' | '$baseMap' | '$comparison' | 'showOverlay' | 'compare' | 'compareYears'
>

/** Two years side by side, each on the map of its time; before the oldest one on the base map. */
export function compareTimes(stores: Stores, layers: MapLayers, sides: { left: number; right: number }): void {
  const idOf = (year: number) => mapOfYear(layersOf(layers), year)?.id ?? stores.$baseMap.get()
  stores.compare({ left: idOf(sides.left), right: idOf(sides.right), at: stores.$comparison.get()?.at ?? 0.5 })
  stores.compareYears(sides.left, sides.right)
}

const KEY = 'lotline-no-map-of-time'

/**
 * In a year the old map of the time lies over the town instead of those that the visitor had chosen, which come back when the year is dropped. What is
 * changed meanwhile counts: whoever takes the map away has none for the rest of the visit. Nothing is laid over a newer aerial photograph.
 */
export function createMapOfTime(stores: Stores, layers: MapLayers, storage = storageOf(window, 'sessionStorage')) {
  const { $years, $overlays, $comparison } = stores
  const $isWanted = atom(!storage?.getItem(KEY))
  /** The id of the map. */
  const $laid = atom<string | null>(null)
  /** What the visitor had before the year, and what was added since. */
  let own: Set<string> | null = null
  const added = new Set<string>()
  /** What we have shown: the rest is the visitor's. */
  let shown: ReadonlySet<string | null>

  function lay() {
    const [{ start, end }, all, isWanted] = [$years.get(), $overlays.get(), $isWanted.get()]
    const isYear = start === end
    if ($comparison.get() || (!isYear && !own)) return
    const laid = (isYear && isWanted && oldMapOf(layers, start)?.id) || null
    // A link may have laid it already.
    own ??= new Set(Object.keys(all).filter((each) => all[each]!.visible && each !== laid))
    $laid.set(laid)
    shown = isYear && isWanted ? new Set([...added, laid]) : own
    for (const each of Object.keys(all))
      if (all[each]!.visible !== shown.has(each)) stores.showOverlay(each, shown.has(each))
    if (isYear) return
    own = null
    added.clear()
  }
  function want(isWanted: boolean) {
    storage?.setItem(KEY, isWanted ? '' : 'off')
    $isWanted.set(isWanted)
    lay()
  }
  function follow() {
    const all = $overlays.get()
    if (!own) return
    const changed = Object.keys(all).filter((id) => all[id]!.visible !== shown.has(id))
    for (const id of changed) for (const set of [own, added]) set[all[id]!.visible ? 'add' : 'delete'](id)
    if (changed.includes($laid.get()!)) want(false)
    else if (changed.length > 0) lay()
  }
  return {
    $isWanted,
    $laid,
    want,
    start() {
      lay()
      const bound = [$years.listen(lay), $comparison.listen(lay), $overlays.listen(follow)]
      return () => bound.forEach((unbind) => unbind())
    },
  }
}
