import { atom } from 'nanostores'
import type { Box } from '#rules/small-maps.ts'
import type { FitRequest, View } from './map-stores.ts'

/** What the engine is asked to show; each request is a new one, so that the same place can be asked for twice. */
export function createFits() {
  const $fit = atom<FitRequest | null>(null)
  let turn = 0
  return {
    $fit,
    toBox: (box: Box, padding: number) => $fit.set({ turn: ++turn, kind: 'box', box, padding }),
    toView: (view: View) => $fit.set({ turn: ++turn, kind: 'view', view }),
  }
}
export type Fits = ReturnType<typeof createFits>
