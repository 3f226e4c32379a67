import type { Canvas } from './spec.ts'
import { BRICKS, door, gable, roof, side, wall } from './facade.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, shade, stroke } from './pen.ts'
import { water } from './scenery.ts'
import { setting, passers, block } from './setting.ts'

export function church(canvas: Canvas): string {
  const { random, width, height, picture } = canvas
  const floor = height * 0.84
  const unit = Math.min(width * 0.62, height * 0.62)
  const stone = random.pick(
    picture.detail.startsWith('knox')
      ? ['#a9a08d']
      : picture.detail.startsWith('st-brendan')
        ? ['#cdb27e']
        : picture.detail.startsWith('bme') || picture.detail.startsWith('baptist')
          ? ['#e2dccd']
          : ['#a0644c', '#b57a58'],
  )
  const brick = stone !== '#e2dccd'
  const [w, h] = [unit * 0.78, unit * 0.5]
  const x = width / 2 - w / 2 + unit * 0.06
  const slate = picture.detail.includes('winter') ? '#eef0ef' : '#56534f'
  const tower = w * 0.3
  const tall = height > width ? floor * 0.42 : h * 0.75
  const tx = x - tower * 0.5
  let out =
    setting(canvas, floor) +
    side(x + w, floor - h, h, w * 0.16, stone) +
    wall(random, x, floor - h, w, h, stone, brick) +
    gable(x, floor - h + 1, w, h * 0.82, slate, 0.07) +
    gable(x + w * 0.05, floor - h + 1, w * 0.9, h * 0.7, stone, 0)
  out +=
    oval(x + w * 0.55, floor - h * 1.22, w * 0.075, w * 0.075, '#e9e0cc') +
    oval(x + w * 0.55, floor - h * 1.22, w * 0.055, w * 0.055, '#4a5760')
  for (const at of [0.36, 0.56, 0.78])
    out +=
      path(
        `M${x + w * at} ${floor - h * 0.2}v${-h * 0.42}q${w * 0.055} ${-h * 0.24} ${w * 0.11} 0v${h * 0.42}z`,
        '#e8dfca',
      ) +
      path(
        `M${x + w * (at + 0.015)} ${floor - h * 0.22}v${-h * 0.39}q${w * 0.04} ${-h * 0.2} ${w * 0.08} 0v${h * 0.39}z`,
        '#4b5a63',
      )
  const ty = floor - h - tall
  out +=
    side(tx + tower, ty, floor - ty, w * 0.07, stone) +
    wall(random, tx, ty, tower, floor - ty, shade(stone, 0.05), brick)
  for (const up of [0.12, 0.5])
    out += path(
      `M${tx + tower * 0.33} ${ty + tall * (up + 0.34)}v${-tall * 0.2}q${tower * 0.17} ${-tall * 0.16} ${tower * 0.34} 0v${tall * 0.2}z`,
      '#3f474b',
    )
  out +=
    random.chance(0.7) || height > width
      ? poly(
          [
            [tx - tower * 0.08, ty],
            [tx + tower / 2, ty - tall * 1.15],
            [tx + tower * 1.08, ty],
          ],
          slate,
        ) +
        line(tx + tower / 2, ty - tall * 1.15, tx + tower / 2, ty - tall * 1.3, '#3a342f', 3) +
        line(tx + tower * 0.4, ty - tall * 1.25, tx + tower * 0.6, ty - tall * 1.25, '#3a342f', 3)
      : Array.from({ length: 4 }, (_, i) => rect(tx + tower * i * 0.27, ty - 12, tower * 0.17, 13, stone)).join('')
  return out + door(tx + tower * 0.3, floor - h * 0.4, tower * 0.4, h * 0.4, '#4d3327') + passers(canvas, floor)
}

export function school(canvas: Canvas): string {
  const { width, height, random } = canvas
  const floor = height * 0.82
  const [x, w, h] = [width * 0.22, width * 0.54, height * 0.38]
  const colour = '#c2a36f'
  return (
    setting(canvas, floor) +
    block(canvas, floor, [x, w, h], 2, 6, colour, true) +
    roof(x, floor - h, w, h * 0.34, '#5d5650', 0.16) +
    rect(x + w * 0.45, floor - h * 1.62, w * 0.1, h * 0.36, '#e9e0cc') +
    rect(x + w * 0.47, floor - h * 1.54, w * 0.06, h * 0.18, '#4b4a46') +
    gable(x + w * 0.43, floor - h * 1.6, w * 0.14, h * 0.22, '#57514c') +
    wall(random, x + w * 0.4, floor - h * 1.06, w * 0.2, h * 1.06, shade(colour, 0.06), true) +
    gable(x + w * 0.39, floor - h * 1.05, w * 0.22, h * 0.26, '#57514c') +
    door(x + w * 0.46, floor - h * 0.38, w * 0.08, h * 0.38, '#4a352b') +
    passers(canvas, floor)
  )
}

