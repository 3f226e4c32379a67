import { path, shade, stroke } from './pen.ts'
import type { Sitter, Canvas } from './spec.ts'

export function hairOver(
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

export function whiskers(
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
