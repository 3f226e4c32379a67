import type { Canvas } from './draw.ts'
import { SKINS, figure, heightOf } from './figures.ts'
import { fence, ground, sky, tree } from './scenery.ts'
import { gradient, line, oval, path, poly, radial, rect, shade, stroke } from './pen.ts'
import type { Sitter } from './spec.ts'

/** Head and shoulders, or half length, before a studio cloth or in a room. */
export function portrait({ random, width, height, picture }: Canvas): string {
  const sitter = picture.sitters[0] ?? { sex: 'female', age: 40 }
  const { year } = picture
  const close = picture.detail === 'close' || picture.detail === 'room' || random.chance(0.55)
  const u = (Math.min(width, height * 0.78) / 100) * (close ? 1 : 0.7) * (sitter.age < 12 ? 0.86 : 1)
  const x = width / 2 + random.between(-3, 3) * u
  const cy = height * (close ? 0.4 : 0.32) + (sitter.age < 12 ? 8 * u : 0)
  const cloth = random.pick(
    year < 1915
      ? ['#2c2826', '#3b332d', '#4d443b', '#302f35']
      : year < 1960
        ? ['#37383c', '#6b5f52', '#8d8478', '#3f3a36']
        : ['#4f6a83', '#8a4b3c', '#b48f45', '#56704f'],
  )
  const back =
    picture.detail === 'room'
      ? rect(0, 0, width, height, '#b9a98d') +
        rect(width * 0.62, height * 0.06, width * 0.3, height * 0.32, '#dfe4df') +
        rect(width * 0.6, height * 0.04, width * 0.34, height * 0.36, 'none', 'stroke="#7d6a4f" stroke-width="8"') +
        rect(width * 0.06, height * 0.1, width * 0.18, height * 0.2, '#8a7a5f')
      : backdrop(random, width, height)
  return (
    back +
    (close ? '' : balustrade(random, width, height)) +
    bust(random, x, cy, u, sitter, cloth, year, height) +
    (year < 1900 && close ? ovalMask(width, height) : '')
  )
}

function backdrop(random: Canvas['random'], width: number, height: number): string {
  const light = radial('#c9c0b0', '#6d655b', 'cx="0.45" cy="0.35" r="0.8"')
  let out = `${light.defs}${rect(0, 0, width, height, light.fill)}`
  for (let i = 0; i < 8; i++)
    out += oval(
      random.between(0, width),
      random.between(0, height),
      width * 0.3,
      height * 0.1,
      random.chance(0.5) ? '#e0d8c8' : '#5a534b',
      'opacity="0.1"',
    )
  return out
}

function balustrade(random: Canvas['random'], width: number, height: number): string {
  const side = random.chance(0.5) ? 0 : width * 0.62
  let out =
    rect(side, height * 0.56, width * 0.38, height * 0.03, '#d8cfbe') +
    rect(0, height * 0.9, width, height * 0.1, '#5c5248')
  for (let i = 0; i < 4; i++)
    out += path(
      `M${side + width * (0.04 + i * 0.09)} ${height * 0.59}q${width * 0.035} ${height * 0.12} 0 ${height * 0.31}h${width * 0.04}q${width * 0.035} ${-height * 0.19} 0 ${-height * 0.31}z`,
      '#c4baa8',
    )
  return out
}

function ovalMask(width: number, height: number): string {
  return path(
    `M0 0H${width}V${height}H0ZM${width / 2} ${height * 0.03}a${width * 0.46} ${height * 0.47} 0 0 0 0 ${height * 0.94}a${width * 0.46} ${height * 0.47} 0 0 0 0 ${-height * 0.94}z`,
    '#e4d9c2',
    'fill-rule="evenodd"',
  )
}

