import type { Canvas } from './spec.ts'
import { BOARDS, sash, side, wall } from './facade.ts'
import { figure } from './figures.ts'
import { ground, sky, tree, vehicle } from './scenery.ts'

export function setting({ random, passing, width, height, picture }: Canvas, floor: number): string {
  const snow = picture.detail.includes('winter')
  const grown = picture.view === undefined ? 1 : 0.45 + Math.min(80, picture.year - 1900) / 110
  let out =
    sky(passing, width, floor * 0.9, snow ? 'storm' : passing.chance(0.1) ? 'dusk' : 'day') +
    ground(
      random,
      width,
      floor * 0.9,
      height - floor * 0.9,
      snow ? '#e2e5e4' : random.pick(['#8f9868', '#a3987c', '#989a72']),
    )
  out +=
    tree(random, width * random.between(0.02, 0.12), floor, height * 0.5 * grown, snow ? 'bare' : 'leaf') +
    tree(
      random,
      width * random.between(0.88, 0.98),
      floor,
      height * 0.42 * grown,
      snow ? 'bare' : random.chance(0.3) ? 'spruce' : 'leaf',
    )
  return out
}

export function passers({ passing: random, width, height, picture }: Canvas, floor: number): string {
  let out = random.chance(0.5)
    ? vehicle(
        random,
        width * random.between(0.05, 0.5),
        height * 0.96,
        Math.min(width, height) * 0.3,
        picture.year,
        random.chance(0.5),
      )
    : ''
  for (let i = random.int(0, 4); i > 0; i--)
    out += figure(
      random,
      width * random.between(0.12, 0.9),
      floor + (height - floor) * random.between(0.2, 0.7),
      height * 0.14,
      { sex: random.chance(0.5) ? 'male' : 'female', age: random.int(8, 60) },
      picture.year,
    )
  return out
}

/** Rows of windows under a roof: school, hall, hotel, station and mill are built on this. */
export function block(
  canvas: Canvas,
  floor: number,
  box: [x: number, w: number, h: number],
  stories: number,
  bays: number,
  colour: string,
  arched: boolean,
): string {
  const { random } = canvas
  const [x, w, h] = box
  let out =
    side(x + w, floor - h, h, w * 0.12, colour) + wall(random, x, floor - h, w, h, colour, !BOARDS.includes(colour))
  for (let s = 0; s < stories; s++)
    for (let i = 0; i < bays; i++)
      out += sash(
        random,
        x + w * ((i + 0.5) / bays) - w * (0.3 / bays),
        floor - h * ((s + 0.8) / stories),
        w * (0.6 / bays),
        h * (0.52 / stories),
        '#ece4d3',
        arched,
      )
  return out
}
