import { CONCESSION_EASTS, FARM, SIDELINE_NORTHS, coastAt, streamAt, streamWidth } from '../country.ts'
import { type Field, cropOn, enclose, sameField } from './fields.ts'
import type { Film } from './film.ts'
import { placesOf } from './film.ts'
import { M } from './materials.ts'
import { type Texture, between, canopy, cloud, ripples, sample } from './texture.ts'

export interface Textures {
  grain: Texture
  patch: Texture
  drift: Texture
  water: Texture
  wood: Texture
}

/** The textures for a resolution in Web Mercator metres per pixel. */
export function weave(seed: string, resolution: number): Textures {
  const fine = resolution < 2
  return {
    grain: cloud(`${seed} grain`, 9, 2, 2, 0.9),
    patch: cloud(`${seed} patch`, 9, fine ? 32 : 8, 4),
    drift: cloud(`${seed} drift`, 10, fine ? 256 : 128, 5),
    water: ripples(`${seed} water`, 9, fine ? 9 : 6),
    wood: canopy(`${seed} wood`, 9, fine ? 8 : 1.7),
  }
}

/** A function of one coordinate, sampled once for fast lookup. */
function table(from: number, to: number, at: (t: number) => number): (t: number) => number {
  const step = 0.1
  const values = Float64Array.from({ length: Math.ceil((to - from) / step) + 1 }, (_, i) => at(from + i * step))
  return (t) => values[Math.max(0, Math.min(values.length - 1, Math.round((t - from) / step)))]!
}

const ISLANDS = [
  [-52, 14, 1.5],
  [-57, 11.5, 1],
  [-48.5, 9.8, 0.6],
] as const

/** The ground of a frame without the year's crops. */
export interface Ground {
  film: Film
  /** The number of the field at each pixel, 0 outside them. */
  field: Uint16Array
  fields: readonly Field[]
}

/** The survey's streets: 0 beside them, 1 verge, 2 pavement, 3 roadway. */
function streetAt(east: number, north: number): number {
  if (east < -22 || east > 15 || north < -14 || north > 17) return 0
  const u = (east + 22) % 6
  const v = (17 - north) % 5
  const main = Math.abs(east + 3.5) < 0.5 && north < 16.6 && north > -11
  const across = u < 1 ? Math.abs(u - 0.5) : 9
  const down = v < 1 ? Math.abs(v - 0.5) : 9
  const near = Math.min(across, down)
  if (near > 0.5) return 0
  if (near < 0.24 || (main && across < 0.4)) return 3
  return near > 0.36 && near < 0.43 ? 2 : 1
}