/** The person, `u` pixels to a hundredth of the frame; head about 26 u high, centred at (x, y). */
function bust(
  random: Canvas['random'],
  x: number,
  y: number,
  u: number,
  sitter: Sitter,
  cloth: string,
  year: number,
  bottom: number,
): string {
  const woman = sitter.sex === 'female'
  const child = sitter.age < 13
  const skin = random.pick(SKINS)
  const old = sitter.age > 56
  const hair = old ? random.pick(['#c9c4bb', '#a9a39a']) : random.pick(['#221b17', '#3d2c20', '#5d452c', '#1b1817'])
  const turn = random.between(-2.2, 2.2) * u
  const [w, d] = [child ? 21 * u : woman ? 27 * u : 31 * u, 12.5 * u]
  const neck = y + 11 * u
  const light = gradient(
    [
      [0, shade(cloth, 0.16)],
      [1, shade(cloth, -0.3)],
    ],
    'x1="0" y1="0" x2="1" y2="0.6"',
  )
  const face = gradient(
    [
      [0, shade(skin, 0.16)],
      [0.55, skin],
      [1, shade(skin, -0.36)],
    ],
    'x1="0" y1="0.1" x2="1" y2="0.3"',
  )
  let out = light.defs + face.defs
  if (woman && year > 1925)
    out += path(
      `M${x - 11.5 * u} ${y - 4 * u}Q${x - 15 * u} ${y + 10 * u} ${x - 10 * u} ${y + 14 * u}H${x + 10 * u}Q${x + 15 * u} ${y + 10 * u} ${x + 11.5 * u} ${y - 4 * u}Z`,
      shade(hair, -0.1),
    )
  out += path(
    `M${x - w} ${bottom}L${x - w} ${neck + 14 * u}Q${x - w * 0.92} ${neck + 4 * u} ${x - 7 * u} ${neck + 1 * u}H${x + 7 * u}Q${x + w * 0.92} ${neck + 4 * u} ${x + w} ${neck + 14 * u}L${x + w * 1.04} ${bottom}Z`,
    light.fill,
  )
  out += path(
    `M${x - 5.4 * u} ${y + 6 * u}V${neck + 2 * u}Q${x} ${neck + 7 * u} ${x + 5.4 * u} ${neck + 2 * u}V${y + 6 * u}Z`,
    shade(skin, -0.22),
  )
  out += collar(random, x, neck, u, sitter, cloth, year)
  out += stroke(
    `M${x - w * 0.62} ${neck + 22 * u}Q${x - w * 0.7} ${bottom - 10 * u} ${x - w * 0.58} ${bottom}M${x + w * 0.64} ${neck + 20 * u}Q${x + w * 0.74} ${bottom - 8 * u} ${x + w * 0.6} ${bottom}`,
    shade(cloth, -0.45),
    u * 0.9,
    'opacity="0.7"',
  )
  if (woman)
    out +=
      oval(x, y - 3 * u, 10.8 * u, (year < 1925 ? 12.6 : 11.5) * u, shade(hair, -0.12)) +
      (year < 1915 ? oval(x, y - 14 * u, 5 * u, 3.6 * u, hair) : '')
  out +=
    oval(x - 9 * u, y + 1.4 * u, 1.6 * u, 2.8 * u, skin) +
    oval(x + 9 * u, y + 1.4 * u, 1.6 * u, 2.8 * u, shade(skin, -0.3))
  out += path(
    `M${x - 9 * u} ${y - 3 * u}Q${x - 9 * u} ${y - 13 * u} ${x} ${y - 13 * u}Q${x + 9 * u} ${y - 13 * u} ${x + 9 * u} ${y - 3 * u}Q${x + 9 * u} ${y + 7 * u} ${x + 4 * u} ${y + 11 * u}Q${x} ${y + 13.4 * u} ${x - 4 * u} ${y + 11 * u}Q${x - 9 * u} ${y + 7 * u} ${x - 9 * u} ${y - 3 * u}Z`,
    face.fill,
  )
  out += features(random, x + turn, y, u, skin, hair, old, woman)
  out += hairOver(random, x, y, u, hair, sitter, year)
  if (!woman && sitter.age > 24 && year < 1925) out += whiskers(random, x + turn * 0.7, y, u, hair, d, year)
  return out
}

