import { figure, heightOf } from './figures.ts'
import { fence, ground, sky, tree } from './scenery.ts'
import { line, poly, rect, shade } from './pen.ts'
import type { Sitter, Canvas } from './spec.ts'
import { backdrop } from './draw-people.ts'

/** Everybody named in the caption, in rows, tall people at the back. */
export function group({ random, width, height, picture }: Canvas): string {
  const { year, sitters, detail } = picture
  const rows = sitters.length > 6 ? 2 : 1
  const abreast = Math.ceil(sitters.length / rows)
  const size = Math.min(height * 0.58, (width * 0.98) / (abreast * 0.4 + 0.5))
  const base = height * 0.93
  const order = sitters.map((sitter, i) => ({ sitter, i })).sort((a, b) => heightOf(a.sitter) - heightOf(b.sitter))
  const front = order.slice(0, abreast)
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
