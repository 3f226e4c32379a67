import type { Geometry } from '#contract/location.ts'
import { areaOf, boundingBox, isInsideRing, mercatorRings, overlap, toMercator, type Box } from '../map/geometry.ts'

/** Finds the place that a point in degrees is in; of a parcel in a ward, the smallest. */
export function createPlaceIndex<Key>() {
  const places: { key: Key; rings: ReturnType<typeof mercatorRings>; box: Box; area: number }[] = []
  return {
    add(key: Key, geometry: Geometry): void {
      const rings = mercatorRings(geometry)
      places.push({ key, rings, box: boundingBox(rings), area: Math.max(...rings.map(areaOf)) })
    },
    at(longitude: number, latitude: number): Key | undefined {
      const point = toMercator([longitude, latitude])
      const around = places.filter(
        ({ rings, box }) =>
          overlap(box, [...point, ...point]) && rings.filter((ring) => isInsideRing(ring, point)).length % 2 === 1,
      )
      return around.toSorted((a, b) => a.area - b.area)[0]?.key
    },
  }
}
