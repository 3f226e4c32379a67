import { expect, test } from 'vitest'
import { streetLines } from '#snapshot/pages/browse/street-lines.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

/** A lot of 20 by 30 metres. */
function lot(pk: number, address: string, x: number, y: number): ZoneOutline {
  const rings = [Float64Array.from([x, y, x + 20, y, x + 20, y + 30, x, y + 30])]
  return { pk, name: address, address, altnames: [], items: 0, rings, box: [x, y, x + 20, y + 30] }
}
/** Lots on both sides of a street, 20 metres wide. */
const street = (name: string, x: number, y: number) =>
  [0, 1, 2, 3, 4].flatMap((at) => [
    lot(at * 2 + 1, `${at * 2 + 1} ${name}`, x + at * 20, y),
    lot(at * 2 + 2, `${at * 2 + 2} ${name}`, x + at * 20, y - 50),
  ])

test("a street's line is between its lots, from the first to the last", () => {
  const [row, ...others] = streetLines(street('Main Street', -9_000_000, 5_000_000))
  expect(others).toEqual([])
  const [name, x, y, angle, reach] = row!
  expect([name, angle]).toEqual(['Main Street', 0])
  expect(Math.abs(x + 9_000_000 - 50)).toBeLessThan(3)
  expect(Math.abs(y - 5_000_000 + 10)).toBeLessThan(3)
  expect(Math.abs(reach - 40)).toBeLessThan(3)
})

test('a street has its name too where lots have no numbers: by the word for a street in address or name', () => {
  const along = (write: (at: number) => Partial<ZoneOutline>) =>
    streetLines([0, 1, 2, 3].map((at) => ({ ...lot(at + 1, '', at * 20, 0), ...write(at) }))).map(([name]) => name)
  expect(along(() => ({ address: 'KING STREET' }))).toEqual(['King Street'])
  expect(along((at) => ({ name: `Lot ${at}, Mill Lane` }))).toEqual(['Mill Lane'])
  expect(along((at) => ({ address: '', name: `Lot ${at}` }))).toEqual([])
  expect(along(() => ({ address: 'Court House' }))).toEqual([])
})

test('places without a number, and streets of two lots, have none', () => {
  const zones = [lot(1, 'Mill', 0, 0), lot(2, '1 Short Street', 30, 0), lot(3, '3 Short Street', 60, 0)]
  expect(streetLines(zones)).toEqual([])
  expect(streetLines([])).toEqual([])
})
