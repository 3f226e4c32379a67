import type { Canvas } from './spec.ts'
import { gable, roof } from './facade.ts'
import { figure } from './figures.ts'
import { line, oval, path, poly, radial, rect, shade, stroke } from './pen.ts'
import { fence, ground, sky, skyline, tree, water } from './scenery.ts'
import { schooner } from './vessels.ts'

export function beach({ passing: random, width, height, picture }: Canvas): string {
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

export function lighthouse({ random, passing, width, height, picture }: Canvas): string {
  const night = picture.detail.includes('night')
  const storm = picture.detail.includes('storm')
  const horizon = height * 0.74
  const u = Math.min(width * 0.3, height * 0.2)
  const [cx, base, top] = [width * random.between(0.42, 0.58), height * 0.82, height * 0.24]
  let out =
    sky(passing, width, horizon, night ? 'night' : storm ? 'storm' : 'day') +
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

export function millPond({ random: still, passing: random, width, height, picture }: Canvas): string {
  const winter = picture.detail.includes('winter') || picture.detail.includes('ice')
  const horizon = height * 0.46
  let out =
    sky(random, width, horizon, winter ? 'storm' : 'day') +
    skyline(still, width, horizon + 4, height * 0.16, winter ? '#8a8d88' : '#67795a') +
    (winter
      ? ground(random, width, horizon, height - horizon, '#dbe2e6')
      : water(random, width, horizon, height - horizon, '#6d8b86'))
  out += path(
    `M0 ${horizon + 6}Q${width * 0.3} ${horizon + height * 0.1} ${width * 0.28} ${height}H0Z`,
    winter ? '#eef1f1' : '#87945f',
  )
  for (const at of [0.04, 0.15, 0.24])
    out += tree(still, width * at, height * (0.62 + at * 0.6), height * 0.58, winter ? 'bare' : 'leaf')
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
