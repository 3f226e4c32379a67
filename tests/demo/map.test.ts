import { expect, it } from 'vitest'
import { locationsGeoJson } from '#demo/bundle-rows.ts'
import { foundTown } from '#demo/town.ts'

type Pair = [number, number]
interface Collection {
  features: {
    id: number
    properties: { name: string; altnames: string }
    geometry: { type: string; coordinates: Pair[][] | Pair[][][] }
  }[]
}
const map = locationsGeoJson(foundTown()) as Collection
const outlines = map.features.flatMap((feature) => {
  const polygons =
    feature.geometry.type === 'Polygon'
      ? [feature.geometry.coordinates as Pair[][]]
      : (feature.geometry.coordinates as Pair[][][])
  return polygons.map((polygon) => ({ feature, ring: polygon[0] as Pair[] }))
})

const cross = (o: Pair, a: Pair, b: Pair): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
const crossing = (a: Pair, b: Pair, c: Pair, d: Pair): boolean =>
  cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0
function inside([x, y]: Pair, ring: Pair[]): boolean {
  let odd = false
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as Pair, ring[i] as Pair]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) odd = !odd
  }
  return odd
}
function overlap(a: Pair[], b: Pair[]): boolean {
  if (inside(a[0] as Pair, b) || inside(b[0] as Pair, a)) return true
  for (let i = 1; i < a.length; i++)
    for (let j = 1; j < b.length; j++) {
      if (crossing(a[i - 1] as Pair, a[i] as Pair, b[j - 1] as Pair, b[j] as Pair)) return true
    }
  return false
}

it('lays out zones that do not overlap', () => {
  const found: string[] = []
  outlines.forEach((a, i) => {
    for (const b of outlines.slice(i + 1))
      if (overlap(a.ring, b.ring)) found.push(`${a.feature.properties.name} and ${b.feature.properties.name}`)
  })
  expect(found).toEqual([])
})
