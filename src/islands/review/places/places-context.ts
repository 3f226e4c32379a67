import type { Places } from '#stores/review/places/places.ts'
import type { PlacesMap } from '#stores/review/places/places-map.ts'
import type { PlacesCanvas } from './places-canvas.ts'
import { requiredContext } from '../../widgets/required-context.ts'

export interface PlacesParts {
  places: Places
  map: PlacesMap
  canvas: PlacesCanvas
}
/** Available to the components of the page. */
export const [PlacesContext, usePlaces] = requiredContext<PlacesParts>('PlacesContext')
