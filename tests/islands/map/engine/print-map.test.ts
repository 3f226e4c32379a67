import type { Map } from 'leaflet'
import { expect, test, vi } from 'vitest'
import { printMap } from '#islands/map/engine/print-map.ts'

test('the map has its size on paper before the browser prints, and that of the screen after', () => {
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  const steps: unknown[] = []
  const element = { toggleAttribute: (name: string, on: boolean) => steps.push([name, on]) }
  // Its middle stays: Leaflet pans by default when its size changes.
  printMap({ getContainer: () => element, invalidateSize: (options: unknown) => steps.push(options) } as unknown as Map)
  for (const type of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(type))
  expect(steps).toEqual([['data-printed', true], { animate: false }, ['data-printed', false], { animate: false }])
  vi.unstubAllGlobals()
})