/** The first layer of a picture, pixel by pixel: lake and river, beach and bluff, streets, fields and woods. */
export function layGround(film: Film, textures: Textures): Ground {
  const { width, height, material, tint } = film
  const { ex, ey, nx, ny } = placesOf(film)
  const shore = table(-320, 320, coastAt)
  const river = table(-60, 420, streamAt)
  const breadth = table(-60, 420, streamWidth)
  const field = new Uint16Array(width * height)
  const fields: Field[] = []
  const cells = new Map<number, Field>()
  const fine = film.resolution < 2
  // Noise in chains, so that the edges of woods are the same in both resolutions.
  const forest = cloud('forest', 9, 64, 4, 0.5)
  const rough = (e: number, n: number): number => between(forest, e * 6 + n, n * 6 - e * 2)
  const grove = (e: number, n: number): number => sample(forest, Math.round(e * 1.3) + 90, Math.round(n * 1.3) + 211)
  // A function of its own: V8 optimises it after some pixels, but a loop that runs once only by halves.
  const layPixel = (x: number, y: number, i: number): void => {
    const e = ex[x]! + ey[y]!
    const n = nx[x]! + ny[y]!
    const inland = e - shore(n)
    if (inland < 0) {
      let depth = -inland
      if (e < -36 && e > -72 && n > -6 && n < 30) {
        for (const [ie, iN, radius] of ISLANDS) {
          const ring = Math.hypot((e - ie) / 1.5, n - iN) / radius - 1 + rough(e * 5, n * 5) * 0.004
          if (ring < 0) {
            material[i] = ring > -0.22 ? M.shingle : ring > -0.5 ? M.scrub : M.wood
            depth = -1
            break
          }
          depth = Math.min(depth, ring * radius * 2.6 + ring * ring * 0.22 + 0.1)
        }
        if (depth < 0) return
      }
      const bars = depth < 14 ? 0.85 * Math.sin(depth * 1.25 + rough(e, n) * 0.035) * Math.exp(-depth / 6) : 0
      const swell = depth < 1.3 ? sample(textures.patch, x, y) * 0.006 : 0
      material[i] = M.water
      // Breakers on the bars, then the lake: tint tells the depth.
      if (depth < 0.3 + swell * 0.4 && depth > 0.12) material[i] = M.wake
      else if (depth > 0.75 + swell && depth < 0.84 + swell * 1.6 && sample(textures.drift, x * 2, y * 2) > 8)
        material[i] = M.wake
      if (material[i] === M.wake) return
      tint[i] = Math.max(
        0,
        Math.min(255, (depth + bars) * 9 + rough(e * 0.7, n * 0.7) * Math.min(1, depth / 10) * 0.16),
      )
      return
    }
    const bank = Math.abs(n - river(e)) - breadth(e)
    if (bank < 0 && e > -27) {
      material[i] = M.water
      tint[i] = 30 + Math.min(40, -bank * 30)
      return
    }
    const wild = rough(e, n)
    if (inland < 0.55 + wild * 0.006) {
      material[i] = inland < 0.4 ? M.sand : M.meadow
      tint[i] = 122 + inland * 14
      return
    }
    const street = streetAt(e, n)
    if (street > 0) {
      material[i] = street === 3 ? M.asphalt : street === 2 ? M.concrete : M.lawn
      tint[i] = street === 2 ? 106 : 128
      return
    }
    const town = e > -22 && e < 15.1 && n > -14 && n < 17
    if (town) {
      material[i] = M.lawn
      return
    }
    if (inland < 2.4 + wild * 0.01 && (n < -14 || n > 26 || n < 9)) {
      // The bluff: scrub on a slope that faces the lake.
      material[i] = wild + inland * 14 > 22 ? M.wood : M.scrub
      tint[i] = 104 + Math.min(40, inland * 12)
      return
    }
    if (bank < 0.9 + wild * 0.022 || (e > 20 && bank < 3 + wild * 0.06 + grove(e, n) * 0.03)) {
      material[i] = bank < 0.25 ? M.scrub : M.wood
      tint[i] = 124
      return
    }
    const concession = Math.floor((e - 40.5) / FARM.depth)
    const back = (e - 40.5 - concession * FARM.depth) / FARM.depth
    const lot = Math.floor((n - FARM.from) / FARM.breadth)
    const toRoad = Math.min(
      Math.abs(e - CONCESSION_EASTS[0]! - Math.round((e - 40.5) / FARM.depth) * FARM.depth),
      e < 30 ? 9 : 99,
    )
    const toLine = Math.abs(((((n - SIDELINE_NORTHS[0]!) % 52.5) + 52.5 + 26.25) % 52.5) - 26.25)
    if (e > 30 && (toRoad < 0.5 || toLine < 0.4)) {
      material[i] = Math.min(toRoad, toLine) < 0.17 ? M.gravel : M.meadow
      tint[i] = 126
      return
    }
    // Woodlots are at the back of the farms, and on poor ground.
    const deep = e > 44 || e < 6 ? 1 - Math.min(1, Math.abs(back - 0.5) * 5) : 0
    if (grove(e, n) + wild * 0.16 + deep * 42 > (Math.abs(e) < 22 && Math.abs(n) < 46 ? 82 : 58)) {
      material[i] = grove(e + 61, n + 13) > 34 ? M.cedar : M.wood
      tint[i] = 126
      return
    }
    if (e < 18 && n > -16 && n < 27) {
      material[i] = M.meadow
      tint[i] = 122
      return
    }
    const column = concession * 4 + Math.floor(back * 4)
    const key = (column + 500) * 1000 + lot + 300
    let cell = cells.get(key)
    if (cell === undefined) cells.set(key, (cell = enclose(fields, column, lot)))
    const [u, v] = [back * 4 - Math.floor(back * 4), (n - FARM.from) / FARM.breadth - lot]
    // No hedge between two halves of one field.
    const [beyond, above] = [u < 0.5 ? column - 1 : column + 1, v < 0.5 ? lot - 1 : lot + 1]
    const sideOpen = Math.min(u, 1 - u) * 16.6 < 0.6 && sameField(column, lot, beyond, lot)
    const endOpen = Math.min(v, 1 - v) * FARM.breadth < 0.6 && sameField(column, lot, column, above)
    const edge = Math.min(sideOpen ? 9 : Math.min(u, 1 - u) * 16.6, endOpen ? 9 : Math.min(v, 1 - v) * FARM.breadth)
    if (edge < 0.16 + (wild > 24 ? 0.22 : 0)) {
      material[i] = edge < 0.3 && sample(textures.patch, (e * 40) | 0, (n * 40) | 0) > 18 ? M.wood : M.meadow
      tint[i] = 112
      return
    }
    field[i] = cell.number
    // Rows of the plough, the turning strips at both ends, and wet hollows.
    const across = cell.turned ? e : n + 0.02 * e
    const turning = cell.turned ? Math.min(v, 1 - v) * FARM.breadth < 0.55 : Math.min(u, 1 - u) * 16.6 < 0.55
    const pass = ((turning ? n + e : across) / cell.breadth) % 1
    const row = Math.abs(pass < 0 ? pass + 1 : pass)
    const fineRow = fine ? ((((turning ? e : across) * 9.3) % 1) + 1) % 1 : 0.5
    tint[i] =
      128 + (row < 0.5 ? 5 : -4) + (fineRow < 0.4 ? -5 : 2) + grove(e * 2.2, n * 2.2) * 0.17 + (turning ? -5 : 0)
  }
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) layPixel(x, y, i)
  return { film, field, fields }
}

/** A film of the ground with one year's crops. */
export function sow({ film, field, fields }: Ground, year: number): Film {
  const material = film.material.slice()
  const tint = film.tint.slice()
  const crops = [undefined, ...fields.map((each) => cropOn(each, year))]
  for (let i = 0; i < field.length; i++) {
    const crop = crops[field[i]!]
    if (crop === undefined) continue
    material[i] = crop.material
    tint[i]! += crop.tint
  }
  return { ...film, material, tint, shadow: new Uint8Array(field.length) }
}