function collar(
  random: Canvas['random'],
  x: number,
  neck: number,
  u: number,
  sitter: Sitter,
  cloth: string,
  year: number,
): string {
  if (sitter.sex === 'female' || sitter.age < 8)
    return year < 1925
      ? path(
          `M${x - 6 * u} ${neck - 1.4 * u}Q${x} ${neck + 3 * u} ${x + 6 * u} ${neck - 1.4 * u}V${neck + 2.6 * u}Q${x} ${neck + 8 * u} ${x - 6 * u} ${neck + 2.6 * u}Z`,
          '#eee6d6',
        ) +
          oval(x, neck + 6.2 * u, 1.7 * u, 2.1 * u, '#7c5a34') +
          [1, 2, 3, 4].map((i) => oval(x, neck + (9 + i * 4.2) * u, 0.7 * u, 0.7 * u, shade(cloth, 0.4))).join('')
      : path(
          `M${x - 7 * u} ${neck + 1 * u}L${x} ${neck + 11 * u}L${x + 7 * u} ${neck + 1 * u}L${x + 11 * u} ${neck + 4 * u}L${x + 1 * u} ${neck + 15 * u}L${x - 11 * u} ${neck + 4 * u}Z`,
          shade(cloth, 0.5),
        )
  const vest = random.chance(0.6)
  return (
    poly(
      [
        [x - 6.4 * u, neck],
        [x + 6.4 * u, neck],
        [x + 1.4 * u, neck + 24 * u],
        [x - 1.4 * u, neck + 24 * u],
      ],
      '#f0eadd',
    ) +
    path(
      `M${x - 1.7 * u} ${neck + 2 * u}h${3.4 * u}l${1.2 * u} ${17 * u}l${-2.9 * u} ${5 * u}l${-2.9 * u} ${-5 * u}z`,
      '#2a2523',
    ) +
    poly(
      [
        [x - 6.4 * u, neck - 2 * u],
        [x, neck + 3.4 * u],
        [x - 4.2 * u, neck + 7 * u],
        [x - 8 * u, neck + 1 * u],
      ],
      '#f7f2e7',
    ) +
    poly(
      [
        [x + 6.4 * u, neck - 2 * u],
        [x, neck + 3.4 * u],
        [x + 4.2 * u, neck + 7 * u],
        [x + 8 * u, neck + 1 * u],
      ],
      '#e6dfd0',
    ) +
    poly(
      [
        [x - 8 * u, neck + 1 * u],
        [x - 13 * u, neck + 6 * u],
        [x - 4 * u, neck + 34 * u],
        [x - 1 * u, neck + 25 * u],
      ],
      shade(cloth, 0.1),
    ) +
    poly(
      [
        [x + 8 * u, neck + 1 * u],
        [x + 13 * u, neck + 6 * u],
        [x + 4 * u, neck + 34 * u],
        [x + 1 * u, neck + 25 * u],
      ],
      shade(cloth, -0.2),
    ) +
    (vest ? stroke(`M${x - 4 * u} ${neck + 36 * u}q${7 * u} ${5 * u} ${13 * u} ${-1 * u}`, '#b89a5a', u * 0.7) : '')
  )
}

function features(
  random: Canvas['random'],
  x: number,
  y: number,
  u: number,
  skin: string,
  hair: string,
  old: boolean,
  woman: boolean,
): string {
  const dark = shade(skin, -0.55)
  let out = ''
  for (const side of [-1, 1]) {
    const ex = x + side * 3.9 * u
    out +=
      oval(ex, y - 0.3 * u, 2.2 * u, 1.35 * u, shade(skin, -0.22)) +
      oval(ex, y, 1.5 * u, 0.85 * u, '#ece4d8') +
      oval(ex + 0.1 * u, y, 0.82 * u, 0.88 * u, '#2b211c') +
      oval(ex - 0.2 * u, y - 0.3 * u, 0.25 * u, 0.25 * u, '#ffffff')
    out += stroke(`M${ex - 1.7 * u} ${y - 0.5 * u}q${1.7 * u} ${-1.2 * u} ${3.4 * u} 0`, dark, u * 0.42)
    out += stroke(
      `M${ex - 2.1 * u} ${y - 2.5 * u + side * 0.2 * u}q${2 * u} ${-1.3 * u} ${4.2 * u} ${0.2 * u}`,
      shade(hair, 0.05),
      u * (woman ? 0.55 : 0.85),
    )
    if (old)
      out += stroke(
        `M${ex - 1.6 * u} ${y + 2 * u}q${1.6 * u} ${0.9 * u} ${3 * u} 0M${x + side * 2.6 * u} ${y + 4 * u}q${side * 1.4 * u} ${1 * u} ${side * 1.5 * u} ${3 * u}`,
        dark,
        u * 0.25,
        'opacity="0.6"',
      )
  }
  out += path(
    `M${x - 0.4 * u} ${y - 0.6 * u}Q${x + 0.2 * u} ${y + 3 * u} ${x - 1.5 * u} ${y + 4.3 * u}Q${x} ${y + 5.4 * u} ${x + 1.6 * u} ${y + 4.2 * u}Q${x + 1.5 * u} ${y + 2 * u} ${x + 0.8 * u} ${y - 0.8 * u}Z`,
    shade(skin, -0.24),
    'opacity="0.75"',
  )
  const smile = random.between(-0.35, 0.5) * u
  out +=
    stroke(
      `M${x - 2.6 * u} ${y + 7.2 * u}Q${x} ${y + 7.4 * u + smile} ${x + 2.6 * u} ${y + 7.2 * u}`,
      shade(skin, -0.6),
      u * 0.5,
    ) +
    path(
      `M${x - 2.1 * u} ${y + 7.5 * u}q${2.1 * u} ${1.7 * u} ${4.2 * u} 0q${-2.1 * u} ${0.5 * u} ${-4.2 * u} 0z`,
      woman ? '#a8604f' : shade(skin, -0.3),
    )
  return out
}

