import type { Random } from '../random.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, stroke } from './pen.ts'
import { vehicle } from './scenery.ts'
import type { Canvas } from './spec.ts'

interface Thing {
  /** Words of a caption that promise it. */
  named: RegExp
  /** Its place in parts of width and height: the foot of the thing. */
  at: [x: number, y: number]
  /** A grown person's height there, in parts of the picture's height. */
  size: number
  draw: (x: number, y: number, size: number, year: number, random: Random) => string
}

const wheel = (x: number, y: number, r: number): string =>
  oval(x, y - r, r, r, 'none', `stroke="#1f1c1a" stroke-width="${(r / 7).toFixed(1)}"`) +
  [-1, 0, 1].map((k) => line(x + r * k * 0.9, y - r * 1.3, x - r * k * 0.9, y - r * 0.7, '#3a3531', 0.7)).join('')

function bicycle(x: number, y: number, size: number): string {
  const r = size * 0.185
  const [back, front] = [x - r * 1.55, x + r * 1.55]
  const frame = `M${back} ${y - r}L${x - r * 0.5} ${y - r * 2.6}L${front - r * 0.5} ${y - r * 2.6}L${x} ${y - r * 0.9}ZM${x} ${y - r * 0.9}L${x - r * 0.55} ${y - r * 2.9}M${front} ${y - r}L${front - r * 0.6} ${y - r * 3.1}q${-r * 0.3} ${-r * 0.4} ${-r} ${-r * 0.1}`
  return (
    wheel(back, y, r) +
    wheel(front, y, r) +
    stroke(frame, '#26211e', size * 0.014) +
    oval(x - r * 0.6, y - r * 2.95, r * 0.5, r * 0.14, '#2b211b')
  )
}

function dog(x: number, y: number, size: number, _year: number, random: Random): string {
  const coat = random.pick(['#3a2c22', '#d8cdb8', '#6d5138'])
  const u = size * 0.01
  return (
    oval(x + 4 * u, y, 20 * u, 2 * u, '#000000', 'opacity="0.3"') +
    path(
      `M${x - 13 * u} ${y}Q${x - 16 * u} ${y - 15 * u} ${x - 3 * u} ${y - 22 * u}L${x + 1 * u} ${y - 30 * u}L${x + 12 * u} ${y - 24 * u}L${x + 8 * u} ${y - 14 * u}L${x + 9 * u} ${y}H${x + 4 * u}L${x + 3 * u} ${y - 9 * u}L${x - 2 * u} ${y}Z`,
      coat,
    ) +
    oval(x + 6 * u, y - 30 * u, 6 * u, 5.4 * u, coat) +
    oval(x + 12 * u, y - 28 * u, 4 * u, 2.6 * u, coat) +
    oval(x + 15 * u, y - 28.6 * u, 1.3 * u, 1.2 * u, '#14100e') +
    oval(x + 7.5 * u, y - 31 * u, 0.9 * u, 0.9 * u, '#14100e') +
    poly(
      [
        [x + 1 * u, y - 34 * u],
        [x + 4 * u, y - 33 * u],
        [x + 2 * u, y - 26 * u],
      ],
      '#2a211b',
    ) +
    stroke(`M${x - 13 * u} ${y - 2 * u}q${-9 * u} ${-2 * u} ${-9 * u} ${-9 * u}`, coat, 2.4 * u)
  )
}

const pail = (x: number, y: number, size: number): string =>
  rect(x - size * 0.06, y - size * 0.12, size * 0.12, size * 0.12, '#8f9294') +
  rect(x - size * 0.065, y - size * 0.15, size * 0.13, size * 0.035, '#b5b8b8') +
  stroke(
    `M${x - size * 0.055} ${y - size * 0.14}Q${x} ${y - size * 0.25} ${x + size * 0.055} ${y - size * 0.14}`,
    '#5d6062',
    1.4,
  )

const cup = (x: number, y: number, size: number): string =>
  rect(x - size * 0.07, y - size * 0.05, size * 0.14, size * 0.05, '#2d2521') +
  path(
    `M${x - size * 0.07} ${y - size * 0.24}H${x + size * 0.07}Q${x + size * 0.06} ${y - size * 0.11} ${x + size * 0.015} ${y - size * 0.1}V${y - size * 0.05}H${x - size * 0.015}V${y - size * 0.1}Q${x - size * 0.06} ${y - size * 0.11} ${x - size * 0.07} ${y - size * 0.24}Z`,
    '#d9d6cc',
  ) +
  stroke(
    `M${x - size * 0.07} ${y - size * 0.22}q${-size * 0.06} ${size * 0.05} ${size * 0.02} ${size * 0.08}M${x + size * 0.07} ${y - size * 0.22}q${size * 0.06} ${size * 0.05} ${-size * 0.02} ${size * 0.08}`,
    '#c4c0b4',
    size * 0.016,
  )

