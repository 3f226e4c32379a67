import { type Point, along, shoreAt, points } from '../../geometry.ts'
import type { Zone } from '../../zones.ts'
import type { XY } from '../../pictures/pen.ts'
import { coastAt } from '../country.ts'
import { band, cover, fill, throwShadow } from './film.ts'
import { M } from './materials.ts'
import { SUN, type Scene, box, car, tree } from './things.ts'

/** Unique places of the town: piers, boats, the square, the track, the cemetery's drives, the mill's parking lot. */
export function townPlaces(scene: Scene, zones: readonly Zone[]): void {
  const { film, random, year } = scene
  const px = (points: readonly Point[]): XY[] => points.map((p) => film.at(p))
  const zoneOf = (key: string): Zone => zones.find((zone) => zone.key === key)!

  for (const ring of zoneOf('harbour').rings) {
    throwShadow(film, px(ring), 0.16 * film.scale, SUN)
    cover(film, px(ring), M.concrete, 118)
    const [a, , c] = ring as [Point, Point, Point]
    for (let e = a[0]; e < c[0]; e += 0.5) box(scene, e, a[1], e + 0.02, c[1], M.shingle)
    for (let k = 0; k < 160; k++) {
      const [e, n] = [
        random.between(a[0] - 0.3, c[0] - 1),
        random.chance(0.5) ? a[1] - random.between(0.02, 0.3) : c[1] + random.between(0.02, 0.3),
      ]
      box(scene, e, n, e + 0.09, n + 0.08, M.shingle, random.int(90, 150))
    }
  }
  cover(film, px(zoneOf('wharf').rings[0]!), M.concrete, 112)
  cover(film, px(zoneOf('boatworks').rings[0]!), M.gravel, 122)
  // The marina: floating docks with boats in their slips, dinghies out on the lake, two wakes.
  for (let d = 0; d < 3; d++) {
    const n = 21.2 + d * 1.0
    const from = shoreAt(n) - 0.2
    box(scene, from - 2.6, n - 0.03, from, n + 0.03, M.concrete, 134)
    for (let b = 0; b < 12; b++)
      for (const side of [-1, 1])
        if (random.chance(year === 2015 ? 0.35 : 0.8))
          boat(scene, [from - 2.5 + b * 0.21, n + side * 0.2], Math.PI / 2, random.between(0.11, 0.17))
  }
  for (let k = 0; k < (year === 2015 ? 2 : 11); k++)
    boat(scene, [random.between(-46, -33), random.between(-20, 30)], random.between(0, 6), random.between(0.16, 0.26))
  if (year !== 2015)
    for (const [e, n, turn] of [
      [-37, 3, 0.4],
      [-41, 22, -0.9],
    ] as const) {
      for (let s = 0; s < 3.2; s += 0.05)
        for (const side of [-1, 1]) {
          const [we, wn] = [
            e + Math.cos(turn) * s - Math.sin(turn) * side * s * 0.09,
            n + Math.sin(turn) * s + Math.cos(turn) * side * s * 0.09,
          ]
          if (random.chance(1 - s / 3.4)) box(scene, we, wn, we + 0.06, wn + 0.04, M.wake)
        }
      boat(scene, [e, n], turn + Math.PI, 0.22)
    }

  const square = zoneOf('square').rings[0]!
  const [sw, , ne] = square as [Point, Point, Point]
  for (const path of [
    [sw, ne],
    [
      [sw[0], ne[1]],
      [ne[0], sw[1]],
    ],
  ] as [Point, Point][])
    band(film, px(path), 0.12 * film.scale, M.concrete)
  const middle: Point = [(sw[0] + ne[0]) / 2, (sw[1] + ne[1]) / 2]
  disc(scene, middle, 0.5, M.concrete)
  disc(scene, middle, 0.22, M.lawn)
  for (let k = 0; k < 22; k++)
    tree(
      scene,
      k % 2 === 0
        ? [sw[0] + 0.25 + ((k / 2) % 6) * 0.9, k < 11 ? sw[1] + 0.2 : ne[1] - 0.2]
        : [k < 11 ? sw[0] + 0.2 : ne[0] - 0.2, sw[1] + 0.3 + (k % 6) * 0.65],
      0.24,
    )

  // The half-mile track is a ball diamond today.
  const [fe, fn] = [11.4, 13.4]
  cover(
    film,
    px([[fe, fn], ...along(0, Math.PI / 2, 0.1, (a): Point => [fe + 1.1 * Math.cos(a), fn + 1.1 * Math.sin(a)])]),
    M.clay,
  )
  cover(
    film,
    px([
      [fe + 0.12, fn + 0.12],
      [fe + 0.62, fn + 0.12],
      [fe + 0.62, fn + 0.62],
      [fe + 0.12, fn + 0.62],
    ]),
    M.lawn,
    136,
  )
  const oval = along(0, Math.PI * 2, 0.1, (a): Point => [11.5 + 2.25 * Math.cos(a), 14 + 1.75 * Math.sin(a)])
  for (let i = 0; i + 1 < oval.length; i++) band(film, px([oval[i]!, oval[i + 1]!]), 0.1 * film.scale, M.meadow, 138)

  for (const key of ['cemetery', 'rc-cemetery']) {
    const ring = zoneOf(key).rings[0]!
    fill(film, px(ring), (i) => {
      film.material[i] = M.lawn
      film.tint[i] = 124
    })
  }
  for (const drive of [
    points('-5,-14.2 -5,-22'),
    points('-8.4,-16.5 -1.6,-16.5'),
    points('-8.4,-19.4 -2,-19.4'),
  ] as Point[][])
    band(film, px(drive), 0.14 * film.scale, M.gravel)
  if (film.scale > 20)
    for (let row = 0; row < 30; row++)
      for (let e = -8.7; e < -1.4; e += 0.17) {
        const n = -14.7 - row * 0.25
        const inside = n > -19.8 ? e < -1.2 + (n + 14.3) * 0.07 - 0.2 : e < -1.7 + (n + 20) * 0.86 && n > -22.2
        if (
          !inside ||
          Math.abs(e + 5) < 0.15 ||
          Math.abs(n + 16.5) < 0.14 ||
          Math.abs(n + 19.4) < 0.14 ||
          random.chance(0.3)
        )
          continue
        box(scene, e, n, e + 0.05, n + 0.035, M.metal, random.int(100, 150))
      }

  // The race of the mill runs under this parking lot.
  box(scene, -2.9, 17.1, 2.8, 18.6, M.asphalt, 122)
  for (let e = -2.7; e < 2.6; e += 0.13) {
    box(scene, e, 17.2, e + 0.012, 17.45, M.paint)
    box(scene, e, 18.25, e + 0.012, 18.5, M.paint)
    if (random.chance(0.5)) car(scene, [e + 0.066, 17.32], false)
    if (random.chance(0.3)) car(scene, [e + 0.066, 18.38], false)
  }
  // Main Street: angle parking; other streets: a car here and there; a line along the middle.
  for (let n = -10; n < 16; n += 0.02) if (Math.round(n * 50) % 6 < 3) box(scene, -3.51, n, -3.495, n + 0.02, M.paint)
  for (let n = -7.6; n < 11; n += 0.16) {
    if ((17 - n) % 5 < 1.1) continue
    if (random.chance(0.5)) car(scene, [-3.84, n], true)
    if (random.chance(0.5)) car(scene, [-3.16, n], true)
  }
  for (let k = 0; k < 190; k++) {
    const street = random.int(0, 6)
    if (random.chance(0.5))
      car(scene, [-21.5 + street * 6 + random.pick([-0.17, 0.17]), random.between(-13, 16)], false)
    else car(scene, [random.between(-21, 14), 16.5 - random.int(0, 5) * 5 + random.pick([-0.17, 0.17])], true)
  }
  // Street trees on the verges, and everybody on the beach in July.
  for (let street = 0; street < 7; street++)
    for (let s = -13; s < 16.5; s += random.between(0.5, 1.1)) {
      if (street !== 3 && random.chance(0.7))
        tree(scene, [-21.5 + street * 6 + random.pick([-0.36, 0.36]), s], random.between(0.15, 0.3))
      const e = -21 + ((s + 13) / 29.5) * 35
      if (random.chance(0.7))
        tree(scene, [e, 16.5 - (street % 6) * 5 + random.pick([-0.36, 0.36])], random.between(0.15, 0.3))
    }
  if (year !== 2015 && film.scale > 20)
    for (let k = 0; k < 120; k++) {
      const n = random.between(2.2, 7.8)
      box(
        scene,
        coastAt(n) + random.between(0.12, 0.5),
        n,
        coastAt(n) + 0.55,
        n + 0.04,
        random.pick([M.white, M.carRed, M.carBlue, M.pool, M.paint]),
      )
    }
}

function disc(scene: Scene, [e, n]: Point, radius: number, material: number): void {
  cover(
    scene.film,
    along(0, Math.PI * 2, 0.2, (a): Point => [e + radius * Math.cos(a), n + radius * Math.sin(a)]).map((p) =>
      scene.film.at(p),
    ),
    material,
  )
}

function boat(scene: Scene, [e, n]: Point, turn: number, length: number): void {
  const { film } = scene
  const at = (a: number, b: number): XY =>
    film.at([e + Math.cos(turn) * a - Math.sin(turn) * b, n + Math.sin(turn) * a + Math.cos(turn) * b])
  const beam = length * 0.3
  const hull = [at(-length, -beam), at(length * 0.4, -beam), at(length, 0), at(length * 0.4, beam), at(-length, beam)]
  throwShadow(film, hull, 0.06 * film.scale, SUN)
  cover(film, hull, M.white, 132)
  if (film.scale > 20)
    cover(
      film,
      [
        at(-length * 0.5, -beam * 0.5),
        at(length * 0.2, -beam * 0.5),
        at(length * 0.2, beam * 0.5),
        at(-length * 0.5, beam * 0.5),
      ],
      M.carBlue,
      150,
    )
}
