import type { Canvas } from './draw.ts'
import { BOARDS, BRICKS, gable, roof, wall } from './facade.ts'
import { figure } from './figures.ts'
import { line, oval, path, poly, radial, rect, shade, stroke } from './pen.ts'
import { fence, ground, sky, skyline, tree, vehicle, water } from './scenery.ts'
import { schooner, steamer } from './vessels.ts'

export function beach({ random, width, height, picture }: Canvas): string {
  const { year } = picture
  const horizon = height * 0.36
  let out =
    sky(random, width, horizon) +
    water(random, width, horizon, height * 0.26, '#6f97a5') +
    path(
      `M0 ${height * 0.6}Q${width * 0.3} ${height * 0.53} ${width * 0.6} ${height * 0.58}T${width} ${height * 0.52}V${height}H0Z`,
      '#d9c69c',
    ) +
    stroke(
      `M0 ${height * 0.6}Q${width * 0.3} ${height * 0.53} ${width * 0.6} ${height * 0.58}T${width} ${height * 0.52}`,
      '#f6f3e8',
      5,
    )
  if (year > 1920 && year < 1953)
    out +=
      rect(width * 0.55, horizon - height * 0.1, width * 0.34, height * 0.16, '#e5dcc8') +
      roof(width * 0.53, horizon - height * 0.1, width * 0.38, height * 0.11, '#8a4f40', 0.2) +
      Array.from(
        { length: 9 },
        (_, i) =>
          rect(width * (0.56 + i * 0.037), horizon + height * 0.06, 5, height * 0.08, '#5d5040') +
          rect(width * (0.565 + i * 0.037), horizon - height * 0.07, width * 0.022, height * 0.07, '#5b6a70'),
      ).join('')
  else
    out +=
      year < 1925
        ? [0.1, 0.22]
            .map(
              (at) =>
                rect(width * at, height * 0.46, width * 0.08, height * 0.13, '#c9bda2') +
                gable(width * at, height * 0.46, width * 0.08, height * 0.05, '#6d5b48') +
                oval(width * (at + 0.02), height * 0.6, 9, 9, '#4a3f33') +
                oval(width * (at + 0.06), height * 0.6, 9, 9, '#4a3f33'),
            )
            .join('')
        : ''
  for (let i = 0; i < 20; i++) {
    const t = random.next()
    const y = height * (0.6 + 0.36 * t)
    out += random.chance(0.22)
      ? umbrella(random, width * random.next(), y, height * (0.12 + 0.14 * t))
      : figure(
          random,
          width * random.between(0.03, 0.97),
          y,
          height * (0.14 + 0.2 * t),
          { sex: random.chance(0.5) ? 'male' : 'female', age: random.int(4, 50) },
          year,
        )
  }
  for (let i = 0; i < 9; i++)
    out +=
      oval(width * random.next(), height * random.between(0.42, 0.52), 4, 5, '#c99f7d') +
      oval(width * random.next(), height * random.between(0.44, 0.54), 9, 2, '#eef2ee', 'opacity="0.7"')
  return out
}

function umbrella(random: Canvas['random'], x: number, y: number, h: number): string {
  const colour = random.pick(['#b5483c', '#e4d9bf', '#456f86', '#c99b3f'])
  return (
    line(x, y, x, y - h, '#5b4a38', 2) +
    path(`M${x - h * 0.55} ${y - h * 0.72}Q${x} ${y - h * 1.35} ${x + h * 0.55} ${y - h * 0.72}Z`, colour) +
    path(`M${x - h * 0.18} ${y - h * 0.72}Q${x} ${y - h * 1.25} ${x + h * 0.18} ${y - h * 0.72}Z`, shade(colour, 0.4))
  )
}

export function farm({ random, width, height, picture }: Canvas): string {
  const horizon = height * 0.52
  let out =
    sky(random, width, horizon) +
    skyline(random, width, horizon + 2, height * 0.06, '#7d8c6c') +
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
  const [x, w, h] = [width * random.between(0.05, 0.5), width * 0.3, height * 0.2]
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
      width * random.between(0.1, 0.9),
      height * random.between(0.76, 0.94),
      height * 0.22,
      { sex: random.chance(0.7) ? 'male' : 'female', age: random.int(12, 60) },
      picture.year,
    )
  return (
    out +
    vehicle(random, width * 0.12, height * 0.86, width * 0.26, Math.min(picture.year, 1900)) +
    fence(0, width, height * 1.01, height * 0.06, 40, '#8d8068')
  )
}

