import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byStreet, pressTreeKey, rowKey, streetWith, visibleRows, type Row } from '#islands/map/ZoneTree.tsx'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

const zone = (pk: number, address: string, name = address): ZoneOutline => ({
  pk,
  name,
  address,
  altnames: [],
  items: 0,
  rings: [],
  box: null,
})
const town = [
  zone(1, '12 Main Street'),
  zone(2, '9 Main Street'),
  zone(3, 'Gull Lane', 'Lighthouse'),
  zone(4, '', 'Gull Islands'),
  zone(5, '2 Chapel Street'),
]
const streets = byStreet(town)
const rows = visibleRows(streets, new Set(['Main Street']))

test('streets are sorted A to Z, zones by house number, and zones without a street come last', () => {
  expect(streets.map(({ name, zones }) => [name, ...zones.map(({ pk }) => pk)])).toEqual([
    ['Chapel Street', 5],
    ['Gull Lane', 3],
    ['Main Street', 2, 1],
    ['Other places', 4],
  ])
  expect(streetWith(streets, 1)?.name).toBe('Main Street')
  expect(streetWith(streets, 99)).toBeUndefined()
})

describe('keys', () => {
  const press = (key: string, at: number) => pressTreeKey(key, rows, at)

  test('up and down move by row and stop at the ends', () => {
    expect(press('ArrowDown', 0)).toEqual({ act: 'go', to: 1 })
    expect(press('ArrowDown', 5)).toEqual({ act: 'go', to: 5 })
    expect(press('ArrowUp', 0)).toEqual({ act: 'go', to: 0 })
    expect(press('Home', 4)).toEqual({ act: 'go', to: 0 })
    expect(press('End', 0)).toEqual({ act: 'go', to: 5 })
  })

  test('right expands a street, then enters it; left returns to it, then collapses it', () => {
    expect(press('ArrowRight', 0)).toEqual({ act: 'open', street: 'Chapel Street' })
    expect(press('ArrowRight', 2)).toEqual({ act: 'go', to: 3 })
    expect(press('ArrowLeft', 4)).toEqual({ act: 'go', to: 2 })
    expect(press('ArrowLeft', 2)).toEqual({ act: 'close', street: 'Main Street' })
  })

  test('Enter and space act on the current row', () => {
    expect(press('Enter', 3)).toEqual({ act: 'choose', pk: 2 })
    expect(press(' ', 2)).toEqual({ act: 'close', street: 'Main Street' })
    expect(press('Escape', 3)).toEqual({ act: 'leave' })
  })

  test('a letter goes to the next row that starts with it, wrapping around', () => {
    expect(press('m', 3)).toEqual({ act: 'go', to: 2 })
    expect(press('1', 0)).toEqual({ act: 'go', to: 4 })
    expect(press('x', 0)).toBeUndefined()
    expect(press('Tab', 0)).toBeUndefined()
  })

  test('any keys keep the list on an existing row', () => {
    const key = fc.constantFrom(
      'ArrowDown',
      'ArrowUp',
      'ArrowLeft',
      'ArrowRight',
      'Home',
      'End',
      'Enter',
      'm',
      'é',
      '1',
    )
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), (pressed) => {
        const open = new Set<string>()
        let [at, shown]: [number, Row[]] = [0, visibleRows(streets, open)]
        for (const each of pressed) {
          const move = pressTreeKey(each, shown, at)
          if (move?.act === 'go') at = move.to
          if (move?.act === 'open') open.add(move.street)
          if (move?.act === 'close') open.delete(move.street)
          const here = rowKey(shown[at]!)
          shown = visibleRows(streets, open)
          at = shown.findIndex((row) => rowKey(row) === here)
          expect(shown[at]).toBeDefined()
        }
      }),
    )
  })
})
