import { createRandom } from '../../random.ts'

/** Seamless square textures; side a power of two, values -127 to 127. */
export interface Texture {
  mask: number
  shift: number
  values: Int8Array
}

function normalised(field: Float32Array, shift: number): Texture {
  let mean = 0
  for (const value of field) mean += value / field.length
  let spread = 0
  for (const value of field) spread += (value - mean) ** 2 / field.length
  const scale = 48 / Math.sqrt(spread)
  const values = new Int8Array(field.length)
  for (let i = 0; i < field.length; i++) values[i] = Math.max(-127, Math.min(127, (field[i]! - mean) * scale))
  return { mask: (1 << shift) - 1, shift, values }
}

/** Fractal noise: starts at a wavelength in pixels; each octave has half the wavelength and `fall` times the amplitude. */
export function cloud(seed: string, shift: number, wavelength: number, octaves: number, fall = 0.55): Texture {
  const side = 1 << shift
  const field = new Float32Array(side * side)
  let strength = 1
  for (let octave = 0, length = wavelength; octave < octaves && length >= 1; octave++, length /= 2, strength *= fall) {
    const random = createRandom(`${seed} ${octave}`)
    const cells = side / length
    const lattice = Float32Array.from({ length: cells * cells }, () => random.next() - 0.5)
    for (let y = 0; y < side; y++) {
      const v = y / length
      const [j, fy] = [Math.floor(v), v - Math.floor(v)]
      const sy = fy * fy * (3 - 2 * fy)
      const [upper, lower] = [j * cells, ((j + 1) % cells) * cells]
      for (let x = 0; x < side; x++) {
        const u = x / length
        const i = Math.floor(u)
        const fx = u - i
        const sx = fx * fx * (3 - 2 * fx)
        const next = (i + 1) % cells
        const top = lattice[upper + i]! * (1 - sx) + lattice[upper + next]! * sx
        const low = lattice[lower + i]! * (1 - sx) + lattice[lower + next]! * sx
        field[y * side + x]! += (top * (1 - sy) + low * sy) * strength
      }
    }
  }
  return normalised(field, shift)
}

/** Waves that run with the wind: many long-crested trains with nearly one direction. */
export function ripples(seed: string, shift: number, wavelength: number): Texture {
  const side = 1 << shift
  const random = createRandom(seed)
  const field = new Float32Array(side * side)
  const table = Float32Array.from({ length: 1024 }, (_, i) => Math.sin((i / 1024) * 2 * Math.PI))
  for (let train = 0; train < 14; train++) {
    const angle = -0.35 + random.between(-0.5, 0.5)
    const waves = (side / wavelength) * random.between(0.6, 1.9)
    const [kx, ky] = [Math.round(Math.cos(angle) * waves), Math.round(Math.sin(angle) * waves)]
    const phase = random.int(0, 1023)
    const strength = random.between(0.4, 1)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        field[y * side + x]! += strength * table[(((kx * x + ky * y) * 1024) / side + phase) & 1023]!
  }
  return normalised(field, shift)
}

/** Crowns of trees seen from above, lit from the south-east, with dark gaps: what a wood looks like. */
export function canopy(seed: string, shift: number, crown: number): Texture {
  const side = 1 << shift
  const random = createRandom(seed)
  const field = new Float32Array(side * side).fill(-1.1)
  const count = Math.round((side * side * 1.15) / (crown * crown))
  for (let k = 0; k < count; k++) {
    const [cx, cy] = [random.next() * side, random.next() * side]
    const radius = crown * random.between(0.6, 1.35)
    const own = random.between(-0.25, 0.25)
    for (let dy = -Math.ceil(radius); dy <= radius; dy++)
      for (let dx = -Math.ceil(radius); dx <= radius; dx++) {
        const far = (dx * dx + dy * dy) / (radius * radius)
        if (far > 1) continue
        const light = (dx * 0.55 + dy * 0.6) / radius
        const index = ((Math.floor(cy + dy) & (side - 1)) << shift) | (Math.floor(cx + dx) & (side - 1))
        field[index] = own + light * 0.8 - far * 0.35 + (random.next() - 0.5) * 0.25
      }
  }
  return normalised(field, shift)
}

export const sample = (texture: Texture, x: number, y: number): number =>
  texture.values[((y & texture.mask) << texture.shift) | (x & texture.mask)]!

/** Bilinear interpolation, so that edges have no steps. */
export function between(texture: Texture, x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - i, y - j]
  const top = sample(texture, i, j) * (1 - u) + sample(texture, i + 1, j) * u
  return top * (1 - v) + (sample(texture, i, j + 1) * (1 - u) + sample(texture, i + 1, j + 1) * u) * v
}
