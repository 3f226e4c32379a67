import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelPlace, labelText } from '#islands/map/engine/hover-label.ts'

test('the label has the texts of the spec', () => {
  expect(labelText(null, 'api')).toBe('Hover over a location')
  expect(labelText({ pk: 1, name: null }, 'api')).toBe('Loading...')
  expect(labelText(null, 'loading')).toBe('Loading...')
  expect(labelText({ pk: 1, name: '12 Main Street' }, 'loading')).toBe('12 Main Street')
  for (const source of ['snapshot', 'away', 'none'] as const)
    expect(labelText(null, source)).toBe('Hover over a location')
})

test('the label is on the map, and not under the pointer', () => {
  const side = fc.integer({ min: 300, max: 2000 })
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(side, side, place, place, fc.integer({ min: 20, max: 130 }), (width, height, px, py, length) => {
      const [pointer, label] = [
        { x: px * width, y: py * height },
        { width: length, height: 28 },
      ]
      const { x, y } = labelPlace(pointer, label, { width, height })
      expect(Math.min(x, y, width - x - label.width, height - y - label.height)).toBeGreaterThanOrEqual(0)
      const over = x <= pointer.x && pointer.x <= x + label.width && y <= pointer.y && pointer.y <= y + label.height
      expect(over).toBe(false)
    }),
  )
})
