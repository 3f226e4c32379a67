import type { Canvas } from './spec.ts'
import { BOARDS, gable, wall } from './facade.ts'
import { figure } from './figures.ts'
import { line, oval, path, poly, rect, shade } from './pen.ts'
import { sky, skyline, vehicle, water } from './scenery.ts'
import { schooner, steamer, tug } from './vessels.ts'

/** The piers, the wharf with its sheds, and what lay there. */
export function harbour({ random, passing, width, height, picture }: Canvas): string {
  const horizon = height * random.between(0.42, 0.5)
  let out =
    sky(passing, width, horizon, passing.chance(0.15) ? 'dusk' : 'day') +
    skyline(random, width, horizon + 2, height * 0.05, '#8d9a92') +
    water(random, width, horizon, height - horizon, random.pick(['#6f8f9c', '#7d9594', '#5f8396']))
  const left = random.chance(0.5)
  const far = left ? width * 0.62 : width * 0.02
  out += rect(far, horizon - height * 0.02, width * 0.36, height * 0.05, '#7c705e')
  for (let i = 0; i < 3; i++) {
    const [x, w, h] = [far + width * (0.02 + i * 0.11), width * 0.1, height * random.between(0.08, 0.17)]
    out +=
      wall(random, x, horizon - h, w, h, random.pick(BOARDS), false) + gable(x, horizon - h + 1, w, h * 0.5, '#5d554c')
  }
  out +=
    rect(far + width * 0.1, horizon - height * 0.3, width * 0.09, height * 0.29, '#9d8f78') +
    rect(far + width * 0.115, horizon - height * 0.35, width * 0.06, height * 0.06, '#86795f')
  if (picture.year < 1912)
    out +=
      schooner(passing, width * (left ? 0.1 : 0.5), horizon + height * 0.1, width * 0.36, passing.chance(0.5)) +
      schooner(passing, width * (left ? 0.46 : 0.4), horizon + height * 0.03, width * 0.15)
  else
    out += steamer(
      passing,
      width * (left ? 0.08 : 0.45),
      horizon + height * 0.09,
      width * 0.42,
      picture.view === undefined ? (picture.words[0] ?? '') : '',
    )
  if (picture.year > 1888)
    out += tug(passing, width * passing.between(0.2, 0.6), horizon + height * 0.23, width * 0.2, passing.chance(0.5))
  const deck = height * 0.84
  out += poly(
    [
      [0, deck],
      [width, deck - height * 0.03],
      [width, height],
      [0, height],
    ],
    '#a08f74',
  )
  for (let i = 0; i < 24; i++)
    out += line((i * width) / 20 - 40, deck - height * 0.01, (i * width) / 20 - 110, height, '#6f604b', 1.6)
  for (let x = 20; x < width; x += width / 6)
    out +=
      rect(x, deck - height * 0.07, 16, height * 0.1, '#6b5a46') + oval(x + 8, deck - height * 0.07, 9, 4, '#8d7a60')
  for (let i = 0; i < 6; i++)
    out +=
      oval(width * 0.75 + i * 18, height * 0.93 - (i % 2) * 16, 13, 16, shade('#8a6b48', random.between(-0.2, 0.2))) +
      line(
        width * 0.75 + i * 18 - 12,
        height * 0.93 - (i % 2) * 16,
        width * 0.75 + i * 18 + 12,
        height * 0.93 - (i % 2) * 16,
        '#4a3a2a',
        2,
      )
  if (!picture.things?.length) out += vehicle(passing, width * 0.08, height * 0.95, width * 0.26, picture.year)
  for (let i = 0; i < 4; i++)
    out += figure(
      passing,
      width * passing.between(0.35, 0.72),
      height * passing.between(0.9, 0.97),
      height * 0.24,
      { sex: passing.chance(0.75) ? 'male' : 'female', age: passing.int(12, 60) },
      picture.year,
    )
  return out
}

/** One vessel, large; with ice, at her landing, or out on the lake. */
export function shipAtSea({ passing: random, width, height, picture }: Canvas): string {
  const kind = picture.detail.split(' ')[0] ?? ''
  const ice = picture.detail.includes('ice')
  const horizon = height * random.between(0.54, 0.64)
  const mood = random.weighted({ day: 6, storm: 2, dusk: 2 })
  let out =
    sky(random, width, horizon, mood) +
    skyline(random, width, horizon + 1, height * 0.025, '#93a09c') +
    water(
      random,
      width,
      horizon,
      height - horizon,
      ice ? '#b4c0c4' : mood === 'storm' ? '#5d7078' : random.pick(['#6f8f9c', '#5f8396', '#82988f']),
    )
  const y = horizon + (height - horizon) * random.between(0.25, 0.45)
  const flip = random.chance(0.4)
  const length = Math.min(width * 0.62, height * 0.98)
  const x = width / 2 + (flip ? length / 2 : -length / 2) + random.between(-0.05, 0.05) * width
  out += oval(width / 2, y + length * 0.04, length * 0.5, length * 0.05, '#24303a', 'opacity="0.35"')
  out +=
    kind === 'steamer'
      ? steamer(random, x, y, length * 1.1, picture.view === undefined ? (picture.words[0] ?? '') : '', flip)
      : kind === 'tug'
        ? tug(random, x, y, length * 0.85, flip)
        : schooner(random, x, y, length, flip)
  for (let i = 0; i < 22; i++)
    out += path(
      `M${width * 0.5 + random.between(-0.5, 0.5) * length} ${y + random.between(0.015, 0.06) * length}q12 -6 26 0q-12 3 -26 0z`,
      '#eef2ef',
      'opacity="0.55"',
    )
  if (ice)
    for (let i = 0; i < 40; i++) {
      const [ix, iy, s] = [width * random.next(), horizon + (height - horizon) * random.next(), random.between(12, 60)]
      out += poly(
        [
          [ix, iy],
          [ix + s, iy - s * 0.14],
          [ix + s * 1.5, iy + s * 0.1],
          [ix + s * 0.5, iy + s * 0.24],
        ],
        shade('#e8eef0', random.between(-0.12, 0.1)),
      )
    }
  for (let i = random.int(0, 7); i > 0; i--) {
    const [gx, gy] = [width * random.next(), horizon * random.between(0.2, 0.9)]
    out += path(`M${gx} ${gy}q6 -7 11 0q6 -7 11 0q-6 -3 -11 2q-6 -5 -11 -2z`, '#f4f2ea')
  }
  return out
}
