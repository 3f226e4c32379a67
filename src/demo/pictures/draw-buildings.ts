import type { Canvas } from './draw.ts'
import { BOARDS, BRICKS, chimney, door, gable, roof, sash, side, wall } from './facade.ts'
import { figure } from './figures.ts'
import { words } from './lettering.ts'
import { line, oval, path, poly, rect, shade, stroke } from './pen.ts'
import { ground, sky, tree, vehicle, water } from './scenery.ts'
import { train } from './vessels.ts'

function setting({ random, width, height, picture }: Canvas, floor: number): string {
  const snow = picture.detail.includes('winter')
  let out =
    sky(random, width, floor * 0.9, snow ? 'storm' : random.chance(0.1) ? 'dusk' : 'day') +
    ground(
      random,
      width,
      floor * 0.9,
      height - floor * 0.9,
      snow ? '#e2e5e4' : random.pick(['#8f9868', '#a3987c', '#989a72']),
    )
  out +=
    tree(random, width * random.between(0.02, 0.12), floor, height * 0.5, snow ? 'bare' : 'leaf') +
    tree(
      random,
      width * random.between(0.88, 0.98),
      floor,
      height * 0.42,
      snow ? 'bare' : random.chance(0.3) ? 'spruce' : 'leaf',
    )
  return out
}

function passers({ random, width, height, picture }: Canvas, floor: number): string {
  let out = random.chance(0.5)
    ? vehicle(
        random,
        width * random.between(0.05, 0.5),
        height * 0.96,
        Math.min(width, height) * 0.3,
        picture.year,
        random.chance(0.5),
      )
    : ''
  for (let i = random.int(0, 4); i > 0; i--)
    out += figure(
      random,
      width * random.between(0.12, 0.9),
      floor + (height - floor) * random.between(0.2, 0.7),
      height * 0.14,
      { sex: random.chance(0.5) ? 'male' : 'female', age: random.int(8, 60) },
      picture.year,
    )
  return out
}

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

/** Rows of windows under a roof: school, hall, hotel, station and mill are built on this. */
function block(
  canvas: Canvas,
  floor: number,
  box: [x: number, w: number, h: number],
  stories: number,
  bays: number,
  colour: string,
  arched: boolean,
): string {
  const { random } = canvas
  const [x, w, h] = box
  let out =
    side(x + w, floor - h, h, w * 0.12, colour) + wall(random, x, floor - h, w, h, colour, !BOARDS.includes(colour))
  for (let s = 0; s < stories; s++)
    for (let i = 0; i < bays; i++)
      out += sash(
        random,
        x + w * ((i + 0.5) / bays) - w * (0.3 / bays),
        floor - h * ((s + 0.8) / stories),
        w * (0.6 / bays),
        h * (0.52 / stories),
        '#ece4d3',
        arched,
      )
  return out
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
    words((picture.words[0] ?? 'Hotel').toUpperCase(), x + w / 2, floor - h * 0.925, h * 0.07, {
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
    words((picture.words[0] ?? '').toUpperCase(), x + w / 2, floor - h * 0.465, h * 0.065, {
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
  const sign = (picture.words[0] ?? '').toUpperCase()
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
