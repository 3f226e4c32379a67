import { atom } from 'nanostores'
import type { Box } from '#rules/map/geometry.ts'
import type { FitRequest, View } from './map-stores.ts'

/** Requests for the engine to show something. Each has its own id, so that the same place can be requested twice. */
export function createFits() {
  const $fit = atom<FitRequest | null>(null)
  let id = 0
  return {
    $fit,
    toBox: (box: Box, padding: number) => $fit.set({ id: ++id, kind: 'box', box, padding }),
    toView: (view: View) => $fit.set({ id: ++id, kind: 'view', view }),
  }
}
export type Fits = ReturnType<typeof createFits>
