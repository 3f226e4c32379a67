import type { Random } from '../random.ts'
import { type XY, gradient, line, oval, path, poly, rect, shade, stroke } from './pen.ts'

/** Sky down to the horizon, with a few clouds of flattened ovals. */
export function sky(
  random: Random,
  width: number,
  horizon: number,
  mood: 'day' | 'storm' | 'dusk' | 'night' = 'day',
): string {
  const tops = {
    day: ['#8fb3cf', '#e9e6d8'],
    storm: ['#5b646c', '#b9b8ae'],
    dusk: ['#6f7fa5', '#f2c99a'],
    night: ['#10182c', '#3a4660'],
  }[mood] as [string, string]
  const fill = gradient([
    [0, tops[0]],
    [1, tops[1]],
  ])
  let out = `${fill.defs}${rect(0, 0, width, horizon + 2, fill.fill)}`
  const light = mood === 'storm' ? '#8d9398' : mood === 'night' ? '#46526c' : '#f6f1e6'
  for (let i = random.int(2, 5); i > 0; i--) {
    const [x, y, w] = [
      random.between(0, width),
      random.between(0.08, 0.75) * horizon,
      random.between(0.08, 0.22) * width,
    ]
    for (let k = 0; k < 6; k++) {
      out += oval(
        x + random.between(-0.7, 0.7) * w,
        y + random.between(-0.05, 0.05) * w,
        w * random.between(0.25, 0.5),
        w * random.between(0.05, 0.12),
        light,
        'opacity="0.35"',
      )
    }
  }
  return out
}

export function water(random: Random, width: number, top: number, height: number, colour = '#6f8f9c'): string {
  const fill = gradient([
    [0, shade(colour, 0.35)],
    [0.25, colour],
    [1, shade(colour, -0.35)],
  ])
  let out = `${fill.defs}${rect(0, top, width, height, fill.fill)}`
  for (let i = 0; i < 90; i++) {
    const t = random.next() ** 1.6
    const y = top + t * height
    const length = (8 + 70 * t) * random.between(0.5, 1.4)
    const x = random.between(-20, width)
    out += stroke(
      `M${x.toFixed(0)} ${y.toFixed(1)}q${(length / 2).toFixed(0)} ${(-1 - 2 * t).toFixed(1)} ${length.toFixed(0)} 0`,
      random.chance(0.5) ? shade(colour, 0.5) : shade(colour, -0.4),
      0.6 + 1.6 * t,
      'opacity="0.45"',
    )
  }
  return out
}

export function ground(random: Random, width: number, top: number, height: number, colour: string): string {
  const fill = gradient([
    [0, shade(colour, 0.18)],
    [1, shade(colour, -0.28)],
  ])
  let out = `${fill.defs}${rect(0, top, width, height, fill.fill)}`
  for (let i = 0; i < 70; i++) {
    const t = random.next()
    out += oval(
      random.between(0, width),
      top + t * height,
      4 + 26 * t,
      0.6 + 2 * t,
      random.chance(0.5) ? shade(colour, -0.3) : shade(colour, 0.25),
      'opacity="0.3"',
    )
  }
  return out
}

/** A tree with its foot at (x, y): leafy, bare in winter, or a spruce. */
export function tree(
  random: Random,
  x: number,
  y: number,
  height: number,
  kind: 'leaf' | 'bare' | 'spruce' = 'leaf',
  colour = '#5d6f48',
): string {
  if (kind === 'spruce') {
    let out = rect(x - height * 0.02, y - height * 0.15, height * 0.04, height * 0.15, '#4a3c30')
    for (let i = 0; i < 6; i++) {
      const top = y - height + (i * height * 0.85) / 6
      const half = height * (0.06 + 0.035 * i)
      out += poly(
        [
          [x, top - height * 0.05],
          [x - half, top + height * 0.2],
          [x - half * 0.3, top + height * 0.17],
          [x + half * 0.4, top + height * 0.2],
          [x + half, top + height * 0.18],
        ],
        shade('#44563f', i % 2 === 0 ? 0 : -0.15),
      )
    }
    return out
  }
  const sway = random.between(-0.05, 0.05) * height
  let out = path(
    `M${x - height * 0.03} ${y}Q${x + sway * 0.3} ${y - height * 0.3} ${x + sway} ${y - height * 0.6}L${x + sway + 2} ${y - height * 0.6}Q${x + height * 0.03} ${y - height * 0.3} ${x + height * 0.035} ${y}Z`,
    '#51443a',
  )
  for (let i = 0; i < (kind === 'bare' ? 16 : 5); i++) {
    const angle = random.between(-1.2, 1.2)
    const from = random.between(0.3, 0.62)
    const reach = height * random.between(0.2, 0.42)
    out += stroke(
      `M${(x + sway * from).toFixed(1)} ${(y - height * from).toFixed(1)}q${(Math.sin(angle) * reach * 0.4).toFixed(1)} ${(-reach * 0.6).toFixed(1)} ${(Math.sin(angle) * reach).toFixed(1)} ${(-Math.cos(angle) * reach).toFixed(1)}`,
      '#51443a',
      Math.max(0.8, height * 0.008),
    )
  }
  if (kind === 'bare') return out
  for (let i = 0; i < 34; i++) {
    const angle = random.between(0, 6.28)
    const reach = Math.sqrt(random.next()) * height * 0.3
    const [dx, dy] = [Math.cos(angle) * reach * 1.05, Math.sin(angle) * reach]
    out += oval(
      x + sway + dx,
      y - height * 0.66 + dy,
      height * random.between(0.05, 0.1),
      height * random.between(0.04, 0.075),
      shade(colour, -0.25 - dy / height + random.between(-0.12, 0.16) - dx / height / 2),
      'opacity="0.9"',
    )
  }
  return out
}

