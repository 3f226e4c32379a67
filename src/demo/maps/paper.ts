import { createRandom } from '../random.ts'
import { cloud, sample } from './aerial/texture.ts'

/** Ageing of a sheet. */
export interface Age {
  /** Vertical and horizontal folds, as fractions of width and height. */
  folds: readonly [across: readonly number[], down: readonly number[]]
  /** How brown the edges and the mottling are, 0 to 1. */
  brown: number
  stains: number
  /** Jitter of the lines, in pixels. */
  tremble: number
  /** Maximum fading of the ink, 0 to 1. */
  faded: number
}

/** Ages a drawing: fibres, browning, foxing, stains, folds, jitter. RGB in, RGB out. */
export function age(clean: Uint8Array, width: number, height: number, how: Age, seed: string): Uint8Array {
  const random = createRandom(`${seed} age`)
  const fibre = cloud(`${seed} fibre`, 8, 4, 3, 0.8)
  const mottle = cloud(`${seed} mottle`, 10, 256, 7, 0.62)
  const shake = cloud(`${seed} shake`, 8, 64, 3, 0.5)
  const out = new Uint8Array(clean.length)
  const stains = Array.from({ length: how.stains }, () => ({
    x: random.next() * width,
    y: random.next() * height,
    r: random.between(0.03, 0.11) * width,
    deep: random.between(0.02, 0.055),
  }))
  const foldAt = (folds: readonly number[], size: number): Float32Array => {
    const marks = new Float32Array(size)
    for (const fold of folds)
      for (let d = -26; d <= 26; d++) {
        const i = Math.round(fold * size) + d
        if (i >= 0 && i < size)
          marks[i] =
            (d === 0 ? -0.11 : d === 1 ? 0.05 : 0) -
            0.035 * Math.exp(-Math.abs(d) / 9) +
            (d > 1 ? 0.016 * Math.exp(-d / 14) : 0)
      }
    return marks
  }
  const [across, down] = [foldAt(how.folds[0], width), foldAt(how.folds[1], height)]
  const tremble = how.tremble / 70
  for (let y = 0, o = 0; y < height; y++) {
    const edgeY = Math.min(y, height - 1 - y)
    for (let x = 0; x < width; x++, o += 3) {
      let from = o
      if (tremble > 0) {
        const dx = Math.round(sample(shake, x, y) * tremble)
        const dy = Math.round(sample(shake, x + 97, y + 31) * tremble)
        from =
          ((y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy) * width +
            (x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx)) *
          3
      }
      const fibres = sample(fibre, x, y)
      const cloudy = sample(mottle, x >> 1, y >> 1)
      const edge = Math.min(x, width - 1 - x, edgeY)
      const wear = 0.5 + cloudy / 140
      let light = 1 + fibres * 0.0005 + across[x]! * (0.5 + wear) + down[y]! * (0.5 + wear)
      let brown = how.brown * (0.05 + cloudy * 0.0009 + 0.22 * Math.exp(-(edge + cloudy * 0.5) / 70))
      for (const stain of stains) {
        if (Math.abs(x - stain.x) > stain.r * 1.4 || Math.abs(y - stain.y) > stain.r * 1.4) continue
        const far = Math.hypot(x - stain.x, y - stain.y) / stain.r + cloudy * 0.004
        if (far < 1) brown += stain.deep * (far > 0.93 ? 1.9 : far > 0.86 ? 1.2 : 0.8)
      }
      if (fibres > 104 && cloudy > 20) brown += how.brown * 0.12
      if (brown < 0) brown = 0
      if (light > 1.05) light = 1.05
      const fade = how.faded * Math.max(0, 0.35 + cloudy / 160 + fibres / 260)
      for (let c = 0; c < 3; c++) {
        const ink = clean[from + c]!
        const value =
          (ink + (236 - ink) * (ink < 190 ? fade : 0)) * light * (1 - brown * (c === 0 ? 0.55 : c === 1 ? 0.95 : 1.6))
        out[o + c] = value > 255 ? 255 : value
      }
    }
  }
  return out
}
