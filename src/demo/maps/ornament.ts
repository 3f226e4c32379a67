import type { Point } from '../geometry.ts'
import { type Face, words } from '../pictures/lettering.ts'
import { type XY, line, oval, path, poly, rect } from '../pictures/pen.ts'
import { coastAt } from './country.ts'
import type { Sheet } from './sheet.ts'

const f = (value: number): string => value.toFixed(1)

/** Typography of words on a sheet; sizes in pixels. */
export interface Label {
  face?: Face
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  spacing?: number
  fit?: number
  halo?: string
  /** Degrees clockwise. */
  turn?: number
  opacity?: number
}

/** Words centred at (x, y), rotated about that point. */
export function lettered(text: string, [x, y]: XY, size: number, options: Label = {}): string {
  const { turn = 0, opacity = 1, anchor = 'middle', ...rest } = options
  const body = words(text, x, y + size * 0.33, size, { anchor, ...rest })
  if (turn === 0 && opacity === 1) return body
  return `<g${turn === 0 ? '' : ` transform="rotate(${f(turn)} ${f(x)} ${f(y)})"`}${opacity === 1 ? '' : ` opacity="${opacity}"`}>${body}</g>`
}
export const label = (sheet: Sheet, text: string, place: Point, size: number, options: Label = {}): string =>
  lettered(text, sheet.at(place), size, options)

/** Letters along a path from left to right, each rotated to it. */
export function lettersAlong(text: string, course: readonly XY[], size: number, options: Label = {}): string {
  const lengths = course.slice(1).map(([x, y], i) => Math.hypot(x - course[i]![0], y - course[i]![1]))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const letters = [...text]
  let out = ''
  letters.forEach((letter, k) => {
    let left = (whole * (k + 0.5)) / letters.length
    let i = 0
    while (i < lengths.length - 1 && left > lengths[i]!) left -= lengths[i++]!
    const [[ax, ay], [bx, by]] = [course[i]!, course[i + 1]!]
    const t = left / lengths[i]!
    if (letter !== ' ')
      out += lettered(letter, [ax + (bx - ax) * t, ay + (by - ay) * t], size, {
        ...options,
        turn: (Math.atan2(by - ay, bx - ax) * 180) / Math.PI,
      })
  })
  return out
}

/** Lines of a title, one under the other. */
export function title(
  lines: readonly [text: string, size: number, options?: Label & { gap?: number }][],
  [x, top]: XY,
): string {
  let y = top
  return lines
    .map(([text, size, { gap = 0, ...options } = {}]) => {
      y += size * 0.72 + gap
      const out = lettered(text, [x, y], size, options)
      y += size * 0.72
      return out
    })
    .join('')
}

/** The neat line and the lines around it: a list of [distance from the paper's edge, line width]. */
export function frames(sheet: Sheet, lines: readonly [inset: number, width: number][], colour: string): string {
  return lines
    .map(([inset, width]) =>
      rect(
        inset,
        inset,
        sheet.width - 2 * inset,
        sheet.height - 2 * inset,
        'none',
        `stroke="${colour}" stroke-width="${width}"`,
      ),
    )
    .join('')
}

/** A border of alternating black and white segments, as in atlases. */
export function ladder(sheet: Sheet, inset: number, thick: number, step: number, colour: string): string {
  const { width, height } = sheet
  let out = ''
  const [nx, ny] = [Math.round((width - 2 * inset) / step), Math.round((height - 2 * inset) / step)]
  for (let i = 0; i < nx; i += 2) {
    const [x, w] = [inset + ((width - 2 * inset) * i) / nx, (width - 2 * inset) / nx]
    out += rect(x, inset, w, thick, colour) + rect(x, height - inset - thick, w, thick, colour)
  }
  for (let i = 0; i < ny; i += 2) {
    const [y, h] = [inset + ((height - 2 * inset) * i) / ny, (height - 2 * inset) / ny]
    out += rect(inset, y, thick, h, colour) + rect(width - inset - thick, y, thick, h, colour)
  }
  return out
}

/** A scale of chains: as many divisions as named, each `step` chains. */
export function scaleBar(
  sheet: Sheet,
  [x, y]: XY,
  step: number,
  count: number,
  colour: string,
  face: Face = 'italic',
  size = 26,
): string {
  const unit = step * sheet.scale
  let out = line(x, y, x + unit * count, y, colour, 2) + line(x, y + 12, x + unit * count, y + 12, colour, 2)
  for (let i = 0; i <= count; i++) {
    out +=
      line(x + i * unit, y - 8, x + i * unit, y + 12, colour, 2) +
      lettered(String(i * step), [x + i * unit, y - 8 - size * 0.7], size, { face, fill: colour })
    if (i < count && i % 2 === 0) out += rect(x + i * unit, y + 3, unit, 6, colour)
  }
  return (
    out +
    lettered('Scale of Chains, 66 feet to the Chain', [x + (unit * count) / 2, y + 24 + size * 0.6], size, {
      face,
      fill: colour,
    })
  )
}

