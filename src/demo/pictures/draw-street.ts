import type { Canvas } from './draw.ts'
import { BOARDS, BRICKS, chimney, door, gable, roof, sash, side, wall } from './facade.ts'
import { figure } from './figures.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, shade, stroke } from './pen.ts'
import { fence, ground, pole, sky, tree, vehicle } from './scenery.ts'

/** One house in its garden, one of several plans. */
export function house({ random, width, height, picture }: Canvas): string {
  const snow = picture.detail === 'snow'
  const floor = height * 0.8
  const w = width * random.between(0.4, 0.52)
  const h = height * random.between(0.26, 0.38)
  const x = width * random.between(0.2, 0.34)
  const brick = random.chance(0.5)
  const colour = random.pick(brick ? BRICKS : BOARDS)
  const trim = random.pick(['#f0e9da', '#efe6cf', '#d8cdb2', '#6d5a48'])
  const plan = random.pick(['cottage', 'gable', 'hip', 'wing'])
  const slate = snow ? '#eef0ee' : random.pick(['#5a5650', '#6a5c50', '#4f5558'])
  const kind = snow ? 'bare' : 'leaf'
  let out =
    sky(random, width, floor * 0.85, snow ? 'storm' : 'day') +
    ground(random, width, floor * 0.82, height - floor * 0.82, snow ? '#dfe3e2' : '#8f9868')
  out +=
    tree(random, width * 0.08, floor, height * 0.62, kind) +
    tree(random, width * 0.93, floor * 0.97, height * random.between(0.5, 0.72), random.chance(0.3) ? 'spruce' : kind)
  out += side(x + w, floor - h, h, width * 0.09, colour) + wall(random, x, floor - h, w, h, colour, brick)
  if (plan === 'gable')
    out +=
      gable(x, floor - h + 1, w, h * 0.72, slate, 0.09) +
      gable(x + w * 0.05, floor - h + 1, w * 0.9, h * 0.6, colour, 0) +
      sash(random, x + w * 0.44, floor - h * 1.34, w * 0.12, h * 0.26, trim, true)
  else
    out +=
      chimney(x + w * 0.8, floor - h * 1.28, w * 0.07, h * 0.3, snow) +
      roof(x, floor - h, w, h * (plan === 'hip' ? 0.5 : 0.42), slate, plan === 'hip' ? 0.26 : 0.03)
  if (plan === 'cottage' || plan === 'wing')
    out +=
      gable(x + w * 0.34, floor - h + 1, w * 0.32, h * 0.46, shade(slate, -0.2), 0.1) +
      gable(x + w * 0.37, floor - h + 1, w * 0.26, h * 0.38, colour, 0) +
      sash(random, x + w * 0.46, floor - h * 1.16, w * 0.08, h * 0.22, trim, true)
  const stories = h > height * 0.31 ? 2 : 1
  for (let s = 0; s < stories; s++)
    for (const at of [0.08, 0.27, 0.66, 0.84])
      out += sash(
        random,
        x + w * at,
        floor - h * (stories === 2 ? 0.92 - s * 0.5 : 0.82),
        w * 0.1,
        h * (stories === 2 ? 0.3 : 0.45),
        trim,
      )
  out += door(
    x + w * 0.46,
    floor - h * 0.46,
    w * 0.09,
    h * 0.46,
    random.pick(['#5a3d30', '#3f5148', '#6d2f2a', '#2f3b4a']),
  )
  if (random.chance(0.6)) {
    out +=
      poly(
        [
          [x - w * 0.06, floor - h * 0.46],
          [x + w * 0.04, floor - h * 0.58],
          [x + w * 0.96, floor - h * 0.58],
          [x + w * 1.06, floor - h * 0.46],
        ],
        shade(slate, 0.1),
      ) + rect(x - w * 0.05, floor - h * 0.47, w * 1.1, h * 0.04, trim)
    for (let i = 0; i < 6; i++)
      out +=
        rect(x + w * (-0.03 + i * 0.21), floor - h * 0.44, w * 0.018, h * 0.44, trim) +
        path(`M${x + w * (-0.03 + i * 0.21)} ${floor - h * 0.43}q${w * 0.05} 0 ${w * 0.06} ${h * 0.09}z`, trim)
    out +=
      rect(x - w * 0.04, floor - h * 0.14, w * 0.42, h * 0.02, trim) +
      rect(x + w * 0.62, floor - h * 0.14, w * 0.42, h * 0.02, trim)
  }
  out += poly(
    [
      [width * 0.46, floor],
      [width * 0.53, floor],
      [width * 0.62, height],
      [width * 0.36, height],
    ],
    snow ? '#f2f3f1' : '#c4b699',
  )
  for (let i = 0; i < 8; i++)
    out += oval(
      x + w * random.between(-0.1, 1.1),
      floor + 3,
      w * random.between(0.03, 0.07),
      h * random.between(0.06, 0.12),
      snow ? '#f4f5f3' : shade('#5f7049', random.between(-0.2, 0.2)),
    )
  if (random.chance(0.6))
    out +=
      fence(0, width * 0.36, height * 0.93, height * 0.1, 17, snow ? '#f1f2f0' : '#ddd5c4') +
      fence(width * 0.62, width, height * 0.93, height * 0.1, 17, snow ? '#f1f2f0' : '#ddd5c4')
  picture.sitters.forEach(
    (sitter, i) =>
      (out += figure(random, width * (0.42 + i * 0.08), height * 0.94, height * 0.36, sitter, picture.year)),
  )
  return out
}

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
  for (const [at, wide] of [
    [0.04, 0.36],
    [0.6, 0.36],
  ] as const) {
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
  out += door(x + w * 0.455, glass + tall * 0.06, w * 0.09, floor - glass - tall * 0.06, shade(trim, 0.12))
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
        x + w * (0.5 + (i % 2 === 0 ? 0.02 : -0.11) * (i + 1)),
        floor + height * 0.03,
        height * 0.37,
        sitter,
        year,
        'indoor',
      )),
  )
  if (picture.sitters.length === 0 && random.chance(0.5))
    out += vehicle(random, x + w * random.between(0.05, 0.45), height * 0.98, width * 0.36, year)
  return out
}

