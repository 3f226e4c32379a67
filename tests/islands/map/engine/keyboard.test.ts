import { beforeEach, expect, test } from 'vitest'
import { createKeyboard } from '#islands/map/engine/keyboard.ts'
import { indexZones } from '#islands/map/engine/zone-index.ts'
import { world } from '../../../stores/map/world.ts'
import { square } from './outlines.ts'

let stores: ReturnType<typeof world>['stores']
let moves: string[]
let keyboard: ReturnType<typeof createKeyboard>
let zones = [square(1, 0, 0), square(2, 10, 0), square(3, 20, 0)]
const press = (...keys: string[]) => keys.map((key) => keyboard.press(key))

beforeEach(async () => {
  zones = [square(1, 0, 0), square(2, 10, 0), square(3, 20, 0)]
  const here = world({ zones })
  await here.begin()
  stores = here.stores
  moves = []
  keyboard = createKeyboard({
    stores,
    index: () => indexZones(zones),
    centre: () => [1, 1],
    reveal: (pk) => moves.push(`reveal ${pk}`),
    pan: (direction) => moves.push(`pan ${direction}`),
    zoom: (by) => moves.push(`zoom ${by}`),
  })
})

test('arrows go from the selected zone to its neighbours, and pan at the edge', () => {
  stores.clickZone(1)
  press('ArrowRight', 'ArrowRight')
  expect([stores.$hover.get()?.pk, stores.$selected.get()]).toEqual([3, 1])
  press('ArrowRight')
  expect(moves).toEqual(['reveal 2', 'reveal 3', 'pan right'])
  press('Enter')
  expect(stores.$selected.get()).toBe(3)
})
test('Escape leaves the current zone, then deselects, then is not handled', () => {
  stores.clickZone(1)
  press('ArrowRight')
  expect(press('Escape')).toEqual([true])
  expect([stores.$hover.get(), stores.$selected.get()]).toEqual([null, 1])
  expect(press('Escape', 'Escape')).toEqual([true, false])
  expect(stores.$selected.get()).toBeNull()
})
test('plus and minus zoom; other keys are not handled', () => {
  expect(press('+', '=', '-')).toEqual([true, true, true])
  expect(moves).toEqual(['zoom 1', 'zoom 1', 'zoom -1'])
  expect(press('Tab', 'a', ' ', 'PageDown')).toEqual([false, false, false, false])
})
test('works while zones are being replaced', () => {
  stores.clickZone(2)
  press('ArrowRight')
  zones = [square(1, 0, 0), square(9, 10, 0)]
  press('ArrowLeft')
  expect(moves.at(-1)).toBe('pan left')
  press('Enter')
  expect(stores.$hover.get()?.pk).toBe(1)
})
test('a pointer takes over', () => {
  press('Enter')
  keyboard.leave()
  expect([keyboard.current(), stores.$hover.get()]).toEqual([null, null])
})
