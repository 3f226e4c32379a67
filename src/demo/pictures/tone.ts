import type { Random } from '../random.ts'
import { oval, stroke } from './pen.ts'
import type { Tone } from './spec.ts'

type Rgb = readonly [number, number, number]

/** Print colours from black through the middle to paper white. */
const PRINTS: Record<'sepia' | 'silver' | 'cyanotype', Rgb[]> = {
  sepia: [
    [38, 24, 16],
    [98, 70, 48],
    [168, 134, 98],
    [222, 197, 158],
    [244, 230, 203],
  ],
  silver: [
    [20, 20, 21],
    [74, 74, 74],
    [134, 133, 130],
    [197, 195, 189],
    [240, 238, 230],
  ],
  cyanotype: [
    [10, 26, 54],
    [34, 68, 110],
    [92, 134, 168],
    [170, 199, 212],
    [232, 240, 238],
  ],
}

function ramp(stops: readonly Rgb[]): Uint8Array {
  const table = new Uint8Array(256 * 3)
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (stops.length - 1)
    const low = Math.min(stops.length - 2, Math.floor(at))
    const [a, b] = [stops[low] as Rgb, stops[low + 1] as Rgb]
    for (let c = 0; c < 3; c++)
      table[i * 3 + c] = Math.round((a[c] as number) + ((b[c] as number) - (a[c] as number)) * (at - low))
  }
  return table
}
const RAMPS = { sepia: ramp(PRINTS.sepia), silver: ramp(PRINTS.silver), cyanotype: ramp(PRINTS.cyanotype) }

const GRAIN_SIZE = 256
/** One tile of film grain for every picture, softened once so that it clumps like silver. */
const GRAIN = ((): Int8Array => {
  let state = 0x9e3779b9
  const noise = Float32Array.from({ length: GRAIN_SIZE * GRAIN_SIZE }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return ((state >>> 8) & 0xffff) / 32768 - 1
  })
  return Int8Array.from(noise, (value, i) => {
    const x = i % GRAIN_SIZE
    const right = noise[i - x + ((x + 1) % GRAIN_SIZE)] as number
    const below = noise[(i + GRAIN_SIZE) % noise.length] as number
    return Math.round(((value * 2 + right + below) / 4) * 48)
  })
})()
const STRENGTH: Record<Tone, number> = {
  sepia: 0.34,
  silver: 0.38,
  cyanotype: 0.3,
  tinted: 0.3,
  faded: 0.26,
  colour: 0.12,
  paper: 0.14,
}

/**
 * Gives 8-bit RGB pixels the look of a print of its time, in place: one-colour ramps for the old processes, a thin tint for
 * hand-coloured cards, warm fading for the seventies, darker corners, grain.
 */
export function toneInPlace(
  pixels: Uint8Array,
  width: number,
  height: number,
  tone: Tone,
  year: number,
  seed: number,
): void {
  const strength = STRENGTH[tone]
  // A lens gives less light to its corners, each its own.
  const corner = tone === 'paper' ? 0.05 : tone === 'colour' ? 0.06 : (year < 1920 ? 0.17 : 0.1) + (seed % 16) / 100
  const table = tone === 'sepia' || tone === 'silver' || tone === 'cyanotype' ? RAMPS[tone] : undefined
  const contrast = tone === 'colour' || tone === 'paper' ? 1 : 1.1
  const [shiftX, shiftY] = [seed & 255, (seed >>> 8) & 255]
  const across = Float32Array.from({ length: width }, (_, x) => corner * ((2 * x) / width - 1) ** 4)
  for (let y = 0, i = 0; y < height; y++) {
    const down = 1 - corner * ((2 * y) / height - 1) ** 4
    const row = ((y + shiftY) & 255) << 8
    for (let x = 0; x < width; x++, i += 3) {
      const dark = down - (across[x] as number)
      const grain = (GRAIN[row | ((x + shiftX) & 255)] as number) * strength
      let r = pixels[i] as number
      let g = pixels[i + 1] as number
      let b = pixels[i + 2] as number
      const light = (r * 77 + g * 150 + b * 29) >> 8
      if (table !== undefined) {
        let value = (((light - 128) * contrast + 130) * dark + grain) | 0
        value = (value < 0 ? 0 : value > 255 ? 255 : value) * 3
        pixels[i] = table[value] as number
        pixels[i + 1] = table[value + 1] as number
        pixels[i + 2] = table[value + 2] as number
        continue
      }
      if (tone === 'tinted') {
        r = light * 0.5 + r * 0.56 + 6
        g = light * 0.5 + g * 0.52 + 2
        b = light * 0.52 + b * 0.46 - 4
      } else if (tone === 'faded') {
        r = 46 + (r * 0.66 + light * 0.12) * 1.02
        g = 32 + (g * 0.62 + light * 0.16)
        b = 30 + (b * 0.5 + light * 0.22)
      }
      pixels[i] = clamp(r * dark + grain)
      pixels[i + 1] = clamp(g * dark + grain)
      pixels[i + 2] = clamp(b * dark + grain)
    }
  }
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value)

/** What a print goes through: dust, hairs and scratches, a crease over a corner. As SVG over the picture, before its tone. */
export function wear(random: Random, width: number, height: number, year: number): string {
  const age = Math.min(1, Math.max(0, (1975 - year) / 100))
  let out = ''
  for (let i = Math.round(random.between(4, 26) * age); i > 0; i--) {
    const r = random.between(0.4, 1.5)
    out += oval(
      width * random.next(),
      height * random.next(),
      r,
      r * random.between(0.6, 1.6),
      '#fbf7ee',
      'opacity="0.6"',
    )
  }
  for (let i = Math.round(random.between(0, 4) * age); i > 0; i--) {
    const [x, y, length] = [width * random.next(), height * random.next(), height * random.between(0.06, 0.4)]
    out += stroke(
      `M${x} ${y}q${random.between(-6, 6)} ${length / 2} ${random.between(-10, 10)} ${length}`,
      random.chance(0.7) ? '#f6f0e2' : '#2a211a',
      random.between(0.4, 1),
      'opacity="0.5"',
    )
  }
  if (random.chance(0.22 * age)) {
    const reach = Math.min(width, height) * random.between(0.08, 0.2)
    const [x, y, sx, sy] = random.pick([
      [0, 0, 1, 1],
      [width, 0, -1, 1],
      [0, height, 1, -1],
      [width, height, -1, -1],
    ] as const)
    out += stroke(`M${x + sx * reach} ${y}L${x} ${y + sy * reach * 0.8}`, '#efe6d2', 1.6, 'opacity="0.75"')
  }
  return out
}