export function lighthouse({ random, width, height, picture }: Canvas): string {
  const night = picture.detail.includes('night')
  const storm = picture.detail.includes('storm')
  const horizon = height * 0.74
  const u = Math.min(width * 0.3, height * 0.2)
  const [cx, base, top] = [width * random.between(0.42, 0.58), height * 0.82, height * 0.24]
  let out =
    sky(random, width, horizon, night ? 'night' : storm ? 'storm' : 'day') +
    water(random, width, horizon, height - horizon, night ? '#2c3a52' : '#6b8c99')
  if (night) {
    const glow = radial('#fff3c4', '#fff3c400', 'cx="0.5" cy="0.5" r="0.5"')
    out +=
      oval(width * 0.8, height * 0.13, u * 0.26, u * 0.26, '#f6f0d4') +
      glow.defs +
      poly(
        [
          [cx, top],
          [0, top - u * 0.5],
          [0, top + u * 0.6],
        ],
        '#fff1bd',
        'opacity="0.22"',
      ) +
      oval(cx, top, u, u, glow.fill, 'opacity="0.6"')
  }
  out +=
    poly(
      [
        [0, base + 8],
        [width, base - 4],
        [width, height],
        [0, height],
      ],
      '#8d816c',
    ) +
    Array.from({ length: 9 }, (_, i) => line(0, base + 16 + i * 14, width, base + 4 + i * 14, '#6a5e4c', 2)).join('')
  out +=
    poly(
      [
        [cx - u * 0.5, base],
        [cx - u * 0.3, top + u * 0.2],
        [cx + u * 0.3, top + u * 0.2],
        [cx + u * 0.5, base],
      ],
      '#f1ece0',
    ) +
    poly(
      [
        [cx + u * 0.08, base],
        [cx + u * 0.06, top + u * 0.2],
        [cx + u * 0.3, top + u * 0.2],
        [cx + u * 0.5, base],
      ],
      '#b9b2a4',
      'opacity="0.75"',
    )
  for (const t of [0.25, 0.5, 0.75]) out += rect(cx - u * 0.07, top + (base - top) * t, u * 0.13, u * 0.2, '#4a5458')
  out +=
    rect(cx - u * 0.42, top + u * 0.12, u * 0.84, u * 0.08, '#8a3a30') +
    rect(cx - u * 0.22, top - u * 0.22, u * 0.44, u * 0.34, night ? '#ffeeb0' : '#aebcbf') +
    [-0.22, -0.08, 0.07, 0.19].map((at) => rect(cx + u * at, top - u * 0.22, u * 0.03, u * 0.34, '#7a3329')).join('') +
    path(`M${cx - u * 0.28} ${top - u * 0.22}Q${cx} ${top - u * 0.55} ${cx + u * 0.28} ${top - u * 0.22}Z`, '#8a3a30') +
    oval(cx, top - u * 0.44, u * 0.05, u * 0.05, '#6d2b23')
  if (storm)
    for (let i = 0; i < 40; i++)
      out += oval(
        cx + random.between(-1.2, 1) * u,
        base - random.between(0, 0.55) * (base - top),
        random.between(6, 34),
        random.between(5, 26),
        '#f2f5f3',
        'opacity="0.5"',
      )
  else
    out +=
      figure(random, cx + u * 0.8, base + 10, u * 0.62, { sex: 'male', age: 45 }, picture.year) +
      (picture.year < 1910 ? schooner(random, width * 0.02, horizon + 4, width * 0.24) : '')
  return out + (storm || night ? '' : fence(0, cx - u * 0.6, base + 10, u * 0.16, 12))
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

/** Roofs by the hundred between trees, the steeples, and the lake. */
export function panorama({ random, width, height, picture }: Canvas): string {
  const horizon = height * 0.34
  let out =
    sky(random, width, horizon, random.chance(0.2) ? 'dusk' : 'day') +
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
          random.between(0.009, 0.016),
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

export function millPond({ random, width, height, picture }: Canvas): string {
  const winter = picture.detail.includes('winter') || picture.detail.includes('ice')
  const horizon = height * 0.46
  let out =
    sky(random, width, horizon, winter ? 'storm' : 'day') +
    skyline(random, width, horizon + 4, height * 0.16, winter ? '#8a8d88' : '#67795a') +
    (winter
      ? ground(random, width, horizon, height - horizon, '#dbe2e6')
      : water(random, width, horizon, height - horizon, '#6d8b86'))
  out += path(
    `M0 ${horizon + 6}Q${width * 0.3} ${horizon + height * 0.1} ${width * 0.28} ${height}H0Z`,
    winter ? '#eef1f1' : '#87945f',
  )
  for (const at of [0.04, 0.15, 0.24])
    out += tree(random, width * at, height * (0.62 + at * 0.6), height * 0.58, winter ? 'bare' : 'leaf')
  out +=
    rect(width * 0.72, horizon - height * 0.2, width * 0.18, height * 0.22, '#9a8f80') +
    roof(width * 0.72, horizon - height * 0.2, width * 0.18, height * 0.08, winter ? '#f0f2f1' : '#5a544d') +
    Array.from({ length: 8 }, (_, i) =>
      rect(
        width * (0.74 + (i % 4) * 0.04),
        horizon - height * (0.16 - Math.floor(i / 4) * 0.09),
        width * 0.018,
        height * 0.045,
        '#3f484c',
      ),
    ).join('')
  for (let i = 0; i < 15; i++) {
    const t = random.next()
    if (winter)
      out += figure(
        random,
        width * random.between(0.3, 0.96),
        horizon + height * (0.08 + 0.44 * t),
        height * (0.1 + 0.16 * t),
        { sex: random.chance(0.5) ? 'male' : 'female', age: random.int(6, 50) },
        picture.year,
      )
    else if (i < 3)
      out +=
        path(
          `M${width * (0.4 + i * 0.17)} ${horizon + height * (0.14 + i * 0.1)}q${width * 0.05} ${height * 0.04} ${width * 0.12} 0z`,
          '#5b4030',
        ) +
        figure(
          random,
          width * (0.455 + i * 0.17),
          horizon + height * (0.165 + i * 0.1),
          height * 0.13,
          { sex: i % 2 === 0 ? 'female' : 'male', age: 24 },
          picture.year,
        )
  }
  return out
}
