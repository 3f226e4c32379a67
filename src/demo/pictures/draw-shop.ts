import { points } from '../geometry.ts'
import type { Canvas } from './spec.ts'
import { BOARDS, BRICKS, door, sash, wall } from './facade.ts'
import { figure } from './figures.ts'
import { words } from './lettering.ts'
import { line, oval, poly, rect, shade } from './pen.ts'
import { ground, sky, vehicle } from './scenery.ts'

/** A shop front square on, with its name over the glass. */
export function storefront({ random, width, height, picture }: Canvas): string {
  const { year } = picture
  const floor = height * 0.86
  const colour = random.pick(random.chance(0.65) ? BRICKS : BOARDS)
  const trim = random.pick(['#33423a', '#4a2f28', '#2d3a4a', '#e9dfca', '#5b4a32'])
  const w = width * (width < height ? 0.84 : 0.66)
  const x = (width - w) * random.between(0.3, 0.7)
  const top = height * 0.1
  let out =
    sky(random, width, height * 0.5) +
    wall(random, -5, height * random.between(0.16, 0.3), x + 5, floor, random.pick(BOARDS), false) +
    wall(random, x + w, height * random.between(0.16, 0.3), width, floor, random.pick(BRICKS), true)
  out +=
    sash(random, x * 0.35, height * 0.4, Math.max(10, x * 0.3), height * 0.16) +
    sash(random, x + w + (width - x - w) * 0.3, height * 0.4, (width - x - w) * 0.36, height * 0.16)
  out +=
    wall(random, x, top, w, floor - top, colour, true) +
    rect(x - w * 0.02, top - height * 0.03, w * 1.04, height * 0.05, trim) +
    rect(x - w * 0.03, top - height * 0.045, w * 1.06, height * 0.018, shade(trim, 0.25))
  for (let i = 0; i < 15; i++)
    out += rect(x + w * (0.01 + i * 0.067), top + height * 0.02, w * 0.02, height * 0.025, shade(trim, 0.1))
  const bays = random.int(3, 4)
  for (let i = 0; i < bays; i++)
    out += sash(
      random,
      x + w * ((i + 0.5) / bays) - w * 0.06,
      height * 0.2,
      w * 0.12,
      height * 0.21,
      '#ece4d4',
      random.chance(0.5),
    )
  const sign = height * 0.47
  const board = random.pick(['#27211d', '#1f3329', '#5b231f', '#e9dfc6', '#20304a'])
  const gold = board === '#e9dfc6' ? '#33261f' : random.pick(['#e5c268', '#f1e8d2', '#d9b450'])
  out +=
    rect(x - w * 0.01, sign, w * 1.02, height * 0.085, board) +
    rect(x + w * 0.01, sign + height * 0.008, w * 0.98, height * 0.069, 'none', `stroke="${gold}" stroke-width="1.5"`) +
    words(picture.words[0] ?? '', x + w / 2, sign + height * 0.06, height * 0.052, {
      anchor: 'middle',
      fit: w * 0.92,
      fill: gold,
      face: random.chance(0.6) ? 'serif' : 'sans',
      spacing: 1,
    })
  const glass = sign + height * 0.1
  const tall = floor - glass - height * 0.06
  out += rect(x, glass - height * 0.015, w, floor - glass + height * 0.015, trim)
  for (const [at, wide] of points('0.04,0.36 0.6,0.36')) {
    out += rect(x + w * at, glass, w * wide, tall, '#39434a')
    for (let i = 0; i < 11; i++) {
      const gx = x + w * (at + 0.02 + (i % 6) * wide * 0.155)
      const gy = glass + tall * (i < 6 ? 0.97 : 0.62)
      const gh = tall * random.between(0.1, 0.26)
      out += random.chance(0.5)
        ? rect(gx, gy - gh, w * wide * 0.1, gh, random.pick(['#b08a55', '#8d4a3a', '#cfc3a2', '#5f7350', '#c7a24a']))
        : oval(
            gx + w * wide * 0.05,
            gy - gh * 0.4,
            w * wide * 0.06,
            gh * 0.4,
            random.pick(['#c9b98f', '#a55a3f', '#7b8a90', '#ddd2b8']),
          )
    }
    out +=
      rect(x + w * at, glass + tall * 0.62, w * wide, 3, '#7d6a4d') +
      poly(
        [
          [x + w * (at + wide * 0.1), glass + tall],
          [x + w * (at + wide * 0.55), glass],
          [x + w * (at + wide * 0.78), glass],
          [x + w * (at + wide * 0.33), glass + tall],
        ],
        '#b8c6c8',
        'opacity="0.28"',
      )
  }
  out += door(x + w * 0.455, glass + tall * 0.2, w * 0.09, floor - glass - tall * 0.2, shade(trim, 0.12))
  if (random.chance(0.45)) {
    const stripes = random.pick([
      ['#d9cdb2', '#8a3f34'],
      ['#e6dec9', '#3f5d4c'],
      ['#ddd3bd', '#4a5a75'],
    ])
    for (let i = 0; i < 14; i++)
      out += poly(
        [
          [x + (w * i) / 14, glass - 4],
          [x + (w * (i + 1)) / 14, glass - 4],
          [x + (w * (i + 1)) / 14 + 6, glass + tall * 0.28],
          [x + (w * i) / 14 + 6, glass + tall * 0.28],
        ],
        stripes[i % 2] as string,
      )
  }
  out +=
    year < 1912
      ? rect(0, floor, width, height * 0.05, '#9c8868') +
        Array.from({ length: 30 }, (_, i) =>
          line((i * width) / 30, floor, (i * width) / 30 - 4, floor + height * 0.05, '#6f5f48', 1.2),
        ).join('')
      : rect(0, floor, width, height * 0.045, '#b9b3a6')
  out += ground(random, width, floor + height * 0.045, height * 0.1, year < 1925 ? '#8f7f66' : '#77736c')
  picture.sitters.forEach(
    (sitter, i) =>
      (out += figure(
        random,
        x + w * (0.5 + (i % 2 === 0 ? 0.012 : -0.05) * (i + 1)),
        floor + height * 0.02,
        height * 0.235,
        sitter,
        year,
        'indoor',
      )),
  )
  if (picture.sitters.length === 0 && !picture.things?.length && random.chance(0.5))
    out += vehicle(random, x + w * random.between(0.05, 0.45), height * 0.98, width * 0.36, year)
  return out
}
