import { createContext, use } from 'react'
import type { MapStores } from '#stores/map/map-stores.ts'

export const StoresContext = createContext<MapStores | null>(null)

/** Streets with how many zones they have, as of the last build: what the list of zones shows until they are there, so that nothing under it moves. */
export type StreetCounts = readonly (readonly [street: string, zones: number])[]
export const StreetsContext = createContext<StreetCounts>([])

/** The stores of the map page. Everything below the page's root has them. */
export function useMapStores(): MapStores {
  const stores = use(StoresContext)
  if (stores === null) throw new Error('A part of the map page stands outside of it.')
  return stores
}
