import type { Canvas } from './spec.ts'
import { BOARDS, chimney, gable, roof, wall } from './facade.ts'
import { figure } from './figures.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, stroke } from './pen.ts'
import { sky, water } from './scenery.ts'
import { train } from './vessels.ts'
import { setting, passers, block } from './setting.ts'

export function mill(canvas: Canvas): string {
  const { width, height, random, picture } = canvas
  const floor = height * 0.74
  const stone = random.pick(['#a3998a', '#9c6650', '#8f8472', '#b5a282'])
  const [x, w, h] = [width * random.between(0.14, 0.26), width * 0.5, height * random.between(0.36, 0.46)]
  const stories = random.int(3, 4)
  let out =
    setting(canvas, floor) +
    block(canvas, floor, [x, w, h], stories, 7, stone, true) +
    roof(x, floor - h, w, h * 0.3, '#5b554e', 0.04) +
    wall(random, x + w * 1.12, floor - h * 0.5, w * 0.36, h * 0.5, BOARDS[3] as string, false) +
    gable(x + w * 1.12, floor - h * 0.5, w * 0.36, h * 0.26, '#57514b')
  out +=
    rect(x + w * 0.98, floor - h * 1.7, w * 0.06, h * 1.7, '#8d5946') +
    chimney(x + w * 0.975, floor - h * 1.6, w * 0.07, h * 0.14, true)
  const sign = (picture.words.at(-1) ?? '').toUpperCase()
  out +=
    rect(x + w * 0.1, floor - h * 1.0, w * 0.8, h * 0.1, '#e9dfc8') +
    words(sign, x + w / 2, floor - h * 0.925, h * 0.075, {
      anchor: 'middle',
      fit: w * 0.76,
      fill: '#3a2d25',
      face: 'sans',
      spacing: 2,
    })
  if (picture.kind === 'mill') {
    out +=
      water(random, width, floor + height * 0.06, height * 0.2, '#6d8a8c') +
      rect(0, floor, width, height * 0.07, '#8a8068')
    const [cx, cy, r] = [x - w * 0.02, floor - h * 0.02, h * 0.3]
    out +=
      oval(cx, cy, r, r, 'none', 'stroke="#4a3d32" stroke-width="7"') +
      oval(cx, cy, r * 0.2, r * 0.2, '#4a3d32') +
      Array.from({ length: 12 }, (_, i) =>
        line(cx, cy, cx + Math.cos(i * 0.524) * r * 1.08, cy + Math.sin(i * 0.524) * r * 1.08, '#4a3d32', 4),
      ).join('')
    for (let i = 0; i < 14; i++)
      out += oval(
        cx + random.between(-r, r),
        floor + height * random.between(0.05, 0.09),
        12,
        4,
        '#eef2f0',
        'opacity="0.6"',
      )
  } else out += passers(canvas, floor)
  return out
}

