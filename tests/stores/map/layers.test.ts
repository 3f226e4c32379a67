import fc from 'fast-check'
import { createFits } from '#stores/map/fits.ts'
import { expect, test } from 'vitest'
import { createLayers, clampOpacity } from '#stores/map/layers.ts'
import { createYears } from '#stores/map/create-map-stores.ts'
import { clampYears } from '#stores/shared/years.ts'
import { SOCIETY, THIS_YEAR, world } from './world.ts'

const layers = (fits = createFits()) => createLayers(SOCIETY, fits)

test('each overlay has its own state; unknown ids change nothing', () => {
  const { $overlays, $baseMap, showOverlay, setOpacity, chooseBaseMap } = layers()
  showOverlay('town-1879', true)
  setOpacity('town-1879', 0.256)
  const before = $overlays.get()
  expect(before['town-1879']).toEqual({ visible: true, opacity: 0.26 })
  expect(before['town-1856']).toEqual({ visible: false, opacity: 1 })
  for (const id of ['atlantis', '__proto__', 'constructor']) {
    showOverlay(id, true)
    setOpacity(id, 0.5)
    chooseBaseMap(id)
  }
  setOpacity('town-1879', NaN)
  expect($overlays.get()).toEqual(before)
  expect($baseMap.get()).toBe('aerial-2015')
  chooseBaseMap('osm')
  expect($baseMap.get()).toBe('osm')
})

test('opacity is clamped to 0..1, in hundredths', () => {
  fc.assert(
    fc.property(fc.double(), (opacity) => {
      const held = clampOpacity(opacity)
      if (!Number.isFinite(opacity)) {
        expect(held).toBeUndefined()
        return
      }
      expect(held).toBeGreaterThanOrEqual(0)
      expect(held).toBeLessThanOrEqual(1)
      expect(Number(held!.toFixed(2))).toBe(held)
      if (opacity >= 0 && opacity <= 1) expect(Math.abs(held! - opacity)).toBeLessThanOrEqual(0.005 + 1e-9)
    }),
  )
})

test('a problem is listed until it is cleared; repeating it notifies nobody', () => {
  const { $problems, setProblem } = layers()
  let told = 0
  $problems.listen(() => told++)
  setProblem('osm', 'slow')
  setProblem('osm', 'away')
  setProblem('osm', 'away')
  expect($problems.get()).toEqual({ osm: 'away' })
  setProblem('osm', null)
  setProblem('town-1856', null)
  expect($problems.get()).toEqual({})
  expect(told).toBe(3)
})

test('years are integers, within the slider, and in order', () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), (start, end) => {
      const held = clampYears({ start, end }, THIS_YEAR)
      if (!Number.isFinite(start) || !Number.isFinite(end)) {
        expect(held).toBeUndefined()
        return
      }
      expect(held!.start).toBeGreaterThanOrEqual(1830)
      expect(held!.end).toBeLessThanOrEqual(THIS_YEAR)
      expect(held!.start).toBeLessThanOrEqual(held!.end)
      expect([held!.start, held!.end].every(Number.isInteger)).toBe(true)
    }),
  )
  const { $years, setYears } = createYears(THIS_YEAR)
  expect($years.get()).toEqual({ start: 1830, end: THIS_YEAR })
  setYears({ start: 1900, end: 1850 })
  expect($years.get()).toEqual({ start: 1850, end: 1900 })
})

test('a view that is not finite is ignored', () => {
  const { stores } = world()
  const before = stores.$view.get()
  stores.setView({ centre: [NaN, 0], zoom: 15 })
  stores.setView({ ...before })
  expect(stores.$view.get()).toBe(before)
  stores.setView({ centre: [1, 2], zoom: 16 })
  expect(stores.$view.get()).toEqual({ centre: [1, 2], zoom: 16 })
})

test('zooming to an old map shows the whole of it, once it is known where that lies', () => {
  const fits = createFits()
  const { setBounds, zoomToMap } = layers(fits)
  zoomToMap('town-1856')
  expect(fits.$fit.get()).toBeNull()
  setBounds({ 'town-1856': [0, 1, 20, 30] })
  zoomToMap('town-1856')
  expect(fits.$fit.get()).toMatchObject({ kind: 'box', box: [0, 1, 20, 30] })
})