export function hotel(canvas: Canvas): string {
  const { width, height, random, picture } = canvas
  const floor = height * 0.82
  const lake = picture.detail.startsWith('lakeview')
  const [x, w, h] = [width * 0.16, width * 0.64, height * 0.44]
  const colour = lake ? '#e0d8c4' : '#a5684e'
  let out =
    setting(canvas, floor) +
    (lake ? water(random, width, floor * 0.84, height * 0.05) : '') +
    block(canvas, floor, [x, w, h], 3, 8, colour, !lake) +
    roof(x, floor - h, w, h * 0.26, lake ? '#8a4f40' : '#57524c', 0.1)
  for (let s = 0; s < 2; s++) {
    const y = floor - h * (0.34 + s * 0.33)
    out +=
      rect(x - w * 0.04, y, w * 1.08, h * 0.025, '#f0e9d9') +
      rect(x - w * 0.04, y - h * 0.09, w * 1.08, h * 0.012, '#f0e9d9')
    for (let i = 0; i <= 12; i++)
      out += rect(
        x - w * 0.04 + (w * 1.06 * i) / 12,
        y - (s === 1 ? h * 0.3 : h * 0.3),
        w * 0.01,
        h * (s === 0 ? 0.64 : 0.3),
        '#f0e9d9',
      )
  }
  return (
    out +
    rect(x + w * 0.2, floor - h * 1.0, w * 0.6, h * 0.1, '#2d2a27') +
    words((picture.words.at(-1) ?? 'Hotel').toUpperCase(), x + w / 2, floor - h * 0.925, h * 0.07, {
      anchor: 'middle',
      fit: w * 0.56,
      fill: '#ecd9a0',
      spacing: 2,
    }) +
    door(x + w * 0.47, floor - h * 0.26, w * 0.06, h * 0.26, '#4a352b') +
    passers(canvas, floor)
  )
}

export function civic(canvas: Canvas): string {
  const { width, height, random, picture } = canvas
  const floor = height * 0.84
  const [x, w, h] = [width * 0.24, width * 0.5, height * 0.42]
  const colour = random.pick(BRICKS)
  let out =
    setting(canvas, floor) +
    block(canvas, floor, [x, w, h], 2, 5, colour, true) +
    rect(x - w * 0.03, floor - h - 14, w * 1.06, 20, '#d9cfb8')
  if (picture.detail.startsWith('post-office') || picture.detail.startsWith('fire-hall')) {
    const tw = w * 0.2
    out +=
      wall(random, x + w * 0.72, floor - h * 1.62, tw, h * 1.62, shade(colour, 0.06), true) +
      oval(x + w * 0.82, floor - h * 1.4, tw * 0.32, tw * 0.32, '#f3ecdb') +
      stroke(
        `M${x + w * 0.82} ${floor - h * 1.4}v${-tw * 0.24}M${x + w * 0.82} ${floor - h * 1.4}l${tw * 0.17} ${tw * 0.06}`,
        '#2b2623',
        2.5,
      ) +
      gable(x + w * 0.7, floor - h * 1.6, tw * 1.2, h * 0.3, '#5a5650')
  } else if (picture.detail.startsWith('library') || picture.detail.startsWith('hospital')) {
    out +=
      gable(x + w * 0.3, floor - h - 12, w * 0.4, h * 0.24, '#d9cfb8') +
      [0.33, 0.43, 0.54, 0.64].map((at) => rect(x + w * at, floor - h, w * 0.035, h, '#e9e0cb')).join('')
  } else
    out +=
      gable(x + w * 0.2, floor - h - 8, w * 0.6, h * 0.3, shade(colour, -0.1)) +
      oval(x + w / 2, floor - h * 1.1, w * 0.06, w * 0.06, '#4b565b')
  return (
    out +
    rect(x + w * 0.2, floor - h * 0.53, w * 0.6, h * 0.085, '#e2d8c1') +
    words((picture.words.at(-1) ?? '').toUpperCase(), x + w / 2, floor - h * 0.465, h * 0.065, {
      anchor: 'middle',
      fit: w * 0.56,
      fill: '#4a3b2d',
      spacing: 1,
    }) +
    door(x + w * 0.45, floor - h * 0.36, w * 0.1, h * 0.36, '#4a352b') +
    poly(
      [
        [x + w * 0.4, floor],
        [x + w * 0.6, floor],
        [x + w * 0.64, floor + height * 0.05],
        [x + w * 0.36, floor + height * 0.05],
      ],
      '#cfc5b0',
    ) +
    passers(canvas, floor)
  )
}