function hairOver(
  random: Canvas['random'],
  x: number,
  y: number,
  u: number,
  hair: string,
  sitter: Sitter,
  year: number,
): string {
  const woman = sitter.sex === 'female'
  const part = random.between(-4, 4) * u
  const low = woman ? -3.4 : -6.2
  const bald = !woman && sitter.age > 45 && random.chance(0.35)
  if (bald)
    return path(
      `M${x - 9.6 * u} ${y + 1 * u}Q${x - 11 * u} ${y - 8 * u} ${x - 7 * u} ${y - 10.4 * u}Q${x - 8.6 * u} ${y - 4 * u} ${x - 8.4 * u} ${y + 1 * u}ZM${x + 9.6 * u} ${y + 1 * u}Q${x + 11 * u} ${y - 8 * u} ${x + 7 * u} ${y - 10.4 * u}Q${x + 8.6 * u} ${y - 4 * u} ${x + 8.4 * u} ${y + 1 * u}Z`,
      hair,
    )
  const wide = woman && year < 1915 ? 11 : 10
  let out = path(
    `M${x - 9.4 * u} ${y + (woman ? 1 : 0) * u}Q${x - wide * 1.05 * u} ${y - 15.4 * u} ${x + part * 0.2} ${y - 15.6 * u}Q${x + wide * 1.05 * u} ${y - 15.4 * u} ${x + 9.4 * u} ${y + (woman ? 1 : 0) * u}Q${x + 8.4 * u} ${y + low * u} ${x + 5 * u + part * 0.3} ${y - 9 * u}Q${x + part} ${y - 11.6 * u} ${x - 5 * u + part * 0.3} ${y - 8.6 * u}Q${x - 8.6 * u} ${y + low * u} ${x - 9.4 * u} ${y + (woman ? 1 : 0) * u}Z`,
    hair,
  )
  for (let i = 0; i < 5; i++)
    out += stroke(
      `M${x + part * 0.6} ${y - (14.4 - i * 0.3) * u}q${(i - 2) * 3 * u} ${1 * u} ${(i - 2) * 4 * u} ${5 * u}`,
      shade(hair, 0.3),
      u * 0.3,
      'opacity="0.5"',
    )
  return out
}

function whiskers(
  random: Canvas['random'],
  x: number,
  y: number,
  u: number,
  hair: string,
  depth: number,
  year: number,
): string {
  const kind = random.weighted({ none: 2, moustache: 4, beard: year < 1895 ? 5 : 1, mutton: year < 1880 ? 2 : 0 })
  if (kind === 'none') return ''
  const moustache = path(
    `M${x} ${y + 5.4 * u}Q${x - 3 * u} ${y + 4.8 * u} ${x - 5 * u} ${y + 8 * u}Q${x - 2 * u} ${y + 7.6 * u} ${x} ${y + 6.9 * u}Q${x + 2 * u} ${y + 7.6 * u} ${x + 5 * u} ${y + 8 * u}Q${x + 3 * u} ${y + 4.8 * u} ${x} ${y + 5.4 * u}Z`,
    shade(hair, 0.08),
  )
  if (kind === 'moustache') return moustache
  if (kind === 'mutton')
    return path(
      `M${x - 9 * u} ${y - 1 * u}Q${x - 10 * u} ${y + 8 * u} ${x - 5.4 * u} ${y + 10 * u}Q${x - 5.6 * u} ${y + 5 * u} ${x - 9 * u} ${y - 1 * u}ZM${x + 9 * u} ${y - 1 * u}Q${x + 10 * u} ${y + 8 * u} ${x + 5.4 * u} ${y + 10 * u}Q${x + 5.6 * u} ${y + 5 * u} ${x + 9 * u} ${y - 1 * u}Z`,
      hair,
    )
  return (
    path(
      `M${x - 9 * u} ${y + 0.5 * u}Q${x - 9.6 * u} ${y + 14 * u} ${x} ${y + depth + random.between(4, 11) * u}Q${x + 9.6 * u} ${y + 14 * u} ${x + 9 * u} ${y + 0.5 * u}Q${x + 6 * u} ${y + 6 * u} ${x} ${y + 9.4 * u}Q${x - 6 * u} ${y + 6 * u} ${x - 9 * u} ${y + 0.5 * u}Z`,
      hair,
    ) + moustache
  )
}

