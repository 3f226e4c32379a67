import type { Random } from '../random.ts'
import type { Canvas } from './spec.ts'
import { words } from './lettering.ts'
import { gradient, line, oval, path, rect, shade, stroke } from './pen.ts'

export function paper(
  random: Random,
  width: number,
  height: number,
  colour = random.pick(['#efe3c8', '#f1e8d4', '#e8dabb', '#ece4d6', '#e4dccb']),
): string {
  const fill = gradient(
    [
      [0, shade(colour, 0.1)],
      [0.7, colour],
      [1, shade(colour, -0.1)],
    ],
    'x1="0" y1="0" x2="1" y2="1"',
  )
  let out = `${fill.defs}${rect(0, 0, width, height, fill.fill)}`
  for (let i = random.int(2, 6); i > 0; i--)
    out += oval(
      random.between(0, width),
      random.between(0, height),
      random.between(12, 90),
      random.between(10, 60),
      shade(colour, -0.35),
      'opacity="0.07"',
    )
  return out
}

/** A line of running script: strokes in words, with ascenders, descenders and the odd loop; no letters. */
export function script(
  random: Random,
  x: number,
  y: number,
  width: number,
  size: number,
  ink: string,
  slant = 0.35,
): string {
  let d = ''
  let pen = x
  const amp = size * 0.36
  while (pen < x + width - size) {
    const letters = random.int(2, 9)
    d += `M${pen.toFixed(1)} ${y.toFixed(1)}`
    for (let i = 0; i < letters && pen < x + width; i++) {
      const kind = random.next()
      const step = amp * random.between(0.9, 1.35)
      const rise = kind < 0.16 ? amp * 2.3 : amp
      const lean = rise * slant
      if (kind > 0.88)
        d += `q${(step * 0.6).toFixed(1)} ${(-amp).toFixed(1)} ${(step * 0.5).toFixed(1)} 0q${(-step * 0.3).toFixed(1)} ${(amp * 2.1).toFixed(1)} ${(-step * 0.6).toFixed(1)} ${(amp * 1.4).toFixed(1)}q${(step * 0.7).toFixed(1)} ${(-amp * 0.7).toFixed(1)} ${(step * 1.1).toFixed(1)} ${(-amp * 1.4).toFixed(1)}`
      else
        d += `q${(lean + step * 0.3).toFixed(1)} ${(-rise * 1.1).toFixed(1)} ${(lean + step * 0.2).toFixed(1)} ${(-rise * 0.8).toFixed(1)}q${(-lean * 0.7).toFixed(1)} ${(rise * 0.8).toFixed(1)} ${(step * 0.8 - lean).toFixed(1)} ${(rise * 0.8).toFixed(1)}`
      pen += step
    }
    pen += size * random.between(0.35, 0.6)
  }
  return stroke(d, ink, size * 0.055)
}

export const INKS = ['#3a2a1c', '#2b2a3a', '#4b3526', '#26303f']

export function ledgerPage({ random, width, height, picture }: Canvas): string {
  let out = paper(random, width, height, '#ece2c6')
  const top = height * 0.14
  for (let y = top; y < height * 0.96; y += 25)
    out += line(width * 0.03, y, width * 0.97, y, '#8fa3b4', 1, 'opacity="0.8"')
  for (const x of [0.12, 0.66, 0.78, 0.9])
    out += line(width * x, top - 20, width * x, height * 0.97, '#b5584a', x === 0.66 ? 2 : 1)
  out += words(picture.words[0] ?? '', width / 2, height * 0.075, 26, {
    anchor: 'middle',
    fit: width * 0.7,
    fill: '#3d2f22',
  })
  const ink = random.pick(INKS)
  for (let y = top + 22; y < height * 0.95; y += 25) {
    if (random.chance(0.12)) continue
    out +=
      script(random, width * 0.04, y, width * 0.07, 15, ink) +
      script(random, width * 0.14, y, width * random.between(0.22, 0.48), 17, ink)
    for (const x of [0.68, 0.8, 0.92])
      if (random.chance(0.7)) out += words(String(random.int(1, 99)), width * x, y - 2, 16, { fill: ink })
    if (random.chance(0.06)) out += line(width * 0.14, y - 5, width * 0.6, y - 6, ink, 1.4)
  }
  return out
}

