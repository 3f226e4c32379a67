import { atom } from 'nanostores'
import type { MapLayers } from '#contract/map-layers.ts'
import { storageOf } from '#stores/shared/browser-deps.ts'
import { mapOfYear } from '#rules/years/map-of-year.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { canShow } from '../engine/layer-plan.ts'
import { yearStoresOf } from '../year-stores.ts'

/** The old map follows the year, there is none, or the id of the one that the visitor took instead. */
export const [OF_TIME, NONE] = ['', '-']
const KEY = 'lotline-no-map-of-time'

export const layersOf = ({ overlays, baseMaps }: MapLayers) => [
  ...overlays.filter(({ inLegend }) => inLegend),
  ...baseMaps.filter(canShow),
]

type Stores = Pick<
  MapStores,
  '$years' | '$overlays' | '$baseMap' | '$comparison' | 'showOverlay' | 'chooseBaseMap' | 'compare'
>

/** Two years side by side, each on the map of its time, before the oldest one on the base map. */
export function compareTimes(
  stores: Stores,
  layers: MapLayers,
  { left, right }: { left: number; right: number },
): void {
  const idOf = (year: number) => mapOfYear(layersOf(layers), year)?.id ?? stores.$baseMap.get()
  stores.compare({ left: idOf(left), right: idOf(right), at: stores.$comparison.get()?.at ?? 0.5 })
  yearStoresOf(stores).compareYears?.(left, right)
}

/**
 * In a year the newest old map that is not later lies over the town, instead of those that the visitor had chosen: these come back when the year is
 * dropped. What the visitor changes meanwhile counts; whoever takes it away has none for the rest of the visit.
 */
export function createMapOfTime(
  stores: Stores,
  layers: MapLayers,
  storage: Pick<Storage, 'getItem' | 'setItem'> | null = storageOf(window, 'sessionStorage'),
) {
  const { $years, $overlays, $baseMap, $comparison } = stores
  const dated = layersOf(layers)
  const $choice = atom(storage?.getItem(KEY) ? NONE : OF_TIME)
  const $laid = atom<string | null>(null)
  /** What the visitor had before the year, and has added since. */
  let own: { overlays: Set<string>; base: string } | null = null
  const added = new Set<string>()
  let isOurs = false

  const visible = () => Object.keys($overlays.get()).filter((id) => $overlays.get()[id]!.visible)
  const isOld = (id: string | null) => id !== null && Object.hasOwn($overlays.get(), id)
  function show(shown: ReadonlySet<string>, base: string) {
    isOurs = true
    for (const [id, { visible }] of Object.entries($overlays.get()))
      if (visible !== shown.has(id)) stores.showOverlay(id, shown.has(id))
    if (base !== $baseMap.get()) stores.chooseBaseMap(base)
    isOurs = false
  }
  function lay() {
    const { start, end } = $years.get()
    if ($comparison.get() || isOurs) return
    if (start !== end) {
      if (!own) return
      $laid.set(null)
      show(own.overlays, own.base)
      own = null
      added.clear()
      if ($choice.get() !== NONE) $choice.set(OF_TIME)
      return
    }
    const choice = $choice.get()
    const id = choice === NONE ? null : choice === OF_TIME ? (mapOfYear(dated, start)?.id ?? null) : choice
    // A link has it already.
    own ??= { overlays: new Set(visible().filter((each) => each !== id)), base: $baseMap.get() }
    $laid.set(id)
    if (choice === NONE) show(own.overlays, own.base)
    else show(new Set(isOld(id) ? [...added, id!] : added), id === null || isOld(id) ? own.base : id)
  }
  function choose(choice: string) {
    storage?.setItem(KEY, choice === NONE ? NONE : '')
    $choice.set(choice)
    lay()
  }
  /** The visitor has changed the layers. */
  function follow() {
    if (isOurs || !own || $comparison.get()) return
    const laid = $laid.get()
    const now = new Set(visible())
    for (const id of Object.keys($overlays.get()).filter((each) => each !== laid)) {
      if (now.has(id)) added.add(id)
      const set = own.overlays
      if (now.has(id)) set.add(id)
      else if (added.delete(id) || $choice.get() === NONE) set.delete(id)
    }
    if (laid === null || isOld(laid)) own.base = $baseMap.get()
    const isGone = isOld(laid) ? !now.has(laid!) : laid !== null && laid !== $baseMap.get()
    if (!isGone) return
    own.base = $baseMap.get()
    $laid.set(null)
    choose(NONE)
  }
  const unbind = [$years.listen(lay), $comparison.listen(lay), $overlays.listen(follow), $baseMap.listen(follow)]
  lay()
  return { $choice, $laid, choose, end: () => unbind.forEach((off) => off()) }
}
