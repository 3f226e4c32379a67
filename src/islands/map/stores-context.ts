import { createContext, use } from 'react'
import type { MapStores } from '#stores/map/map-stores.ts'

export const StoresContext = createContext<MapStores | null>(null)

/** The stores of the map page, available below each of its islands. */
export function useMapStores(): MapStores {
  const stores = use(StoresContext)
  if (stores === null) throw new Error('This component needs the StoresContext.')
  return stores
}
