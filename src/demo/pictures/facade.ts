import type { Random } from '../random.ts'
import { type XY, line, oval, path, poly, rect, shade } from './pen.ts'

export const BRICKS = ['#9c5f4a', '#a86f52', '#c2a77c', '#8d5746', '#b58d6a']
export const BOARDS = ['#e2dccd', '#c9c3ae', '#b3a78f', '#9aa39a', '#d8c7a6', '#8d8b80']

/** A sash window with its surround, four or more panes, and a dark or curtained inside. */
export function sash(
  random: Random,
  x: number,
  y: number,
  w: number,
  h: number,
  frame = '#eee6d6',
  arched = false,
): string {
  const inside = random.pick(['#3e4950', '#4a555a', '#353c40', '#59646a'])
  const top = arched
    ? path(`M${x} ${y + h * 0.02}q${w / 2} ${-h * 0.24} ${w} 0z`, frame) +
      path(`M${x + w * 0.1} ${y + h * 0.03}q${w * 0.4} ${-h * 0.18} ${w * 0.8} 0z`, inside)
    : rect(x - w * 0.12, y - h * 0.07, w * 1.24, h * 0.07, shade(frame, -0.1))
  const curtain = random.chance(0.45)
    ? poly(
        [
          [x + w * 0.1, y + h * 0.05],
          [x + w * 0.42, y + h * 0.05],
          [x + w * 0.14, y + h * 0.9],
          [x + w * 0.1, y + h * 0.9],
        ],
        '#d9d2c2',
        'opacity="0.8"',
      )
    : ''
  return (
    top +
    rect(x, y, w, h, frame) +
    rect(x + w * 0.1, y + h * 0.05, w * 0.8, h * 0.9, inside) +
    poly(
      [
        [x + w * 0.2, y + h * 0.9],
        [x + w * 0.7, y + h * 0.08],
        [x + w * 0.88, y + h * 0.08],
        [x + w * 0.45, y + h * 0.9],
      ],
      '#8fa0a5',
      'opacity="0.35"',
    ) +
    curtain +
    rect(x + w * 0.46, y, w * 0.08, h, frame) +
    rect(x, y + h * 0.47, w, h * 0.06, frame) +
    rect(x - w * 0.12, y + h, w * 1.24, h * 0.06, shade(frame, -0.15))
  )
}

/** A wall of brick courses or boards between two heights. */
export function wall(
  random: Random,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  brick: boolean,
): string {
  let out = rect(x, y, w, h, colour)
  const step = brick ? Math.max(5, h / 44) : Math.max(6, h / 26)
  for (let at = y + step; at < y + h; at += step)
    out += line(x, at, x + w, at, shade(colour, brick ? 0.16 : -0.18), brick ? 0.8 : 1, 'opacity="0.7"')
  if (brick)
    for (let i = 0; i < 50; i++)
      out += rect(
        x + random.next() * w * 0.96,
        y + Math.floor((random.next() * h) / step) * step + 1,
        w * 0.03,
        step - 1.5,
        shade(colour, random.between(-0.25, 0.15)),
        'opacity="0.6"',
      )
  return out
}

/** A side wall that runs back to the right: the shaded face that gives a front its depth. */
export function side(x: number, y: number, h: number, depth: number, colour: string): string {
  return poly(
    [
      [x, y],
      [x + depth, y + h * 0.07],
      [x + depth, y + h * 0.94],
      [x, y + h],
    ],
    shade(colour, -0.38),
  )
}

export function gable(x: number, y: number, w: number, h: number, colour: string, eaves = 0.06): string {
  return poly(
    [
      [x - w * eaves, y],
      [x + w / 2, y - h],
      [x + w * (1 + eaves), y],
    ],
    colour,
  )
}

export function roof(x: number, y: number, w: number, h: number, colour: string, inset = 0.12): string {
  const points: XY[] = [
    [x - w * 0.05, y],
    [x + w * inset, y - h],
    [x + w * (1 - inset), y - h],
    [x + w * 1.05, y],
  ]
  let out = poly(points, colour)
  for (let i = 1; i < 7; i++) {
    const t = i / 7
    out += line(
      x + w * (-0.05 + (inset + 0.05) * t),
      y - h * t,
      x + w * (1.05 - (inset + 0.05) * t),
      y - h * t,
      shade(colour, i % 2 === 0 ? 0.14 : -0.2),
      1.2,
    )
  }
  return out
}

export function door(x: number, y: number, w: number, h: number, colour: string): string {
  return (
    rect(x - w * 0.15, y - h * 0.16, w * 1.3, h * 1.16, '#e6decd') +
    rect(x, y, w, h, colour) +
    rect(x + w * 0.15, y + h * 0.1, w * 0.7, h * 0.35, '#57646a') +
    rect(x + w * 0.15, y + h * 0.55, w * 0.7, h * 0.33, shade(colour, 0.15)) +
    oval(x + w * 0.86, y + h * 0.53, w * 0.05, w * 0.05, '#cfae5e')
  )
}

export function chimney(x: number, y: number, w: number, h: number, smoke = false): string {
  const puffs = smoke
    ? Array.from({ length: 7 }, (_, i) =>
        oval(
          x + w * (0.6 + i * 0.7),
          y - h - i * h * 0.24 - 6,
          w * (0.5 + i * 0.28),
          w * (0.4 + i * 0.2),
          '#d9d5cc',
          `opacity="${(0.55 - i * 0.06).toFixed(2)}"`,
        ),
      ).join('')
    : ''
  return puffs + rect(x, y - h, w, h, '#8a5a48') + rect(x - w * 0.12, y - h, w * 1.24, h * 0.12, '#734838')
}
