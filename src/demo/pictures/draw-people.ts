import type { Canvas } from './spec.ts'
import { oval, path, radial, rect } from './pen.ts'
import { figure } from './figures.ts'
import { bust } from './bust.ts'

/** Head and shoulders, or half length, before a studio cloth or in a room. */
export function portrait({ random, width, height, picture }: Canvas): string {
  const sitter = picture.sitters[0] ?? { sex: 'female', age: 40 }
  const { year } = picture
  const close = picture.detail === 'close' || picture.detail === 'room' || random.chance(0.55)
  const u = (Math.min(width, height * 0.78) / 100) * (sitter.age < 12 ? 0.86 : 1)
  const x = width / 2 + random.between(-3, 3) * u
  const cy = height * 0.4 + (sitter.age < 12 ? 8 * u : 0)
  const cloth = random.pick(
    year < 1915
      ? ['#2c2826', '#3b332d', '#4d443b', '#302f35']
      : year < 1960
        ? ['#37383c', '#6b5f52', '#8d8478', '#3f3a36']
        : ['#4f6a83', '#8a4b3c', '#b48f45', '#56704f'],
  )
  const scene =
    picture.detail === 'room'
      ? rect(0, 0, width, height, '#b9a98d') +
        rect(width * 0.62, height * 0.06, width * 0.3, height * 0.32, '#dfe4df') +
        rect(width * 0.6, height * 0.04, width * 0.34, height * 0.36, 'none', 'stroke="#7d6a4f" stroke-width="8"') +
        rect(width * 0.06, height * 0.1, width * 0.18, height * 0.2, '#8a7a5f')
      : backdrop(random, width, height)
  if (!close) {
    const size = Math.min(height * (sitter.age < 12 ? 0.95 : 0.8), width * 1.7)
    return scene + balustrade(random, width, height) + figure(random, x, height * 0.97, size, sitter, year, 'indoor')
  }
  return scene + bust(random, x, cy, u, sitter, cloth, year, height) + (year < 1900 ? ovalMask(width, height) : '')
}

export function backdrop(random: Canvas['random'], width: number, height: number): string {
  const light = radial('#c9c0b0', '#6d655b', 'cx="0.45" cy="0.35" r="0.8"')
  let out = `${light.defs}${rect(0, 0, width, height, light.fill)}`
  for (let i = 0; i < 8; i++)
    out += oval(
      random.between(0, width),
      random.between(0, height),
      width * 0.3,
      height * 0.1,
      random.chance(0.5) ? '#e0d8c8' : '#5a534b',
      'opacity="0.1"',
    )
  return out
}

function balustrade(random: Canvas['random'], width: number, height: number): string {
  const side = random.chance(0.5) ? 0 : width * 0.62
  let out =
    rect(side, height * 0.56, width * 0.38, height * 0.03, '#d8cfbe') +
    rect(0, height * 0.9, width, height * 0.1, '#5c5248')
  for (let i = 0; i < 4; i++)
    out += path(
      `M${side + width * (0.04 + i * 0.09)} ${height * 0.59}q${width * 0.035} ${height * 0.12} 0 ${height * 0.31}h${width * 0.04}q${width * 0.035} ${-height * 0.19} 0 ${-height * 0.31}z`,
      '#c4baa8',
    )
  return out
}

function ovalMask(width: number, height: number): string {
  return path(
    `M0 0H${width}V${height}H0ZM${width / 2} ${height * 0.03}a${width * 0.46} ${height * 0.47} 0 0 0 0 ${height * 0.94}a${width * 0.46} ${height * 0.47} 0 0 0 0 ${-height * 0.94}z`,
    '#e4d9c2',
    'fill-rule="evenodd"',
  )
}