/** Divided back: stamp, postmark, address lines, and a message when it was posted. */
export function postcardBack({ random, width, height, picture }: Canvas): string {
  const posted = picture.words[0] === 'posted'
  const ink = random.pick(INKS)
  let out =
    paper(random, width, height, '#eadfc6') +
    words('POST CARD', width / 2, height * 0.1, 30, { anchor: 'middle', spacing: 7, fill: '#5c4632' }) +
    line(width / 2, height * 0.18, width / 2, height * 0.94, '#7b664c', 1.4)
  const stampX = width * 0.86
  out += rect(stampX - 8, height * 0.05, width * 0.11, height * 0.2, 'none', 'stroke="#7b664c" stroke-dasharray="4 3"')
  if (posted) {
    const colour =
      picture.year < 1950
        ? random.pick(['#8d2f2b', '#3f6b4d', '#36527d'])
        : random.pick(['#c2543f', '#3a7ca0', '#77538a'])
    out +=
      rect(stampX - 4, height * 0.06, width * 0.1, height * 0.18, colour) +
      rect(stampX + 3, height * 0.08, width * 0.1 - 14, height * 0.14, shade(colour, 0.35)) +
      oval(stampX + width * 0.045, height * 0.135, 14, 18, shade(colour, -0.25)) +
      words('1¢', stampX + 4, height * 0.225, 13, { face: 'sans', fill: '#fff5e6' })
    out +=
      oval(width * 0.76, height * 0.17, 40, 40, 'none', 'stroke="#3d342e" stroke-width="2.4" opacity="0.75"') +
      words('BRANNOCK BAY', width * 0.76, height * 0.145, 10, {
        anchor: 'middle',
        fit: 68,
        face: 'sans',
        fill: '#3d342e',
      }) +
      words(String(picture.year), width * 0.76, height * 0.195, 14, { anchor: 'middle', face: 'sans', fill: '#3d342e' })
    for (let i = 0; i < 5; i++)
      out += stroke(
        `M${width * 0.81} ${height * (0.09 + i * 0.035)}q20 -7 40 0t40 0t30 0`,
        '#3d342e',
        1.8,
        'opacity="0.65"',
      )
    for (let y = height * 0.24; y < height * 0.9; y += 34) out += script(random, width * 0.05, y, width * 0.41, 25, ink)
    for (let i = 0; i < 3; i++)
      out += script(random, width * (0.56 + i * 0.02), height * (0.5 + i * 0.13), width * (0.34 - i * 0.06), 28, ink)
  }
  for (let i = 0; i < 4; i++)
    out += line(width * 0.55, height * (0.52 + i * 0.13), width * 0.95, height * (0.52 + i * 0.13), '#9a8668', 1)
  return out
}

/** The reverse of a mount: the studio's imprint, and a pencilled name. */
export function photoBack({ random, width, height, picture }: Canvas): string {
  const u = Math.min(width, height)
  let out =
    paper(random, width, height, random.pick(['#e2cfa6', '#dcc9ac', '#e9dfc9', '#d3b8a0'])) +
    rect(u * 0.04, u * 0.04, width - u * 0.08, height - u * 0.08, 'none', 'stroke="#8a6a43" stroke-width="1.5"')
  const cy = height * 0.44
  out += path(
    `M${width / 2} ${cy - u * 0.2}q${u * 0.3} ${u * 0.03} ${u * 0.3} ${u * 0.2}t${-u * 0.3} ${u * 0.2}t${-u * 0.3} ${-u * 0.2}t${u * 0.3} ${-u * 0.2}z`,
    'none',
    'stroke="#7a5a36" stroke-width="2"',
  )
  out +=
    words(picture.words[0] ?? '', width / 2, cy, u * 0.075, { anchor: 'middle', fit: u * 0.52, fill: '#6b4a28' }) +
    words('Brannock Bay, Ont.', width / 2, cy + u * 0.09, u * 0.05, {
      anchor: 'middle',
      fit: u * 0.42,
      fill: '#6b4a28',
    })
  for (let i = 0; i < 6; i++)
    for (const side of [-1, 1])
      out += stroke(
        `M${width / 2 + side * u * 0.05 * i} ${cy + u * 0.28}q${side * u * 0.03} ${-u * 0.05} ${side * u * 0.05} 0q${-side * u * 0.02} ${u * 0.04} ${-side * u * 0.03} 0`,
        '#8a6a43',
        1.3,
      )
  return out + script(random, width * 0.14, height * 0.84, width * 0.7, u * 0.075, '#5b5650')
}
