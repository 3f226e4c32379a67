import { useMemo } from 'react'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useStore } from '../widgets/use-store.ts'
import { requiredContext } from '../widgets/required-context.ts'

export const theMap = () => document.querySelector<HTMLElement>('.map-engine')
/** The summary of the section around an element, which is always visible. */
export const sectionLine = (element: Element) => element.closest('.side-section')?.querySelector<HTMLElement>('summary')

/** The stores of the map page, available below each of its islands. */
export const [StoresContext, useMapStores] = requiredContext<MapStores>('StoresContext')

/** The selected zone, if any. */
export function useSelectedZone(): ZoneOutline | undefined {
  const stores = useMapStores()
  const zones = useStore(stores.$zones)
  const selected = useStore(stores.$selected)
  return useMemo(() => (selected === null ? undefined : zones.find(({ pk }) => pk === selected)), [zones, selected])
}
