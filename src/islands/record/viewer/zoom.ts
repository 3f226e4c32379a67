import { VIEWER } from '#contract/limits.ts'

/**
 * How near a picture may come. Scale 1 is the whole picture, as large as the window lets it be; spec §9 "Popup image maximum zoom scale 5" is five times
 * that, whatever its pixels. The engine counts in screen pixels per pixel of the picture. `home`: its zoom of the whole picture, `windowWidth` CSS pixels,
 * `pictureWidth` pixels.
 */
export const nearestPixelRatio = (home: number, windowWidth: number, pictureWidth: number) =>
  (VIEWER.maximumScale * home * windowWidth) / pictureWidth

/** The scale of a zoom, between 1 and 5 for the visitor's eyes: springs overshoot by a hair. */
export const scaleOf = (zoom: number, home: number) => Math.min(VIEWER.maximumScale, Math.max(1, zoom / home))

/** "2.5×" */
export const scaleText = (scale: number) => `${Number(scale.toFixed(1))}×`

/** Nearer than whole: a hair is not. */
export const isNear = (scale: number) => scale > 1.01

/** As near as it may come, but for a hair. */
export const isNearest = (scale: number) => scale >= VIEWER.maximumScale - 0.01

/** CSS pixels that a finger goes at least. */
const SWIPE = 60

/** Where a finger that moved over a whole picture leads: to the next one when it went left far enough, and sideways rather than up. */
export function swipeOf(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}