const slate = (x: number, y: number, size: number, year: number): string =>
  rect(x - size * 0.17, y - size * 0.22, size * 0.34, size * 0.22, '#8a6a45') +
  rect(x - size * 0.15, y - size * 0.2, size * 0.3, size * 0.18, '#26292a') +
  words(String(year), x, y - size * 0.07, size * 0.12, { anchor: 'middle', fill: '#e8e6df', face: 'sans' })

/** Teams before wagons, waiting in a row. */
const wagons = (x: number, y: number, size: number, _year: number, random: Random): string =>
  [2, 1, 0].map((i) => vehicle(random, x + i * size * 1.15, y - i * size * 0.16, size * 1.5, 1890)).join('')

const reels = (x: number, y: number, size: number): string =>
  [0, 1, 2]
    .map((i) => {
      const [cx, r] = [x + i * size * 0.95, size * 0.42]
      const spokes = [0, 1, 2, 3].map((k) => {
        const [dx, dy] = [Math.cos((k * Math.PI) / 4) * r, Math.sin((k * Math.PI) / 4) * r]
        return line(cx - dx, y - size * 0.5 - dy, cx + dx, y - size * 0.5 + dy, '#5d4a37', 2)
      })
      return (
        line(cx, y, cx, y - size * 0.5, '#4a3b2d', 5) +
        oval(cx, y - size * 0.5, r, r, '#8d8271', 'opacity="0.5"') +
        oval(cx, y - size * 0.5, r * 0.98, r * 0.98, 'none', 'stroke="#6f6049" stroke-width="3"') +
        spokes.join('')
      )
    })
    .join('')

/** Small flags on a cord from side to side. */
const bunting = (x: number, y: number, size: number): string => {
  let out = stroke(`M${x - size * 3} ${y}Q${x} ${y + size * 0.5} ${x + size * 3} ${y}`, '#3b3430', 1.5)
  for (let i = -14; i <= 14; i++) {
    const [fx, fy] = [x + (i * size) / 5, y + size * 0.25 * (1 - (i / 15) ** 2)]
    out += poly(
      [
        [fx - size * 0.07, fy],
        [fx + size * 0.07, fy],
        [fx, fy + size * 0.2],
      ],
      ['#a33f33', '#ece4d3', '#33507a'][(i + 15) % 3] as string,
    )
  }
  return out
}

/** What captions name and pictures of people and places then show: the only such list. */
export const THINGS: Record<string, Thing> = {
  bicycle: { named: /\bbicycle/i, at: [0.27, 0.9], size: 0.27, draw: bicycle },
  dog: { named: /\bdogs?\b|\bmascot/i, at: [0.1, 0.965], size: 0.5, draw: dog },
  pail: { named: /\blunch pail/i, at: [0.5, 0.985], size: 0.42, draw: pail },
  cup: { named: /\bthe cup\b/i, at: [0.5, 0.985], size: 0.6, draw: cup },
  slate: { named: /\bslate\b/i, at: [0.5, 0.985], size: 0.5, draw: slate },
  wagons: { named: /\bgrain teams\b|\bwagons\b/i, at: [0.08, 0.95], size: 0.2, draw: wagons },
  buggy: {
    named: /\bteams at the door\b/i,
    at: [0.12, 0.97],
    size: 0.3,
    draw: (x, y, size, year, random) => vehicle(random, x, y, size * 1.3, Math.min(year, 1914)),
  },
  reels: { named: /\bnet reels\b/i, at: [0.12, 0.9], size: 0.32, draw: reels },
  bunting: { named: /\bdecorated for the first of July\b/i, at: [0.5, 0.3], size: 0.16, draw: bunting },
}

/** The things that a caption promises. */
export const thingsIn = (caption: string): string[] =>
  Object.keys(THINGS).filter((name) => THINGS[name]!.named.test(caption))

export function things({ random, width, height, picture }: Canvas): string {
  return (picture.things ?? [])
    .map((name) => {
      const { at, size, draw } = THINGS[name]!
      return draw(at[0] * width, at[1] * height, size * Math.min(height, width * 0.8), picture.year, random)
    })
    .join('')
}
