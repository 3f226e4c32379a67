import type { Random } from '../random.ts'
import { type XY, oval, path, poly, rect, shade, stroke } from './pen.ts'
import type { Sitter } from './spec.ts'

const CLOTH_OLD = ['#2b2725', '#3a3430', '#4a4038', '#33363b', '#55483c', '#282420']
const CLOTH_LIGHT = ['#d9d0bf', '#c7bca6', '#e8e2d4', '#b9ab98', '#8d8273']
const CLOTH_NEW = ['#4f6a83', '#8a4b3c', '#c9a64f', '#56704f', '#d8cfba', '#75506b', '#39424d']
export const SKINS = ['#e3bd9c', '#d7ab88', '#c39672', '#8f6247', '#e8c7a8']
const HAIR = ['#2a211c', '#4a3626', '#6b4d2e', '#1d1a18', '#8a6a41']

export const heightOf = (sitter: Sitter): number =>
  sitter.age >= 16 ? (sitter.sex === 'female' ? 0.94 : 1) : 0.42 + 0.56 * Math.sqrt(Math.max(0.5, sitter.age) / 18)

type Pose = 'down' | 'front' | 'hip' | 'behind' | 'across'

/** A standing (or seated) person in the clothes of a year; the feet at (x, y), `size` is a grown man's height. */
export function figure(
  random: Random,
  x: number,
  y: number,
  size: number,
  sitter: Sitter,
  year: number,
  role = '',
): string {
  const h = size * heightOf(sitter)
  const head = size * (sitter.age < 12 ? 0.068 : 0.066)
  const skin = sitter.skin ?? random.pick(SKINS)
  const old = sitter.age > 58
  const hair = old ? '#b9b3aa' : random.pick(HAIR)
  const woman = sitter.sex === 'female'
  const bride = role === 'bride'
  const cloth = bride
    ? '#efe9dc'
    : role === 'uniform'
      ? '#4b3a34'
      : random.pick(
          year < 1915
            ? woman && random.chance(0.45)
              ? CLOTH_LIGHT
              : CLOTH_OLD
            : year < 1950
              ? [...CLOTH_OLD, ...CLOTH_LIGHT]
              : CLOTH_NEW,
        )
  const top = y - h
  const shoulder = top + head * 2.25
  const waist = y - h * 0.55
  const half = h * (woman ? 0.105 : 0.125)
  const hem = woman ? (year < 1912 ? y - h * 0.02 : year < 1930 ? y - h * 0.16 : y - h * 0.26) : y
  let out = oval(x + h * 0.06, y, h * 0.17, h * 0.018, '#000000', 'opacity="0.28"')
  if (woman || sitter.age < 4) {
    const flare = year < 1885 ? 0.24 : year < 1912 ? 0.17 : 0.12
    const legs =
      year < 1912 && sitter.age > 13
        ? ''
        : rect(x - h * 0.055, hem - 2, h * 0.04, y - hem, '#3a322d') +
          rect(x + h * 0.02, hem - 2, h * 0.04, y - hem, '#3a322d')
    out +=
      legs +
      path(
        `M${x - half * 0.62} ${waist}Q${x - h * flare * 0.8} ${(waist + hem) / 2} ${x - h * flare} ${hem}H${x + h * flare}Q${x + h * flare * 0.8} ${(waist + hem) / 2} ${x + half * 0.62} ${waist}Z`,
        shade(cloth, -0.06),
      )
    out += path(`M${x} ${waist}L${x + h * flare} ${hem}H${x + h * flare * 0.3}Z`, shade(cloth, -0.24), 'opacity="0.6"')
  } else {
    const short = sitter.age < 13
    const leg = shade(cloth, -0.18)
    out += poly(
      [
        [x - half * 0.75, waist - 1],
        [x + half * 0.75, waist - 1],
        [x + half * 0.8, y - (short ? h * 0.2 : 0)],
        [x + half * 0.16, y - (short ? h * 0.2 : 0)],
        [x, waist + h * 0.1],
        [x - half * 0.16, y - (short ? h * 0.2 : 0)],
        [x - half * 0.8, y - (short ? h * 0.2 : 0)],
      ],
      leg,
    )
    if (short)
      out +=
        rect(x - half * 0.62, y - h * 0.2, half * 0.42, h * 0.2, '#2d2825') +
        rect(x + half * 0.2, y - h * 0.2, half * 0.42, h * 0.2, '#2d2825')
    out +=
      oval(x - half * 0.5, y - 1, half * 0.42, h * 0.018, '#1d1a18') +
      oval(x + half * 0.5, y - 1, half * 0.42, h * 0.018, '#1d1a18')
  }
  const bulge = woman && year < 1900 ? 1.05 : 1
  out += path(
    `M${x - half * bulge} ${shoulder + head * 0.55}Q${x - half * 0.9} ${shoulder} ${x - head * 0.5} ${shoulder - head * 0.1}H${x + head * 0.5}Q${x + half * 0.9} ${shoulder} ${x + half * bulge} ${shoulder + head * 0.55}L${x + half * 0.66} ${waist + 2}H${x - half * 0.66}Z`,
    cloth,
  )
  const pose = random.weighted<Pose>(
    sitter.age < 10 || bride ? { down: 1 } : { down: 5, front: 3, hip: 2, behind: 1, across: woman ? 0 : 2 },
  )
  const bent = (side: number, [ex, ey]: XY, [hx, hy]: XY): string => {
    const sleeve = shade(cloth, side > 0 ? -0.16 : 0.06)
    return (
      stroke(
        `M${x + side * half * 0.82} ${shoulder + head * 0.6}L${x + side * half * ex} ${shoulder + (waist - shoulder) * ey}L${x + side * half * hx} ${shoulder + (waist - shoulder) * hy}`,
        sleeve,
        half * 0.42,
      ) + oval(x + side * half * hx, shoulder + (waist - shoulder) * hy, head * 0.3, head * 0.3, skin)
    )
  }
  const arm = (side: number): string => {
    if (pose === 'front') return bent(side, [1.2, 0.72], [0.12, 1.02])
    if (pose === 'across') return bent(side, [1.15, 0.7], [-0.35, 0.56 + side * 0.07])
    if (pose === 'hip' && side > 0) return bent(side, [1.75, 0.62], [0.85, 0.98])
    return hanging(side)
  }
  const hanging = (side: number): string =>
    path(
      `M${x + side * half * 0.8} ${shoulder + head * 0.25}Q${x + side * half * 1.55} ${shoulder + h * 0.12} ${x + side * half * 1.15} ${waist + h * 0.07}l${-side * half * 0.42} ${-h * 0.01}Q${x + side * half * 1.02} ${shoulder + h * 0.14} ${x + side * half * 0.5} ${shoulder + head * 0.9}Z`,
      shade(cloth, side > 0 ? -0.16 : 0.06),
    ) + (pose === 'behind' ? '' : oval(x + side * half * 0.98, waist + h * 0.085, head * 0.3, head * 0.36, skin))
  // Hands that meet in front lie over the shirt and the tie.
  const arms = arm(-1) + arm(1)
  if (pose !== 'front' && pose !== 'across') out += arms
  if (!woman && role === 'uniform')
    out += [0.3, 0.6, 0.9]
      .map((k) =>
        rect(x - half * 0.75, shoulder + (waist - shoulder) * k - head * 0.2, half * 1.5, head * 0.28, '#e6dcc4'),
      )
      .join('')
  else if (!woman && sitter.age > 13)
    out +=
      poly(
        [
          [x - head * 0.36, shoulder - head * 0.1],
          [x + head * 0.36, shoulder - head * 0.1],
          [x, shoulder + head * 1.4],
        ],
        '#ece6da',
      ) +
      poly(
        [
          [x - head * 0.1, shoulder + head * 0.1],
          [x + head * 0.1, shoulder + head * 0.1],
          [x + head * 0.07, shoulder + head],
          [x - head * 0.07, shoulder + head],
        ],
        '#2b2523',
      )
  else if (woman) out += oval(x, shoulder + head * 0.05, head * 0.6, head * 0.2, shade(cloth, 0.4))
  if (pose === 'front' || pose === 'across') out += arms
  const cy = top + head * 1.1
  out += rect(x - head * 0.32, cy + head * 0.5, head * 0.64, head * 0.75, shade(skin, -0.15))
  const wide = random.between(0.66, 0.8)
  if (woman) out += oval(x, cy - head * 0.15, head * 0.92, head * (year < 1925 ? 1.05 : 1.1), hair)
  out +=
    oval(x, cy, head * wide, head, skin) +
    path(
      `M${x + head * 0.2} ${cy - head}a${head * 0.74} ${head} 0 0 1 0 ${head * 2}q${head * 0.25} ${-head} 0 ${-head * 2}`,
      shade(skin, -0.2),
      'opacity="0.55"',
    )
  out += path(
    `M${x - head * 0.76} ${cy - head * 0.1}Q${x - head * 0.7} ${cy - head * 1.15} ${x} ${cy - head * 1.1}Q${x + head * 0.7} ${cy - head * 1.15} ${x + head * 0.76} ${cy - head * 0.1}Q${x + head * 0.45} ${cy - head * 0.7} ${x} ${cy - head * 0.62}Q${x - head * 0.45} ${cy - head * 0.7} ${x - head * 0.76} ${cy - head * 0.1}Z`,
    hair,
  )
  if (head > 4) {
    for (const side of [-1, 1])
      out +=
        oval(x + side * head * 0.28, cy + head * 0.02, head * 0.1, head * 0.07, '#2a1f1a') +
        rect(x + side * head * 0.28 - head * 0.14, cy - head * 0.2, head * 0.28, head * 0.06, hair)
    out +=
      path(`M${x} ${cy + head * 0.05}l${head * 0.1} ${head * 0.3}h${-head * 0.14}z`, shade(skin, -0.25)) +
      stroke(
        `M${x - head * 0.2} ${cy + head * 0.54}q${head * 0.2} ${head * random.between(-0.06, 0.14)} ${head * 0.4} 0`,
        shade(skin, -0.5),
        head * 0.08,
      )
  }
  if (!woman && sitter.age > 24 && year < 1920 && random.chance(0.6))
    out +=
      path(
        `M${x - head * 0.42} ${cy + head * 0.46}Q${x} ${cy + head * 0.28} ${x + head * 0.42} ${cy + head * 0.46}Q${x} ${cy + head * 0.56} ${x - head * 0.42} ${cy + head * 0.46}Z`,
        hair,
      ) +
      (sitter.age > 40 && year < 1900
        ? path(
            `M${x - head * 0.72} ${cy + head * 0.1}Q${x - head * 0.6} ${cy + head * 1.6} ${x} ${cy + head * 1.65}Q${x + head * 0.6} ${cy + head * 1.6} ${x + head * 0.72} ${cy + head * 0.1}Q${x + head * 0.5} ${cy + head * 0.6} ${x} ${cy + head * 0.62}Q${x - head * 0.5} ${cy + head * 0.6} ${x - head * 0.72} ${cy + head * 0.1}Z`,
            hair,
          )
        : '')
  if (bride)
    out += path(
      `M${x - head * 0.8} ${cy - head * 0.9}Q${x - head * 2.2} ${cy + head * 4} ${x - h * 0.2} ${y - h * 0.1}L${x + h * 0.1} ${y - h * 0.35}Q${x + head * 1.4} ${cy + head} ${x + head * 0.7} ${cy - head * 0.9}Z`,
      '#fbf8f0',
      'opacity="0.4"',
    )
  else out += hat(random, x, cy, head, sitter, year, role)
  return out
}

