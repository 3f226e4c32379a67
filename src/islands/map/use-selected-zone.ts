import { useStore } from '../widgets/use-store.ts'
import { useMemo } from 'react'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useMapStores } from './stores-context.ts'

/** The selected zone, if any. */
export function useSelectedZone(): ZoneOutline | undefined {
  const stores = useMapStores()
  const zones = useStore(stores.$zones)
  const selected = useStore(stores.$selected)
  return useMemo(() => (selected === null ? undefined : zones.find(({ pk }) => pk === selected)), [zones, selected])
}
