import type { Film } from './film.ts'
import type { Textures } from './ground.ts'
import { M, MATERIALS, NAMES } from './materials.ts'

/** The look of one year's flight: film, haze and season. */
export interface Flight {
  year: number
  /** 0: July, 1: April before the leaves. */
  spring: number
  /** Haze: fraction of white added to everything. */
  haze: number
  contrast: number
  /** Multiplies red, green and blue. */
  cast: readonly [number, number, number]
  saturation: number
}

/** Three flights: a hazy June, a dry late August, a clear April. */
export const FLIGHTS: Record<number, Flight> = {
  2006: { year: 2006, spring: 0, haze: 0.2, contrast: 0.92, cast: [0.98, 1.0, 1.04], saturation: 0.62 },
  2010: { year: 2010, spring: 0.15, haze: 0.06, contrast: 0.98, cast: [1.05, 1.0, 0.94], saturation: 0.8 },
  2015: { year: 2015, spring: 0.75, haze: 0.05, contrast: 1, cast: [1.01, 1.0, 0.98], saturation: 0.88 },
}

/** The lake from the beach outwards: sand under a foot of water, the turquoise of the bars, the dark of the deep. */
const DEPTHS: [depth: number, colour: readonly [number, number, number]][] = [
  [0, [168, 166, 138]],
  [10, [134, 160, 146]],
  [28, [92, 138, 138]],
  [60, [62, 112, 122]],
  [120, [50, 95, 110]],
  [255, [40, 82, 99]],
]

function depthColours(): Float32Array {
  const out = new Float32Array(256 * 3)
  for (let depth = 0; depth < 256; depth++) {
    const next = DEPTHS.findIndex(([at]) => at >= depth)
    const [low, high] = [DEPTHS[Math.max(0, next - 1)]!, DEPTHS[next]!]
    const t = high[0] === low[0] ? 0 : (depth - low[0]) / (high[0] - low[0])
    for (let c = 0; c < 3; c++) out[depth * 3 + c] = low[1][c]! * (1 - t) + high[1][c]! * t
  }
  return out
}

/** Tone curves of film and haze, one lookup table per colour. */
function grade(flight: Flight): Uint8ClampedArray[] {
  return flight.cast.map((cast) =>
    Uint8ClampedArray.from({ length: 1024 }, (_, i) => {
      const light = Math.min(1, (i / 640) * cast)
      const curve = 0.5 + (light - 0.5) * flight.contrast - 0.022 * flight.contrast * Math.sin(light * 2 * Math.PI)
      return 255 * (curve * (1 - flight.haze) + flight.haze * 0.72)
    }),
  )
}

/** Develops a film: material, light, shadow, grain and haze. Returns RGB pixels. */
export function develop(film: Film, textures: Textures, flight: Flight): Uint8Array {
  const { width, height, material, tint, shadow } = film
  const kinds = NAMES.map((name) => {
    const kind: (typeof MATERIALS)[keyof typeof MATERIALS] & { spring?: readonly [number, number, number] } =
      MATERIALS[name]
    const spring = kind.spring ?? kind.colour
    const colour = kind.colour.map((c, i) => c * (1 - flight.spring) + spring[i]! * flight.spring)
    const grey = colour[0]! * 0.3 + colour[1]! * 0.59 + colour[2]! * 0.11
    return {
      rgb: colour.map((c) => grey + (c - grey) * flight.saturation),
      grain: kind.grain / 48,
      patch: kind.patch / 48,
      drift: kind.drift / 48,
    }
  })
  const [reds, greens, blues] = [0, 1, 2].map((c) => Float32Array.from(kinds, (kind) => kind.rgb[c]!)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const grains = Float32Array.from(kinds, (kind) => kind.grain)
  const patches = Float32Array.from(kinds, (kind) => kind.patch)
  const drifts = Float32Array.from(kinds, (kind) => kind.drift)
  const depths = depthColours()
  const [redOf, greenOf, blueOf] = grade(flight) as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]
  const { grain, patch, drift, water, wood } = textures
  const out = new Uint8Array(width * height * 3)
  const bare = 0.75 - 0.35 * flight.spring
  for (let y = 0, i = 0, o = 0; y < height; y++) {
    const grainRow = (y & grain.mask) << grain.shift
    const patchRow = (y & patch.mask) << patch.shift
    const driftRow = (y & drift.mask) << drift.shift
    const waterRow = (y & water.mask) << water.shift
    const woodRow = (y & wood.mask) << wood.shift
    for (let x = 0; x < width; x++, i++, o += 3) {
      const kind = material[i]!
      const noise = grain.values[grainRow | (x & grain.mask)]!
      const wide = drift.values[driftRow | (x & drift.mask)]!
      let r: number
      let g: number
      let b: number
      if (kind === M.water) {
        const d = tint[i]! * 3
        // No large-scale noise: the lake must have the same tone where the town's picture borders the countryside's.
        const wave = 1 + water.values[waterRow | (x & water.mask)]! * 0.0008 + noise * 0.0006
        r = depths[d]! * wave
        g = depths[d + 1]! * wave
        b = depths[d + 2]! * wave
      } else {
        let light =
          (tint[i]! / 128) *
          (1 +
            noise * grains[kind]! +
            patch.values[patchRow | (x & patch.mask)]! * patches[kind]! +
            wide * drifts[kind]!)
        if (kind === M.wood || kind === M.cedar) light *= 1 + wood.values[woodRow | (x & wood.mask)]! * 0.0092 * bare
        r = reds[kind]! * light
        g = greens[kind]! * light
        b = blues[kind]! * light
      }
      if (shadow[i] !== 0) {
        r *= 0.43
        g *= 0.46
        b *= 0.54
      }
      out[o] = redOf[r < 0 ? 0 : r > 408 ? 1023 : (r * 2.5) | 0]!
      out[o + 1] = greenOf[g < 0 ? 0 : g > 408 ? 1023 : (g * 2.5) | 0]!
      out[o + 2] = blueOf[b < 0 ? 0 : b > 408 ? 1023 : (b * 2.5) | 0]!
    }
  }
  return out
}