export function fence(x1: number, x2: number, y: number, height: number, step: number, colour = '#e4ddcf'): string {
  let out =
    rect(x1, y - height * 0.75, x2 - x1, height * 0.09, shade(colour, -0.1)) +
    rect(x1, y - height * 0.3, x2 - x1, height * 0.09, shade(colour, -0.1))
  for (let x = x1; x < x2; x += step) {
    out += poly(
      [
        [x, y],
        [x, y - height * 0.9],
        [x + step * 0.25, y - height],
        [x + step * 0.5, y - height * 0.9],
        [x + step * 0.5, y],
      ],
      colour,
    )
  }
  return out
}

export function pole(x: number, y: number, height: number): string {
  return (
    rect(x - height * 0.008, y - height, height * 0.016, height, '#4a3f36') +
    [0.9, 0.83].map((k) => rect(x - height * 0.09, y - height * k, height * 0.18, height * 0.012, '#4a3f36')).join('')
  )
}

/** A buggy with a horse before about 1915, a car of its decade after; the wheels stand at y. */
export function vehicle(random: Random, x: number, y: number, length: number, year: number, flip = false): string {
  const place = (body: string): string =>
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${((flip ? -1 : 1) * length) / 100} ${length / 100})">${body}</g>`
  if (year < 1915) {
    const horse = '#3c2f27'
    const wheel = (cx: number, r: number): string =>
      oval(cx, -r, r, r, 'none', 'stroke="#2d2622" stroke-width="1.6"') +
      [0, 45, 90, 135]
        .map(
          (a) =>
            `<line x1="${cx - r}" y1="${-r}" x2="${cx + r}" y2="${-r}" stroke="#2d2622" stroke-width="0.6" transform="rotate(${a} ${cx} ${-r})"/>`,
        )
        .join('')
    return place(
      oval(20, -1, 60, 3, '#000000', 'opacity="0.25"') +
        path(
          'M62 -30q-3 -9 4 -11l18 1l6 -12q3 -4 7 -1l6 5q1 3 -2 3l-5 0l-4 14q0 6 -4 7l1 13l2 11h-3l-4 -13l-3 -9l-8 0l-1 10l-2 12h-3l1 -13l-2 -11z',
          horse,
        ) +
        path('M63 -39q-5 3 -5 14', 'none', `stroke="${horse}" stroke-width="2"`) +
        wheel(8, 13) +
        wheel(38, 11) +
        path('M2 -24h42l3 -3v-5h-6v4h-18v-8h-19q-3 0 -3 4z', '#3a2a24') +
        path('M3 -36q0 -16 14 -17h12l-2 4q-10 1 -11 13z', '#2b2421') +
        line(44, -22, 80, -26, '#2d2622', 1),
    )
  }
  const colour = random.pick(
    year < 1930
      ? ['#2a2826', '#33302c']
      : year < 1955
        ? ['#3b4650', '#5a3f3a', '#2f332f', '#6b6a5e']
        : ['#a33f33', '#3f6f8f', '#d8d2bd', '#5b7d5a', '#c9a24a'],
  )
  const wheels = [20, 80]
    .map((cx) => oval(cx, -9, year < 1930 ? 11 : 9, year < 1930 ? 11 : 9, '#201d1b') + oval(cx, -9, 4, 4, '#a9a498'))
    .join('')
  const body =
    year < 1932
      ? path('M6 -14v-12h30v-26h34v24l22 3v11z', colour) +
        rect(40, -48, 12, 15, '#c9cfce', 'opacity="0.7"') +
        rect(55, -48, 11, 15, '#c9cfce', 'opacity="0.7"') +
        rect(34, -55, 40, 4, shade(colour, -0.3))
      : year < 1958
        ? path('M3 -10q-2 -17 14 -20l10 -15q3 -5 10 -5h22q8 0 13 9l7 10q16 2 17 11v10z', colour) +
          path('M31 -31l7 -13q2 -2 5 -2h7v15zM54 -46h8q4 0 7 6l5 9h-20z', '#c9cfce', 'opacity="0.75"')
        : path('M1 -9v-13q1 -5 8 -6l18 -2l13 -11q2 -2 6 -2h20q5 0 8 3l10 10l13 3q3 1 3 5v13z', colour) +
          path('M34 -30l9 -9h9v9zM56 -39h11l9 9h-20z', '#bfcfd6', 'opacity="0.85"') +
          rect(3, -20, 94, 1.5, '#e9e6dc')
  return place(oval(50, -1, 54, 4, '#000000', 'opacity="0.3"') + body + wheels)
}

/** A soft line of far land or roofs along the horizon. */
export function skyline(random: Random, width: number, y: number, height: number, colour: string): string {
  const points: XY[] = [[0, y]]
  for (let x = 0; x <= width; x += width / 24) points.push([x, y - height * random.between(0.35, 1)])
  return poly([...points, [width, y]], colour)
}
