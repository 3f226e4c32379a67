import { type Point, along, points } from '../../geometry.ts'
import { createRandom } from '../../random.ts'
import { band, cover } from './film.ts'
import { M } from './materials.ts'
import { type Scene, car, roof, tree } from './things.ts'

/** Lakeview Estates on Lot 2 of the Lake Range: a hayfield in 2006, half built in 2010, lived in by 2015. */
const CENTRES: Point[][] = [
  [
    [21, -4.3],
    [30, -4.3],
    ...along(Math.PI / 2, -Math.PI / 2, 0.2, (a): Point => [30 + 3.2 * Math.cos(a), -7.2 + 2.9 * Math.sin(a)]),
    [30, -10.1],
    [21, -10.1],
    [21, -4.3],
  ],
  points('18.2,-7.2 31.4,-7.2 38.2,-7.2 38.2,-3.6'),
]

export function suburb(scene: Scene): void {
  const { film, year } = scene
  if (year < 2008) return
  const outline: Point[] = points('18.4,-12.3 39.8,-12.3 39.8,-2.2 18.4,-2.2')
  cover(
    film,
    outline.map((p) => film.at(p)),
    year < 2012 ? M.dirt : M.lawn,
    126,
  )
  for (const centre of CENTRES) {
    band(
      film,
      centre.map((p) => film.at(p)),
      0.62 * film.scale,
      M.concrete,
      122,
    )
    band(
      film,
      centre.map((p) => film.at(p)),
      0.5 * film.scale,
      M.asphalt,
      112,
    )
  }
  for (const centre of CENTRES)
    for (let k = 0; k + 1 < centre.length; k++) {
      const [[ae, an], [be, bn]] = [centre[k]!, centre[k + 1]!]
      const length = Math.hypot(be - ae, bn - an)
      const [ue, un] = [(be - ae) / length, (bn - an) / length]
      for (let s = 0.6; s < length - 0.4; s += 1.15)
        for (const side of [1, -1]) {
          const at = (a: number, off: number): Point => [
            ae + ue * (s + a) - un * off * side,
            an + un * (s + a) + ue * off * side,
          ]
          const [e, n] = at(0, 1.1)
          if (e < 19 || e > 39.4 || n < -12 || n > -2.5) continue
          const random = createRandom(`suburb ${Math.round(e * 3)} ${Math.round(n * 3)}`)
          const tooNear = CENTRES.some((other) =>
            other.some(([oe, on], i) => i + 1 < other.length && near([oe, on], other[i + 1]!, [e, n]) < 0.75),
          )
          if (tooNear || (year < 2012 && random.chance(0.62))) continue
          const lot = ([at(-0.5, 0.32), at(0.5, 0.32), at(0.5, 1.9), at(-0.5, 1.9)] as Point[]).map((p) => film.at(p))
          cover(film, lot, M.lawn, random.int(118, 140))
          cover(
            film,
            [at(0.12, 0.3), at(0.36, 0.3), at(0.36, 0.85), at(0.12, 0.85)].map((p) => film.at(p)),
            M.concrete,
            126,
          )
          roof(
            scene,
            {
              ring: [at(-0.36, 0.78), at(0.38, 0.78), at(0.38, 1.42), at(-0.36, 1.42)],
              height: 6,
              ridge: random.chance(0.7),
            },
            M[random.pick(['shingles', 'brown', 'slate'] as const)],
          )
          if (random.chance(0.5)) car(scene, at(0.24, 0.55), Math.abs(un) > 0.5)
          if (year > 2012) tree(scene, at(random.between(-0.4, 0), random.pick([0.5, 1.7])), random.between(0.07, 0.12))
        }
    }
}

function near([ae, an]: Point, [be, bn]: Point, [e, n]: Point): number {
  const [de, dn] = [be - ae, bn - an]
  const t = Math.max(0, Math.min(1, ((e - ae) * de + (n - an) * dn) / (de * de + dn * dn || 1)))
  return Math.hypot(e - ae - t * de, n - an - t * dn)
}
