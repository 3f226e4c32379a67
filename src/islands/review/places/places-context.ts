import { createContext, use } from 'react'
import type { Places } from '#stores/review/places/places.ts'
import type { PlacesMap } from '#stores/review/places/places-map.ts'
import type { PlacesCanvas } from './places-canvas.ts'

export interface PlacesParts {
  places: Places
  map: PlacesMap
  canvas: PlacesCanvas
}
export const PlacesContext = createContext<PlacesParts | null>(null)

export function usePlaces(): PlacesParts {
  const parts = use(PlacesContext)
  if (parts === null) throw new Error('This component needs the PlacesContext.')
  return parts
}