function hat(random: Random, x: number, cy: number, head: number, sitter: Sitter, year: number, role: string): string {
  if (role === 'indoor' || year > 1955 || !random.chance(year < 1930 ? 0.55 : 0.3)) return ''
  const top = cy - head * 0.62
  if (sitter.sex === 'female')
    return year < 1918
      ? oval(x, top, head * 1.5, head * 0.32, '#3a302b') +
          oval(x, top - head * 0.35, head * 0.8, head * 0.5, '#544638') +
          oval(x + head * 0.5, top - head * 0.4, head * 0.35, head * 0.22, '#c8bda9')
      : oval(x, top + head * 0.02, head * 0.86, head * 0.62, '#453a33')
  if (sitter.age < 15 || random.chance(0.45))
    return (
      oval(x, top - head * 0.12, head * 0.86, head * 0.36, '#4a423a') +
      oval(x + head * 0.35, top + head * 0.1, head * 0.6, head * 0.13, '#2f2925')
    )
  if (year > 1885 && random.chance(0.3))
    return (
      oval(x, top, head * 1.35, head * 0.16, '#d9cba6') +
      rect(x - head * 0.74, top - head * 0.52, head * 1.48, head * 0.52, '#e2d6b4') +
      rect(x - head * 0.75, top - head * 0.2, head * 1.5, head * 0.18, '#2b2623')
    )
  if (year < 1890 && random.chance(0.4))
    return (
      oval(x, top, head * 1.15, head * 0.17, '#1d1a18') +
      rect(x - head * 0.7, top - head * 1.25, head * 1.4, head * 1.25, '#231f1c')
    )
  return (
    oval(x, top, head * 1.25, head * 0.2, '#26211e') +
    rect(x - head * 0.72, top - head * 0.75, head * 1.44, head * 0.75, '#2f2925', `rx="${(head * 0.35).toFixed(1)}"`)
  )
}