/** Main Street in one-point perspective, both sides, with the traffic of its year. */
export function street({ random, width, height, picture }: Canvas): string {
  const { year } = picture
  const snow = picture.detail === 'snow'
  const [vx, vy] = [width * random.between(0.44, 0.57), height * random.between(0.44, 0.5)]
  const at = (sideSign: number, z: number, up: number): [number, number] => [
    vx + (sideSign * width * 0.6) / z,
    vy + (height * (0.42 - up)) / z,
  ]
  let out = sky(random, width, vy + 10, snow ? 'storm' : random.chance(0.15) ? 'dusk' : 'day')
  const road = snow ? '#dfe2e1' : year < 1925 ? '#a3937a' : '#7f7b74'
  out +=
    rect(0, vy, width, height - vy, shade(road, 0.08)) +
    poly(
      [
        [vx - 4, vy],
        [vx + 4, vy],
        [width * 1.05, height],
        [-width * 0.05, height],
      ],
      road,
    )
  for (let i = 0; i < 16; i++)
    out += stroke(
      `M${vx + random.between(-2, 2)} ${vy + 6}L${random.between(0, width)} ${height}`,
      shade(road, random.chance(0.5) ? -0.2 : 0.2),
      random.between(0.8, 3),
      'opacity="0.35"',
    )
  for (const sign of [-1, 1]) {
    const lots: [number, number][] = []
    for (let z = 0.95; z < 9;) {
      const next = z * random.between(1.22, 1.42)
      lots.push([z, next])
      z = next
    }
    for (const [near, far] of lots.reverse()) out += shopInRow(random, at, sign, near, far, snow)
    for (let z = 5; z > 0.9; z *= 0.72)
      if (year > 1886) out += pole(at(sign * 0.86, z, 0)[0], at(sign * 0.86, z, 0)[1], (height * 0.62) / z)
  }
  if (year > 1900)
    for (const sign of [-1, 1])
      out += stroke(
        `M${vx} ${vy - height * 0.06}Q${vx + sign * width * 0.3} ${vy - height * 0.2} ${vx + sign * width * 0.56} ${-height * 0.02}`,
        '#3b3430',
        1,
        'opacity="0.7"',
      )
  const traffic = random.int(2, 5)
  for (let i = 0; i < traffic; i++) {
    const z = 3.6 - (i * 2.3) / traffic
    const [x, y] = at(random.between(-0.62, 0.5), z, 0)
    out += vehicle(random, x, y, (width * 0.34) / z, year, random.chance(0.5))
  }
  for (let i = 0; i < 9; i++) {
    const z = random.between(1.4, 4.2)
    const [x, y] = at((random.chance(0.5) ? 1 : -1) * random.between(0.86, 0.97), z, 0)
    out += figure(
      random,
      x,
      y,
      (height * 0.34) / z,
      { sex: random.chance(0.5) ? 'male' : 'female', age: random.int(8, 60) },
      year,
    )
  }
  return out
}

function shopInRow(
  random: Canvas['random'],
  at: (side: number, z: number, up: number) => [number, number],
  sign: number,
  near: number,
  far: number,
  snow: boolean,
): string {
  const colour = random.pick(random.chance(0.6) ? BRICKS : BOARDS)
  const lit = sign < 0 ? 0.04 : -0.22
  const top = random.between(0.78, 1.18)
  const quad = (z1: number, z2: number, low: number, high: number, fill: string): string =>
    poly([at(sign, z1, low), at(sign, z2, low), at(sign, z2, high), at(sign, z1, high)], fill)
  const z = (t: number): number => 1 / ((1 - t) / near + t / far)
  let out =
    quad(near, far, 0, top, shade(colour, lit)) +
    quad(near, far, top - 0.05, top + 0.015, shade(snow ? '#f0f1ef' : colour, snow ? 0 : -0.4)) +
    quad(near, far, 0, 0.27, shade('#6d6254', lit)) +
    quad(near, far, 0.27, 0.35, random.pick(['#3b2f2a', '#e2d9c4', '#33443c', '#5f2b26']))
  for (let i = 0; i < 3; i++) {
    const [a, b] = [z(0.1 + i * 0.3), z(0.1 + i * 0.3 + 0.17)]
    out += quad(a, b, 0.43, 0.6, '#e8e0d0') + quad(z(0.12 + i * 0.3), z(0.25 + i * 0.3), 0.44, 0.59, '#465157')
    if (top > 0.95)
      out += quad(a, b, 0.69, 0.84, '#e8e0d0') + quad(z(0.12 + i * 0.3), z(0.25 + i * 0.3), 0.7, 0.83, '#465157')
    out += quad(z(0.06 + i * 0.32), z(0.3 + i * 0.32), 0.05, 0.24, '#3a454b')
  }
  if (random.chance(0.4))
    out += poly(
      [at(sign, near, 0.28), at(sign, far, 0.28), at(sign * 0.86, far, 0.21), at(sign * 0.86, near, 0.21)],
      random.pick(['#d8ccb0', '#7d4a3d', '#8d9a86']),
    )
  return (
    out +
    poly(
      [at(sign, near, 0), at(sign, far, 0), at(sign * 0.84, far, 0), at(sign * 0.84, near, 0)],
      snow ? '#eff1f0' : '#b3a892',
    )
  )
}
