import type { ReadableAtom } from 'nanostores'
import type { MapStores } from './create-map-stores.ts'

type Layered = Pick<MapStores, '$overlays' | '$baseMap' | '$comparison'>

/** The layers that are ticked in the legend: those that lie over each other, or are compared. */
export function tickedLayers(stores: Layered, read = <Value>($store: ReadableAtom<Value>) => $store.get()): string[] {
  const [overlays, baseMap, compared] = [read(stores.$overlays), read(stores.$baseMap), read(stores.$comparison)]
  if (compared) return [compared.left, compared.right]
  return [...Object.keys(overlays).filter((id) => overlays[id]!.visible), baseMap]
}

/** Ends the comparison with its layers over each other, so that what is ticked stays ticked. */
export function layCompared(stores: Layered & Pick<MapStores, 'showOverlay' | 'chooseBaseMap'>): void {
  if (!stores.$comparison.get()) return
  const compared = tickedLayers(stores)
  for (const id of Object.keys(stores.$overlays.get())) stores.showOverlay(id, compared.includes(id))
  for (const id of compared) stores.chooseBaseMap(id)
}
