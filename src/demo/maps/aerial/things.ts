import type { Point } from '../../geometry.ts'
import type { XY } from '../../pictures/pen.ts'
import type { Random } from '../../random.ts'
import type { Building } from '../buildings.ts'
import { type Film, cover, throwShadow } from './film.ts'
import { M } from './materials.ts'

/** Sun in the south-east: shadow length per pixel of height. */
export const SUN: XY = [-0.62, -0.72]
const METRES = 1 / 20.1168

/** Drawing functions for one picture; positions and sizes in chains. */
export interface Scene {
  film: Film
  random: Random
  year: number
  leaves: boolean
}

/** A pitched roof: two slopes, one of them towards the sun, and its shadow. */
export function roof(
  scene: Scene,
  building: Pick<Building, 'ring' | 'height' | 'ridge'>,
  material: number,
  pitched = true,
  shade = true,
): void {
  const { film, random } = scene
  const polygon = building.ring.map((p) => film.at(p))
  if (shade) throwShadow(film, polygon, building.height * METRES * film.scale * 1.15, SUN)
  const own = random.int(-10, 10)
  if (!pitched) {
    cover(film, polygon, material, 128 + own)
    const [a, , c] = polygon as [XY, XY, XY]
    const size = 0.06 * film.scale
    for (let i = 0; i < 3 && film.scale > 20; i++) {
      const [x, y] = [a[0] + (c[0] - a[0]) * random.between(0.2, 0.8), a[1] + (c[1] - a[1]) * random.between(0.2, 0.8)]
      cover(
        film,
        [
          [x, y],
          [x + size, y],
          [x + size, y + size],
          [x, y + size],
        ],
        M.metal,
        120 + random.int(0, 25),
      )
    }
    return
  }
  const [a, b, c, d] = polygon as [XY, XY, XY, XY]
  const mid = (p: XY, q: XY): XY => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
  const halves: XY[][] = building.ridge
    ? [
        [a, b, mid(b, c), mid(a, d)],
        [mid(a, d), mid(b, c), c, d],
      ]
    : [
        [a, mid(a, b), mid(d, c), d],
        [mid(a, b), b, c, mid(d, c)],
      ]
  const centre = mid(a, c)
  for (const half of halves) {
    const own2 = mid(half[0]!, half[2]!)
    const lit = (own2[0] - centre[0]) * 0.65 + (own2[1] - centre[1]) * 0.76
    cover(film, half, material, Math.max(40, 128 + own + (lit > 0 ? 26 : -26)))
  }
}

/** A tree's crown, lit on the side of the sun; a bare one in April lets the ground through. */
export function tree(scene: Scene, place: Point, radius: number, evergreen = false): void {
  const { film, random, leaves } = scene
  const [cx, cy] = film.at(place)
  const r = radius * film.scale
  if (cx < -r || cy < -r || cx > film.width + r || cy > film.height + r) return
  const bare = !leaves && !evergreen
  const material = evergreen ? M.cedar : M.crown
  const own = random.int(-12, 12)
  const reach = Math.ceil(r)
  for (let pass = 0; pass < 2; pass++) {
    const [ox, oy] = pass === 0 ? [SUN[0] * r * 1.3, SUN[1] * r * 1.3] : [0, 0]
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const [x, y] = [Math.round(cx + ox + dx), Math.round(cy + oy + dy)]
        const far = Math.hypot(dx, dy) / r + (((x * 7 + y * 13) ^ (x * y)) % 9) * 0.022
        if (far > 1 || x < 0 || y < 0 || x >= film.width || y >= film.height) continue
        if (bare && ((x * 31 + y * 17) ^ (x * 3)) % (pass === 0 ? 3 : 2) === 0) continue
        const i = y * film.width + x
        if (pass === 0) film.shadow[i] = film.material[i] === M.water ? 0 : 1
        else {
          film.material[i] = material
          film.shadow[i] = 0
          film.tint[i] = 124 + own + ((dx * 0.65 + dy * 0.76) / r) * 34 - far * 14
        }
      }
  }
}

export function box(
  scene: Scene,
  west: number,
  south: number,
  east: number,
  north: number,
  material: number,
  tint = 128,
): void {
  cover(
    scene.film,
    (
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ] as Point[]
    ).map((p) => scene.film.at(p)),
    material,
    tint,
  )
}

const CARS = ['white', 'car', 'car', 'tar', 'carRed', 'carBlue', 'slate', 'white'] as const
/** A car of four and a half metres with its glass and its shadow. */
export function car(scene: Scene, [east, north]: Point, alongEast: boolean): void {
  const { film, random } = scene
  if (film.scale < 20) return
  const [l, w] = alongEast ? [0.115, 0.047] : [0.047, 0.115]
  const body = (
    [
      [east - l, north - w],
      [east + l, north - w],
      [east + l, north + w],
      [east - l, north + w],
    ] as Point[]
  ).map((p) => film.at(p))
  throwShadow(film, body, 2, SUN)
  cover(film, body, M[random.pick(CARS)], 128)
  const [gl, gw] = [l * 0.5, w * 0.5]
  box(scene, east - gl, north - gw, east + gl, north + gw, M.tar, 96)
}
