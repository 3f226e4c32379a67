import fc from 'fast-check'
import { atom } from 'nanostores'
import { describe, expect, test } from 'vitest'
import { createSheet, restingAt, sheetHeights } from '#islands/map/sheet-control.ts'
import type { FitRequest } from '#stores/map/map-stores.ts'

const heights = sheetHeights(700, 110)

describe('heights', () => {
  test('are the head, half the room, or nearly all of it', () => {
    expect(heights).toEqual({ collapsed: 110, half: 350, full: 660 })
  })
  test('are in order and within the room, however low it is', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(400), (room, head) => {
        const { collapsed, half, full } = sheetHeights(room, head)
        expect(collapsed).toBeLessThanOrEqual(half)
        expect(half).toBeLessThanOrEqual(full)
        expect(full).toBeLessThanOrEqual(room)
      }),
    )
  })
})

describe('a drag', () => {
  test('ends at the nearest height', () => {
    expect(restingAt(190, 0, heights)).toBe('collapsed')
    expect(restingAt(300, 0.1, heights)).toBe('half')
    expect(restingAt(600, -0.1, heights)).toBe('full')
  })
  test('continues in the direction of a fling', () => {
    expect(restingAt(130, 1, heights)).toBe('half')
    expect(restingAt(400, 1, heights)).toBe('full')
    expect(restingAt(660, 1, heights)).toBe('full')
    expect(restingAt(640, -1, heights)).toBe('half')
    expect(restingAt(110, -1, heights)).toBe('collapsed')
  })
})

describe('the sheet', () => {
  function sheetOn({ phone }: { phone: boolean }) {
    const $selected = atom<number | null>(null)
    const $fit = atom<FitRequest | null>(null)
    const page = { phone }
    const sheet = createSheet(
      { $selected, $fit },
      {
        isPhone: () => page.phone,
        room: () => 700,
        head: () => 110,
      },
    )
    sheet.measure()
    return { sheet, $selected, $fit, page }
  }
  const somewhere: FitRequest = { id: 1, kind: 'box', box: [0, 0, 1, 1], padding: 300 }

  test('rises to half for a selected zone, before the map fits it', () => {
    const { sheet, $selected, $fit } = sheetOn({ phone: true })
    let covered: number | null = 0
    $fit.listen(() => (covered = sheet.$height.get()))
    expect(sheet.$height.get()).toBe(110)
    $selected.set(4)
    $fit.set(somewhere)
    expect(covered).toBe(350)
  })
  test('lowers from full height only', () => {
    const { sheet, $fit } = sheetOn({ phone: true })
    sheet.show('full')
    $fit.set(somewhere)
    expect(sheet.$detent.get()).toBe('half')
    sheet.show('collapsed')
    $fit.set({ ...somewhere, id: 2 })
    expect(sheet.$detent.get()).toBe('collapsed')
  })
  test('stays when the zone is deselected', () => {
    const { sheet, $selected } = sheetOn({ phone: true })
    $selected.set(4)
    sheet.show('collapsed')
    $selected.set(null)
    expect(sheet.$detent.get()).toBe('collapsed')
  })
  test('is off beside the map, and becomes a sheet in a narrow window', () => {
    const { sheet, $selected, page } = sheetOn({ phone: false })
    $selected.set(4)
    expect([sheet.$height.get(), sheet.$detent.get()]).toEqual([null, 'collapsed'])
    page.phone = true
    sheet.measure()
    expect(sheet.$height.get()).toBe(110)
  })
})
