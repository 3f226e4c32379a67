import type { Canvas } from './spec.ts'
import { wall } from './facade.ts'
import { figure } from './figures.ts'
import { line, oval, path, poly, rect, shade } from './pen.ts'
import { fence, ground, sky, skyline, tree, vehicle } from './scenery.ts'

export function farm({ random: still, passing: random, width, height, picture }: Canvas): string {
  const horizon = height * 0.52
  let out =
    sky(random, width, horizon) +
    skyline(still, width, horizon + 2, height * 0.06, '#7d8c6c') +
    ground(random, width, horizon, height - horizon, '#bfa863')
  for (let i = 0; i < 16; i++)
    out += line(
      width / 2 + (i - 8) * 8,
      horizon,
      width / 2 + (i - 8) * width * 0.17,
      height,
      '#93803f',
      2,
      'opacity="0.5"',
    )
  const [x, w, h] = [width * still.between(0.05, 0.5), width * 0.3, height * 0.2]
  out +=
    wall(random, x, horizon - h * 0.7, w, h, '#8d4f42', false) +
    poly(
      [
        [x - w * 0.05, horizon - h * 0.7],
        [x + w * 0.1, horizon - h * 1.15],
        [x + w / 2, horizon - h * 1.4],
        [x + w * 0.9, horizon - h * 1.15],
        [x + w * 1.05, horizon - h * 0.7],
      ],
      '#6a625a',
    ) +
    rect(x + w * 0.38, horizon - h * 0.35, w * 0.24, h * 0.65, '#4a342d')
  if (picture.detail.includes('orchards'))
    for (let i = 0; i < 9; i++) {
      const t = i / 9
      out += tree(random, width * random.next(), horizon + height * (0.06 + 0.34 * t), height * (0.18 + 0.24 * t))
      for (let k = 0; k < 6; k++)
        out += oval(width * random.next(), height * random.between(0.7, 0.95), 4, 4, '#b5442f')
    }
  else {
    out +=
      rect(width * 0.5, height * 0.6, width * 0.2, height * 0.12, '#a5543f') +
      rect(width * 0.53, height * 0.54, width * 0.1, height * 0.07, '#8a4a3a') +
      poly(
        [
          [width * 0.7, height * 0.62],
          [width * 0.86, height * 0.46],
          [width * 0.87, height * 0.48],
          [width * 0.71, height * 0.66],
        ],
        '#6a5a48',
      ) +
      [0.53, 0.66].map((at) => oval(width * at, height * 0.73, height * 0.03, height * 0.03, '#3a332d')).join('')
    out += path(
      `M${width * 0.8} ${height * 0.76}Q${width * 0.88} ${height * 0.48} ${width * 0.98} ${height * 0.76}Z`,
      '#d9bf6c',
    )
    for (let i = 0; i < 18; i++)
      out += oval(
        width * random.between(0.02, 0.98),
        height * random.between(0.74, 0.96),
        16,
        20,
        shade('#d2b65f', random.between(-0.2, 0.1)),
      )
  }
  for (let i = 0; i < 6; i++)
    out += figure(
      random,
      width * random.between(picture.view === undefined ? 0.1 : 0.43, 0.9),
      height * random.between(0.76, 0.94),
      height * 0.22,
      { sex: random.chance(0.7) ? 'male' : 'female', age: random.int(12, 60) },
      picture.year,
    )
  const teamOrCar = picture.view === undefined ? Math.min(picture.year, 1900) : picture.year
  return (
    out +
    vehicle(random, width * 0.12, height * 0.86, width * 0.26, teamOrCar) +
    fence(0, width, height * 1.01, height * 0.06, 40, '#8d8068')
  )
}

export function graves({ random, width, height }: Canvas): string {
  const horizon = height * 0.4
  let out =
    sky(random, width, horizon, 'storm') +
    ground(random, width, horizon, height - horizon, '#76835c') +
    tree(random, width * 0.12, height * 0.5, height * 0.48) +
    tree(random, width * 0.86, height * 0.46, height * 0.4, 'spruce')
  for (let i = 0; i < 17; i++) {
    const t = (i / 17) ** 1.4
    const [x, y, h] = [width * random.between(0.04, 0.94), height * (0.48 + 0.46 * t), height * (0.09 + 0.24 * t)]
    const stone = shade('#c9c3b5', random.between(-0.25, 0.1))
    const w = h * random.between(0.4, 0.6)
    const tilt = `transform="rotate(${random.between(-5, 5).toFixed(1)} ${x.toFixed(0)} ${y.toFixed(0)})"`
    out +=
      `<g ${tilt}>` +
      oval(x, y, w * 0.8, h * 0.05, '#2b3322', 'opacity="0.4"') +
      (random.chance(0.2)
        ? rect(x - w * 0.09, y - h, w * 0.18, h, '#4a4642') +
          rect(x - w * 0.4, y - h * 0.75, w * 0.8, w * 0.16, '#4a4642')
        : path(`M${x - w / 2} ${y}V${y - h * 0.75}Q${x} ${y - h * 1.2} ${x + w / 2} ${y - h * 0.75}V${y}Z`, stone) +
          path(`M${x + w / 2} ${y}V${y - h * 0.75}l${w * 0.1} ${h * 0.05}V${y}Z`, shade(stone, -0.4)) +
          [0.3, 0.42, 0.54, 0.64]
            .map((k) => rect(x - w * 0.3, y - h * (1 - k), w * random.between(0.3, 0.6), h * 0.025, shade(stone, -0.4)))
            .join('') +
          oval(x - w * 0.2, y - h * 0.2, w * 0.2, h * 0.06, '#a3a36b', 'opacity="0.5"')) +
      '</g>'
  }
  return out
}
