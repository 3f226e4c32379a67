import type { Box } from '#rules/map/geometry.ts'
import type { View } from '#stores/map/map-stores.ts'
import { metresPerPixel } from './engine/fit-view.ts'

/** What a map of this size shows. */
export function viewBox({ centre: [x, y], zoom }: View, width: number, height: number): Box {
  const half = metresPerPixel(zoom) / 2
  return [x - width * half, y - height * half, x + width * half, y + height * half]
}
