import { expect, it } from 'vitest'
import { locationsGeoJson } from '#demo/bundle-rows.ts'
import { foundTown } from '#demo/town.ts'

type Pair = [number, number]
interface Feature {
  id: number
  properties: {
    pk: number
    name: string
    altnames: string
    date_start?: number
    date_end?: number
    succession?: string
    predecessors?: number[]
  }
  geometry: { type: string; coordinates: Pair[][] | Pair[][][] }
}
const map = locationsGeoJson(foundTown()) as { features: Feature[] }
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

const yearOf = (date: number | string) => Number(/\d{4}/.exec(String(date))![0])
/** Whether two places were there in one year, or may have been. */
const meet = ({ properties: a }: Feature, { properties: b }: Feature) =>
  [
    [a, b],
    [b, a],
  ].every(([one, other]) => yearOf(one!.date_start ?? '0000') < yearOf(other!.date_end ?? '9999'))

it('lays out zones that do not overlap at any time', () => {
  const found: string[] = []
  outlines.forEach((a, i) => {
    for (const b of outlines.slice(i + 1))
      if (meet(a.feature, b.feature) && overlap(a.ring, b.ring))
        found.push(`${a.feature.properties.name} and ${b.feature.properties.name}`)
  })
  expect(found).toEqual([])
})

it('what was split or joined covers the ground of what there was before', () => {
  const ringOf = (pk: number) => outlines.find(({ feature }) => feature.id === pk)!.ring
  const area = (ring: Pair[]) => Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length]![1] - y * ring[(i + 1) % ring.length]![0], 0)) // prettier-ignore
  const parts = map.features.filter(({ properties }) => /split|joined/.test(properties.succession ?? ''))
  const families = Map.groupBy(parts, ({ properties }) => properties.predecessors!.join())
  expect(families.size).toBeGreaterThan(12)
  for (const [before, after] of families) {
    const [old, now] = [before.split(',').map(Number), after.map(({ id }) => id)].map((pks) => pks.map(ringOf))
    const name = after[0]!.properties.name
    const [ground, share] = [old, now].map((rings) => rings!.reduce((sum, ring) => sum + area(ring), 0))
    expect(share! / ground!, name).toBeGreaterThan(0.85)
    expect(share! / ground!, name).toBeLessThan(1.05)
    const [whole, pieces] = old!.length === 1 ? [old!, now!] : [now!, old!]
    const [xs, ys] = [0, 1].map((axis) => whole[0]!.map((corner) => corner[axis]!))
    for (const [x, y] of pieces.flat()) {
      expect(x, name).toBeGreaterThanOrEqual(Math.min(...xs!) - 1e-7)
      expect(x, name).toBeLessThanOrEqual(Math.max(...xs!) + 1e-7)
      expect(y, name).toBeGreaterThanOrEqual(Math.min(...ys!) - 1e-7)
      expect(y, name).toBeLessThanOrEqual(Math.max(...ys!) + 1e-7)
    }
  }
})
