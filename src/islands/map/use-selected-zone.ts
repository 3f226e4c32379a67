import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { useMapStores } from './stores-context.ts'

/** The zone that is selected; undefined for none. */
export function useSelectedZone(): ZoneOutline | undefined {
  const stores = useMapStores()
  const zones = useStore(stores.$zones)
  const selected = useStore(stores.$selected)
  return useMemo(() => (selected === null ? undefined : zones.find(({ pk }) => pk === selected)), [zones, selected])
}
