import { VIEWER } from '#contract/limits.ts'

/**
 * OpenSeadragon's maximum zoom, in screen pixels per picture pixel. Scale 1 is the whole picture in the window; spec §9 "Popup image maximum zoom scale
 * 5" is five times that. `home`: the engine's zoom at scale 1; widths in pixels.
 */
export const nearestPixelRatio = (home: number, windowWidth: number, pictureWidth: number) =>
  (VIEWER.maximumScale * home * windowWidth) / pictureWidth

/** The scale of a zoom, clamped to 1..5 because animations overshoot. */
export const scaleOf = (zoom: number, home: number) => Math.min(VIEWER.maximumScale, Math.max(1, zoom / home))

/** "2.5×" */
export const scaleText = (scale: number) => `${Number(scale.toFixed(1))}×`

/** Zoomed in, with a tolerance. */
export const isNear = (scale: number) => scale > 1.01

/** At the maximum, with a tolerance. */
export const isNearest = (scale: number) => scale >= VIEWER.maximumScale - 0.01

/** Minimum CSS pixels of a swipe. */
const SWIPE = 60

/** The step of a swipe: 1 to the left, -1 to the right, 0 when too short or too steep. */
export function swipeOf(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}
