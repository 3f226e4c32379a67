import { expect, test } from 'vitest'
import { snapToZones } from '#islands/review/places/snap.ts'
import { outlineOf } from '#rules/map/zone-outlines.ts'

const zone = outlineOf({
  type: 'Feature',
  properties: { pk: 1, name: 'A', address: '', altnames: [] },
  geometry: { type: 'Polygon', coordinates: [[[-81, 43], [-80.99, 43], [-80.99, 43.01], [-81, 43.01], [-81, 43]]] },
}) // prettier-ignore

test('a corner snaps to the nearest corner within reach, else to the nearest side, else not at all', () => {
  expect(snapToZones([zone], [-80.99995, 43.00002], 20)).toEqual([-81, 43])
  expect(snapToZones([zone], [-80.995, 43.00005], 20)).toEqual([-80.995, 43])
  expect(snapToZones([zone], [-80.995, 43.005], 20)).toBeUndefined()
  expect(snapToZones([], [-81, 43], 20)).toBeUndefined()
})