/** A compass rose; `turn` is where true north lies, degrees clockwise from the top of the sheet. */
export function rose([x, y]: XY, r: number, turn: number, ink: string, light: string, face: Face = 'serif'): string {
  let out =
    oval(x, y, r, r, 'none', `stroke="${ink}" stroke-width="2"`) +
    oval(x, y, r * 0.94, r * 0.94, 'none', `stroke="${ink}" stroke-width="1"`)
  const at = (angle: number, radius: number): XY => [x + Math.sin(angle) * radius, y - Math.cos(angle) * radius]
  for (let i = 0; i < 72; i++) {
    const [a, b] = [at((i * Math.PI) / 36, r * 0.94), at((i * Math.PI) / 36, r * (i % 2 === 0 ? 0.88 : 0.91))]
    out += line(a[0], a[1], b[0], b[1], ink, 1)
  }
  for (const [first, length, half] of [
    [Math.PI / 8, 0.5, 0.09],
    [Math.PI / 4, 0.68, 0.13],
    [0, 0.9, 0.16],
  ] as const)
    for (let i = 0; i < (first === Math.PI / 8 ? 8 : 4); i++) {
      const angle = (first === 0 ? 0 : first) + (i * Math.PI) / (first === Math.PI / 8 ? 4 : 2)
      out +=
        poly([at(angle, r * length), at(angle + 0.8, r * half), [x, y]], ink, `stroke="${ink}" stroke-width="1"`) +
        poly([at(angle, r * length), at(angle - 0.8, r * half), [x, y]], light, `stroke="${ink}" stroke-width="1"`)
    }
  return `<g transform="rotate(${turn} ${f(x)} ${f(y)})">${out}${lettered('N', [x, y - r * 1.17], r * 0.34, { face, fill: ink })}</g>`
}

/** Water lines: parallels to the shore with increasing distance, as in engraved maps. */
export function waterLines(
  sheet: Sheet,
  south: number,
  north: number,
  count: number,
  first: number,
  colour: string,
  width: number,
): string {
  let out = ''
  let distance = first
  for (let k = 0; k < count; k++) {
    const points: Point[] = []
    const reach = distance * 1.3
    for (let n = south; n <= north; n += Math.max(0.4, 9 / sheet.scale)) {
      let sum = 0
      for (let j = -3; j <= 3; j++) sum += coastAt(n + (j * reach) / 3) / 7
      points.push([Math.min(sum, coastAt(n) - first * 0.4) - distance, n])
    }
    out += path(
      sheet.trace(points),
      'none',
      `stroke="${colour}" stroke-width="${f(width * (1 - (k / count) * 0.45))}" stroke-opacity="${f(1 - (k / count) * 0.5)}"`,
    )
    distance += first * (1 + k * 0.16)
  }
  return out
}

/** Hachures down a slope. */
export const strokes = (list: readonly (readonly [XY, XY])[], colour: string, width: number, extra = ''): string =>
  path(
    list.map(([[ax, ay], [bx, by]]) => `M${f(ax)} ${f(ay)}L${f(bx)} ${f(by)}`).join(''),
    'none',
    `stroke="${colour}" stroke-width="${width}" stroke-linecap="round" ${extra}`,
  )

/** Small tree symbols: a loop of foliage, a trunk and a shadow to the right. */
export function trees(places: readonly XY[], size: number, ink: string, leaf: string): string {
  const s = size
  const crowns = places
    .map(
      ([x, y]) =>
        `M${f(x - s * 0.5)} ${f(y)}q${f(-s * 0.25)} ${f(-s * 0.4)} ${f(s * 0.12)} ${f(-s * 0.5)}q${f(s * 0.3)} ${f(-s * 0.55)} ${f(s * 0.66)} ${f(-s * 0.05)}q${f(s * 0.5)} ${f(s * 0.1)} ${f(s * 0.2)} ${f(s * 0.55)}q${f(-s * 0.5)} ${f(s * 0.22)} ${f(-s * 0.98)} 0Z`,
    )
    .join('')
  const trunks = places
    .map(
      ([x, y]) =>
        `M${f(x)} ${f(y + s * 0.05)}v${f(s * 0.34)}M${f(x + s * 0.02)} ${f(y + s * 0.4)}h${f(s * 0.6)}M${f(x + s * 0.1)} ${f(y + s * 0.28)}h${f(s * 0.36)}`,
    )
    .join('')
  return (
    path(crowns, leaf, `stroke="${ink}" stroke-width="1.1"`) +
    path(trunks, 'none', `stroke="${ink}" stroke-width="1.1"`)
  )
}

/** Clips to the neat line. */
export const within = (sheet: Sheet, inset: number, body: string): string =>
  `<clipPath id="neat"><rect x="${inset}" y="${inset}" width="${sheet.width - 2 * inset}" height="${sheet.height - 2 * inset}"/></clipPath><g clip-path="url(#neat)">${body}</g>`

/** The corners of a neat line, for the mask of an annotation. */
export const neatLine = (sheet: Sheet, inset: number): XY[] => [
  [inset, inset],
  [sheet.width - inset, inset],
  [sheet.width - inset, sheet.height - inset],
  [inset, sheet.height - inset],
]
