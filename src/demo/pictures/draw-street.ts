import type { Canvas } from './spec.ts'
import { BOARDS, BRICKS } from './facade.ts'
import { figure } from './figures.ts'
import { poly, rect, shade, stroke } from './pen.ts'
import { pole, sky, vehicle } from './scenery.ts'

/** Main Street in one-point perspective, both sides, with the traffic of its year. */
export function street({ random, passing, width, height, picture }: Canvas): string {
  const { year } = picture
  const snow = picture.detail === 'snow'
  const [vx, vy] = [width * random.between(0.44, 0.57), height * random.between(0.44, 0.5)]
  const at = (sideSign: number, z: number, up: number): [number, number] => [
    vx + (sideSign * width * 0.6) / z,
    vy + (height * (0.42 - up)) / z,
  ]
  let out = sky(passing, width, vy + 10, snow ? 'storm' : passing.chance(0.15) ? 'dusk' : 'day')
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
    for (const [near, far] of lots.reverse()) out += shopInRow(random, passing, at, sign, near, far, snow)
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
  const traffic = passing.int(2, 5)
  for (let i = 0; i < traffic; i++) {
    const z = 3.6 - (i * 2.3) / traffic
    const [x, y] = at(passing.between(-0.62, 0.5), z, 0)
    out += vehicle(passing, x, y, (width * 0.34) / z, year, passing.chance(0.5))
  }
  for (let i = 0; i < 9; i++) {
    const z = passing.between(1.4, 4.2)
    const [x, y] = at((passing.chance(0.5) ? 1 : -1) * passing.between(0.86, 0.97), z, 0)
    out += figure(
      passing,
      x,
      y,
      (height * 0.34) / z,
      { sex: passing.chance(0.5) ? 'male' : 'female', age: passing.int(8, 60) },
      year,
    )
  }
  return out
}

function shopInRow(
  random: Canvas['random'],
  passing: Canvas['random'],
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
    quad(near, far, 0.27, 0.35, passing.pick(['#3b2f2a', '#e2d9c4', '#33443c', '#5f2b26']))
  for (let i = 0; i < 3; i++) {
    const [a, b] = [z(0.1 + i * 0.3), z(0.1 + i * 0.3 + 0.17)]
    out += quad(a, b, 0.43, 0.6, '#e8e0d0') + quad(z(0.12 + i * 0.3), z(0.25 + i * 0.3), 0.44, 0.59, '#465157')
    if (top > 0.95)
      out += quad(a, b, 0.69, 0.84, '#e8e0d0') + quad(z(0.12 + i * 0.3), z(0.25 + i * 0.3), 0.7, 0.83, '#465157')
    out += quad(z(0.06 + i * 0.32), z(0.3 + i * 0.32), 0.05, 0.24, '#3a454b')
  }
  if (passing.chance(0.4))
    out += poly(
      [at(sign, near, 0.28), at(sign, far, 0.28), at(sign * 0.86, far, 0.21), at(sign * 0.86, near, 0.21)],
      passing.pick(['#d8ccb0', '#7d4a3d', '#8d9a86']),
    )
  return (
    out +
    poly(
      [at(sign, near, 0), at(sign, far, 0), at(sign * 0.84, far, 0), at(sign * 0.84, near, 0)],
      snow ? '#eff1f0' : '#b3a892',
    )
  )
}
