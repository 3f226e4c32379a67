import type { Page } from 'playwright'
import type { Place } from './live-map.ts'

/** Touch gestures beyond a tap, through the DevTools protocol. */
export async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  return {
    tap: ({ x, y }: Place) => page.touchscreen.tap(x, y),
    async doubleTap({ x, y }: Place) {
      await page.touchscreen.tap(x, y)
      await page.touchscreen.tap(x, y)
    },
    async rest(place: Place, milliseconds: number) {
      await touch('touchStart', [place])
      await pause(milliseconds)
      await touch('touchEnd', [])
    },
    /** Moves through all places, then lifts. A finger that rests first does not fling. */
    async drag(places: readonly Place[]) {
      await touch('touchStart', places.slice(0, 1))
      for (const place of places.slice(1)) {
        await touch('touchMove', [place])
        await pause(16)
      }
      await pause(150)
      await touch('touchEnd', [])
    },
    /** A pinch around a place, from one distance to another. */
    async pinch({ x, y }: Place, from: number, to: number) {
      const at = (distance: number) => [
        { x: x - distance / 2, y },
        { x: x + distance / 2, y },
      ]
      await touch('touchStart', at(from))
      for (let step = 1; step <= 8; step++) {
        await touch('touchMove', at(from + ((to - from) * step) / 8))
        await pause(16)
      }
      await touch('touchEnd', [])
    },
  }
}