export function station(canvas: Canvas): string {
  const { width, height, random, picture } = canvas
  const floor = height * 0.76
  const [x, w, h] = [width * 0.42, width * 0.5, height * 0.22]
  let out =
    setting(canvas, floor) +
    block(canvas, floor, [x, w, h], 1, 6, '#b06a4e', false) +
    poly(
      [
        [x - w * 0.1, floor - h * 0.96],
        [x + w * 0.08, floor - h * 1.6],
        [x + w * 0.9, floor - h * 1.6],
        [x + w * 1.1, floor - h * 0.96],
      ],
      '#5e574f',
    ) +
    rect(x + w * 0.42, floor - h * 2, w * 0.14, h * 1.1, '#b8745a') +
    gable(x + w * 0.4, floor - h * 1.95, w * 0.18, h * 0.6, '#57514b') +
    rect(x + w * 0.2, floor - h * 1.2, w * 0.6, h * 0.17, '#efe6d0') +
    words('BRANNOCK BAY', x + w / 2, floor - h * 1.06, h * 0.13, {
      anchor: 'middle',
      fill: '#2f2723',
      face: 'sans',
      spacing: 2,
    })
  out += rect(0, floor, width, height * 0.045, '#b5a789')
  for (let i = 0; i < 12; i++)
    out += figure(
      random,
      width * random.between(0.36, 0.98),
      floor + height * 0.035,
      height * 0.15,
      { sex: random.chance(0.5) ? 'male' : 'female', age: random.int(6, 60) },
      picture.year,
    )
  out += rect(0, floor + height * 0.07, width, height * 0.17, '#7d7465')
  for (let i = 0; i < 26; i++)
    out += poly(
      [
        [(i * width) / 25, floor + height * 0.11],
        [(i * width) / 25 + 12, floor + height * 0.11],
        [(i * width) / 25 + 5, floor + height * 0.2],
        [(i * width) / 25 - 10, floor + height * 0.2],
      ],
      '#4d4237',
    )
  out += rect(0, floor + height * 0.12, width, 4, '#b8b5ad') + rect(0, floor + height * 0.18, width, 5, '#c4c1b9')
  return out + train(random, width * -0.02, floor + height * 0.185, Math.min(width * 0.62, height * 1.1), picture.year)
}

export function fire(canvas: Canvas): string {
  const { width, height, random } = canvas
  const floor = height * 0.8
  let out = sky(random, width, floor, 'night') + rect(0, floor, width, height - floor, '#1d1916')
  for (let i = 0; i < 50; i++)
    out += oval(
      width * random.between(0.15, 0.95),
      height * random.between(0.02, 0.55),
      width * random.between(0.04, 0.12),
      height * random.between(0.04, 0.1),
      random.pick(['#4a3a34', '#6d4a38', '#8f5a38', '#2c2524']),
      'opacity="0.4"',
    )
  const [x, w, h] = [width * 0.24, width * 0.5, height * 0.4]
  for (let i = 0; i < 34; i++) {
    const [fx, fh] = [x + w * random.next(), h * random.between(0.4, 1.25)]
    out += path(
      `M${fx - 22} ${floor - h * 0.8}Q${fx - 26} ${floor - h * 0.8 - fh * 0.5} ${fx + random.between(-14, 14)} ${floor - h * 0.8 - fh}Q${fx + 28} ${floor - h * 0.8 - fh * 0.4} ${fx + 22} ${floor - h * 0.8}Z`,
      random.pick(['#f6d27a', '#ef9d3e', '#d9602a', '#fbe9b0']),
      'opacity="0.7"',
    )
  }
  out += rect(x, floor - h, w, h, '#2a1f1b')
  for (let s = 0; s < 4; s++)
    for (let i = 0; i < 8; i++)
      out += rect(
        x + w * (0.04 + i * 0.12),
        floor - h * (0.92 - s * 0.24),
        w * 0.06,
        h * 0.14,
        random.pick(['#f7cf6e', '#ee9440', '#fbe6a4', '#5a2f1e']),
      )
  for (let i = 0; i < 90; i++)
    out += oval(width * random.next(), height * random.between(0, 0.7), 1.6, 1.6, '#f9d98c', 'opacity="0.8"')
  for (let i = 0; i < 26; i++) {
    const px = width * random.next()
    const size = height * random.between(0.1, 0.15)
    out +=
      path(
        `M${px - size * 0.16} ${height * 0.97}v${-size * 0.7}q${size * 0.16} ${-size * 0.2} ${size * 0.32} 0v${size * 0.7}z`,
        '#0f0c0b',
      ) + oval(px, height * 0.97 - size * 0.9, size * 0.11, size * 0.13, '#14100e')
  }
  return (
    out +
    stroke(
      `M${width * 0.1} ${height * 0.9}Q${width * 0.2} ${height * 0.3} ${width * 0.4} ${height * 0.42}`,
      '#cfd6d8',
      4,
      'opacity="0.6"',
    )
  )
}
