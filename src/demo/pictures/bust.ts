import { SKINS } from './figures.ts'
import { gradient, oval, path, poly, shade, stroke } from './pen.ts'
import type { Sitter, Canvas } from './spec.ts'
import { hairOver, whiskers } from './hair.ts'

/** The person, `u` pixels to a hundredth of the frame; head about 26 u high, centred at (x, y). */
export function bust(
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
  const skin = sitter.skin ?? random.pick(SKINS)
  const old = sitter.age > 56
  const hair = old ? random.pick(['#c9c4bb', '#a9a39a']) : random.pick(['#221b17', '#3d2c20', '#5d452c', '#1b1817'])
  const turn = random.between(-2.2, 2.2) * u
  const [w, d] = [(child ? 21 : woman ? 26 : 30) * u * random.between(0.86, 1.06), 12.5 * u]
  const slope = random.between(3, 8) * u
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
    `M${x - w} ${bottom}L${x - w} ${neck + 14 * u}Q${x - w * 0.92} ${neck + slope} ${x - 7 * u} ${neck + 1 * u}H${x + 7 * u}Q${x + w * 0.92} ${neck + slope} ${x + w} ${neck + 14 * u}L${x + w * 1.04} ${bottom}Z`,
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
  // No two heads alike: broad or narrow, long or short, held straight or not.
  const [wide, tall] = [random.between(0.9, 1.1), random.between(0.94, 1.06)]
  let head = `<g transform="translate(${x.toFixed(1)} ${neck.toFixed(1)}) rotate(${random.between(-4, 4).toFixed(1)}) scale(${wide.toFixed(3)} ${tall.toFixed(3)}) translate(${(-x).toFixed(1)} ${(-neck).toFixed(1)})">`
  if (woman)
    head +=
      oval(x, y - 3 * u, 10.8 * u, (year < 1925 ? 12.6 : 11.5) * u, shade(hair, -0.12)) +
      (year < 1915 ? oval(x, y - 14 * u, 5 * u, 3.6 * u, hair) : '')
  head +=
    oval(x - 9 * u, y + 1.4 * u, 1.6 * u, 2.8 * u, skin) +
    oval(x + 9 * u, y + 1.4 * u, 1.6 * u, 2.8 * u, shade(skin, -0.3))
  head += path(
    `M${x - 9 * u} ${y - 3 * u}Q${x - 9 * u} ${y - 13 * u} ${x} ${y - 13 * u}Q${x + 9 * u} ${y - 13 * u} ${x + 9 * u} ${y - 3 * u}Q${x + 9 * u} ${y + 7 * u} ${x + 4 * u} ${y + 11 * u}Q${x} ${y + 13.4 * u} ${x - 4 * u} ${y + 11 * u}Q${x - 9 * u} ${y + 7 * u} ${x - 9 * u} ${y - 3 * u}Z`,
    face.fill,
  )
  head += features(random, x + turn, y, u, skin, hair, old, woman)
  head += hairOver(random, x, y, u, hair, sitter, year)
  if (!woman && sitter.age > 24 && year < 1925) head += whiskers(random, x + turn * 0.7, y, u, hair, d, year)
  return `${out}${head}</g>`
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
  const [apart, brow, nose, mouth] = [
    random.between(3.4, 4.4),
    random.between(2.1, 3.2),
    random.between(3.6, 5.1),
    random.between(2, 3.2),
  ]
  let out = ''
  for (const side of [-1, 1]) {
    const ex = x + side * apart * u
    out +=
      oval(ex, y - 0.3 * u, 2.2 * u, 1.35 * u, shade(skin, -0.22)) +
      oval(ex, y, 1.5 * u, 0.85 * u, '#ece4d8') +
      oval(ex + 0.1 * u, y, 0.82 * u, 0.88 * u, '#2b211c') +
      oval(ex - 0.2 * u, y - 0.3 * u, 0.25 * u, 0.25 * u, '#ffffff')
    out += stroke(`M${ex - 1.7 * u} ${y - 0.5 * u}q${1.7 * u} ${-1.2 * u} ${3.4 * u} 0`, dark, u * 0.42)
    out += stroke(
      `M${ex - 2.1 * u} ${y - brow * u + side * 0.2 * u}q${2 * u} ${-1.3 * u} ${4.2 * u} ${0.2 * u}`,
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
    `M${x - 0.4 * u} ${y - 0.6 * u}Q${x + 0.2 * u} ${y + 3 * u} ${x - 1.5 * u} ${y + nose * u}Q${x} ${y + (nose + 1.1) * u} ${x + 1.6 * u} ${y + nose * u}Q${x + 1.5 * u} ${y + 2 * u} ${x + 0.8 * u} ${y - 0.8 * u}Z`,
    shade(skin, -0.24),
    'opacity="0.75"',
  )
  const smile = random.between(-0.35, 0.5) * u
  out +=
    stroke(
      `M${x - mouth * u} ${y + 7.2 * u}Q${x} ${y + 7.4 * u + smile} ${x + mouth * u} ${y + 7.2 * u}`,
      shade(skin, -0.6),
      u * 0.5,
    ) +
    path(
      `M${x - 2.1 * u} ${y + 7.5 * u}q${2.1 * u} ${1.7 * u} ${4.2 * u} 0q${-2.1 * u} ${0.5 * u} ${-4.2 * u} 0z`,
      woman ? '#a8604f' : shade(skin, -0.3),
    )
  return out
}
