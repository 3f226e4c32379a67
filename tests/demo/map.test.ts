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

it('closes its rings, turns them as RFC 7946 wants, and lies around the start centre', () => {
  for (const { ring } of outlines) {
    expect(ring[0]).toEqual(ring.at(-1))
    const area = ring.slice(1).reduce((sum, [x, y], i) => sum + (ring[i] as Pair)[0] * y - x * (ring[i] as Pair)[1], 0)
    expect(area).toBeGreaterThan(0)
    for (const [lon, lat] of ring) {
      expect(Math.abs(lon + 81.6969)).toBeLessThan(0.02)
      expect(Math.abs(lat - 43.5625)).toBeLessThan(0.01)
    }
  }
})

it('has many-part zones, unique names, and alternate names as a JSON list', () => {
  expect(map.features.filter((feature) => feature.geometry.type === 'MultiPolygon').length).toBeGreaterThan(1)
  expect(new Set(map.features.map((feature) => feature.properties.name)).size).toBe(map.features.length)
  for (const feature of map.features) expect(Array.isArray(JSON.parse(feature.properties.altnames))).toBe(true)
})