/** Everybody whom the caption names, in rows, the tall ones behind. */
export function group({ random, width, height, picture }: Canvas): string {
  const { year, sitters, detail } = picture
  const size = Math.min(height * 0.56, (width * 0.98) / Math.max(2.6, Math.min(sitters.length, 7) * 0.42 + 0.6))
  const base = height * 0.93
  const order = sitters.map((sitter, i) => ({ sitter, i })).sort((a, b) => heightOf(a.sitter) - heightOf(b.sitter))
  const rows = sitters.length > 6 ? 2 : 1
  const front = order.slice(0, Math.ceil(sitters.length / rows))
  const behind = order.slice(front.length)
  const place = (row: typeof order, y: number, scale: number): string => {
    const gap = Math.min(size * 0.42, (width * 0.86) / Math.max(1, row.length))
    const middle = [...row].sort((a, b) => a.i - b.i)
    return middle
      .map(({ sitter, i }, k) =>
        figure(
          random,
          width / 2 + (k - (row.length - 1) / 2) * gap,
          y + random.between(-3, 3),
          size * scale,
          sitter,
          year,
          roleOf(detail, i, sitter),
        ),
      )
      .join('')
  }
  return (
    groupGround(random, width, height, detail, year) +
    (rows === 2 ? place(behind, base - size * 0.2, 1.02) : '') +
    place(front, base, 1)
  )
}

function roleOf(detail: string, index: number, sitter: Sitter): string {
  if (detail === 'wedding' && index === 1) return 'bride'
  if (detail === 'team' && sitter.sex === 'male') return 'uniform'
  return ['studio', 'hall', 'school'].includes(detail) ? 'indoor' : ''
}

function groupGround(random: Canvas['random'], width: number, height: number, detail: string, year: number): string {
  const floor = height * 0.8
  if (detail === 'studio' || detail === 'hall')
    return (
      backdrop(random, width, height) +
      rect(0, floor, width, height - floor, '#6d5f50') +
      Array.from({ length: 9 }, (_, i) =>
        line((i * width) / 8, floor, width / 2 + (i - 4) * width * 0.22, height, '#4f4439', 2),
      ).join('')
    )
  if (detail === 'wharf')
    return (
      sky(random, width, height * 0.42) +
      rect(0, height * 0.42, width, height * 0.2, '#7d99a3') +
      rect(0, height * 0.58, width, height * 0.42, '#9b8c76') +
      Array.from({ length: 12 }, (_, i) =>
        line(
          0,
          height * (0.6 + i * i * 0.003 + i * 0.006),
          width,
          height * (0.6 + i * i * 0.003 + i * 0.006),
          '#6c5f4f',
          1.5,
        ),
      ).join('') +
      rect(width * 0.05, height * 0.25, width * 0.22, height * 0.36, '#7f7161') +
      poly(
        [
          [width * 0.03, height * 0.26],
          [width * 0.16, height * 0.15],
          [width * 0.29, height * 0.26],
        ],
        '#4f463d',
      )
    )
  const garden = detail === 'garden' || detail === 'team'
  if (garden)
    return (
      sky(random, width, height * 0.5) +
      ground(random, width, height * 0.5, height * 0.5, '#8b9366') +
      tree(random, width * 0.12, height * 0.58, height * 0.56) +
      tree(random, width * 0.9, height * 0.56, height * 0.5) +
      fence(0, width, height * 0.64, height * 0.09, 15)
    )
  const wall = detail === 'wedding' ? '#a89a86' : detail === 'works' ? '#8a6252' : '#b9a78e'
  let out = rect(0, 0, width, floor, wall)
  for (let y = 0; y < floor; y += 11)
    out += line(0, y, width, y + random.between(-0.5, 0.5), shade(wall, -0.2), 1, 'opacity="0.6"')
  for (const at of [0.1, 0.4, 0.7])
    out +=
      rect(width * at, height * 0.08, width * 0.17, height * 0.36, shade(wall, 0.45)) +
      rect(width * (at + 0.012), height * 0.1, width * 0.146, height * 0.32, year < 1950 ? '#4f5a60' : '#6b7a82') +
      line(width * (at + 0.085), height * 0.1, width * (at + 0.085), height * 0.42, shade(wall, 0.45), 4) +
      line(width * at, height * 0.26, width * (at + 0.17), height * 0.26, shade(wall, 0.45), 4)
  return out + ground(random, width, floor, height - floor, '#9a8c74')
}
