import { BOARDS, BRICKS, gable, roof } from './facade.ts'
import type { Canvas } from './spec.ts'
import { line, oval, path, poly, rect, shade } from './pen.ts'
import { sky, tree, water } from './scenery.ts'
import { schooner, steamer } from './vessels.ts'

/** Roofs by the hundred between trees, the steeples, and the lake. */
export function panorama({ random, passing, width, height, picture }: Canvas): string {
  const horizon = height * 0.34
  let out =
    sky(passing, width, horizon, passing.chance(0.2) ? 'dusk' : 'day') +
    water(random, width, horizon, height * 0.14, '#7b9aa3') +
    path(
      `M0 ${height * 0.46}Q${width * 0.25} ${height * 0.38} ${width * 0.5} ${height * 0.42}T${width} ${height * 0.38}V${height}H0Z`,
      '#87946a',
    )
  out +=
    picture.year < 1912
      ? schooner(random, width * 0.2, horizon + height * 0.06, height * 0.3) +
        schooner(random, width * 0.64, horizon + height * 0.03, height * 0.18)
      : steamer(random, width * 0.3, horizon + height * 0.06, height * 0.4, '')
  const count = Math.round(width / 16)
  for (let i = 0; i < count; i++) {
    const t = i / count
    const [y, s] = [height * (0.44 + 0.5 * t), height * (0.05 + 0.13 * t)]
    const x = width * random.next()
    if (random.chance(0.4)) out += tree(random, x, y + s * 0.4, s * 2, random.chance(0.2) ? 'spruce' : 'leaf')
    else {
      const colour = random.pick([...BRICKS, ...BOARDS])
      const w = s * random.between(1.2, 2)
      out +=
        rect(x, y - s, w, s * 1.1, colour) +
        rect(x + w, y - s * 0.95, w * 0.25, s, shade(colour, -0.35)) +
        (random.chance(0.5)
          ? gable(x, y - s + 1, w, s * 0.6, '#5c544c')
          : roof(x, y - s, w, s * 0.5, '#655a50', 0.08)) +
        [0.15, 0.45, 0.72].map((at) => rect(x + w * at, y - s * 0.7, w * 0.12, s * 0.3, '#414b50')).join('')
    }
    if (i === Math.round(count * 0.3) || i === Math.round(count * 0.55))
      out +=
        rect(x, y - s * 3, s * 0.7, s * 3, '#b8a27c') +
        poly(
          [
            [x - 3, y - s * 3],
            [x + s * 0.35, y - s * 5],
            [x + s * 0.7 + 3, y - s * 3],
          ],
          '#4f4b47',
        )
  }
  return out
}

/** The town from an aeroplane: the survey's blocks in oblique perspective, shore on the left. */
export function aerial({ random, width, height }: Canvas): string {
  const at = (u: number, v: number): [number, number] => {
    const z = 1 + v * 1.5
    return [width * (0.56 + ((u - 0.5) / z) * 1.5 - v * 0.05), height * (1.02 - (0.92 * v * 1.62) / z)]
  }
  let out =
    rect(0, 0, width, height, '#8d9a76') +
    poly([[-10, -10], at(0.02, 1.2), at(0.06, 0.7), at(-0.02, 0.4), at(0.04, 0), [-10, height + 10]], '#6f93a0')
  out += rect(0, 0, width, height * 0.03, '#dfe3dc')
  for (let row = 9; row >= 0; row--)
    for (let col = 0; col < 8; col++) {
      const [u, v] = [0.08 + col * 0.125, row * 0.1]
      out += poly(
        [at(u, v), at(u + 0.105, v), at(u + 0.105, v + 0.082), at(u, v + 0.082)],
        shade('#7f8c5c', random.between(-0.12, 0.12)),
      )
      for (let k = 0; k < 7; k++) {
        const [hu, hv, s] = [
          u + random.between(0.005, 0.09),
          v + random.between(0.008, 0.065),
          random.between(0.014, 0.024),
        ]
        const colour = random.pick(['#6d5f55', '#8a5546', '#5a5a5c', '#9c9486'])
        out += random.chance(0.35)
          ? oval(
              at(hu, hv)[0],
              at(hu, hv)[1],
              (width * 0.012) / (1 + v * 1.5),
              (width * 0.01) / (1 + v * 1.5),
              shade('#51633f', random.between(-0.2, 0.2)),
            )
          : poly([at(hu, hv), at(hu + s, hv), at(hu + s, hv + s * 0.5), at(hu, hv + s * 0.5)], shade(colour, 0.25)) +
            poly([at(hu, hv + s * 0.5), at(hu + s, hv + s * 0.5), at(hu + s, hv + s), at(hu, hv + s)], colour)
      }
    }
  for (let i = 0; i < 9; i++)
    out +=
      line(...at(0.07 + i * 0.125, 0), ...at(0.07 + i * 0.125, 1), '#cfc6ae', 2.4) +
      line(...at(0.05, i * 0.1 + 0.09), ...at(1.1, i * 0.1 + 0.09), '#cfc6ae', Math.max(0.8, 3 - i * 0.3))
  return (
    out +
    line(...at(-0.12, 0.72), ...at(0.06, 0.7), '#5d5242', 4) +
    poly(
      [
        [width * 0.82, height],
        [width, height * 0.8],
        [width, height],
      ],
      '#3a3430',
    )
  )
}
