import { points } from '../geometry.ts'
import type { Canvas } from './spec.ts'
import { paper, script } from './draw-handwriting.ts'
import { fold, words } from './lettering.ts'
import { line, oval, path, rect } from './pen.ts'

/** A page of a newspaper: masthead, headline, and three columns that can be read. */
export function newspaperPage({ random, width, height, picture }: Canvas): string {
  const [name = '', headline = '', date = '', ...paragraphs] = picture.words
  const gap = (width * 0.9) / 3
  let out =
    paper(random, width, height, '#e6dcc2') +
    words(name, width / 2, height * 0.085, height * 0.058, { anchor: 'middle', fit: width * 0.88 }) +
    rect(width * 0.05, height * 0.1, width * 0.9, 2.5, '#2b2622') +
    words(date, width / 2, height * 0.122, 14, { anchor: 'middle', fit: width * 0.6 }) +
    rect(width * 0.05, height * 0.13, width * 0.9, 1.2, '#2b2622') +
    words(headline.toUpperCase(), width / 2, height * 0.185, 44, { anchor: 'middle', fit: width * 0.88 })
  const top = height * (headline === '' ? 0.14 : 0.2)
  const isHeading = (text: string) => text === text.toUpperCase()
  const set = (size: number) =>
    paragraphs.flatMap((text) => [...fold(text, size * (isHeading(text) ? 1.2 : 1), gap - 16), ''])
  let size = 26
  while (Math.ceil(set(size).length / 3) * size * 1.25 > height * 0.96 - top) size -= 0.5
  const lines = set(size)
  const each = Math.ceil(lines.length / 3)
  for (const [i, text] of lines.entries()) {
    const style = isHeading(text) ? { face: 'black' as const } : {}
    out += words(text, width * 0.05 + Math.floor(i / each) * gap + 5, top + ((i % each) + 1) * size * 1.25, size, style)
  }
  for (const x of [1, 2].map((column) => width * 0.05 + column * gap - 4))
    out += line(x, top + 8, x, height * 0.97, '#6d6354', 0.8)
  return out + line(0, height / 2, width, height / 2, '#a89a7c', 2, 'opacity="0.5"')
}

export function certificate({ random, width, height, picture }: Canvas): string {
  const [title = '', name = ''] = picture.words
  const ink = random.pick(['#3a2d24', '#27384a', '#4a2a24'])
  let out = paper(random, width, height, '#efe6cd')
  for (const [inset, w] of points('0.03,5 0.045,1.2 0.06,2'))
    out += rect(
      width * inset,
      height * inset,
      width * (1 - 2 * inset),
      height * (1 - 2 * inset),
      'none',
      `stroke="${ink}" stroke-width="${w}"`,
    )
  for (const cx of [0.045, 0.955])
    for (const cy of [0.045, 0.955])
      out +=
        oval(width * cx, height * cy, 22, 22, '#efe6cd', `stroke="${ink}" stroke-width="2"`) +
        oval(width * cx, height * cy, 13, 13, 'none', `stroke="${ink}" stroke-width="5" stroke-dasharray="3 3"`)
  out +=
    words('BRANNOCK BAY', width / 2, height * 0.17, 20, { anchor: 'middle', spacing: 6, fill: ink }) +
    words(title, width / 2, height * 0.28, 54, { anchor: 'middle', fit: width * 0.76, fill: ink }) +
    rect(width * 0.3, height * 0.32, width * 0.4, 1.5, ink)
  for (let i = 0; i < 4; i++)
    out += words(
      ['This is to certify that', '', 'having fulfilled what is required', 'is entitled to the regard of this town'][
        i
      ] ?? '',
      width / 2,
      height * (0.4 + i * 0.085),
      20,
      { anchor: 'middle', fit: width * 0.7, fill: ink },
    )
  out +=
    words(name, width / 2, height * 0.49, 38, { anchor: 'middle', fit: width * 0.7, fill: '#2b2a4a' }) +
    line(width * 0.2, height * 0.505, width * 0.8, height * 0.505, ink, 1, 'stroke-dasharray="2 3"')
  out +=
    script(random, width * 0.14, height * 0.82, width * 0.25, 30, '#2b2a3a') +
    script(random, width * 0.6, height * 0.82, width * 0.26, 30, '#2b2a3a') +
    line(width * 0.13, height * 0.835, width * 0.4, height * 0.835, ink) +
    line(width * 0.6, height * 0.835, width * 0.87, height * 0.835, ink)
  let seal = ''
  for (let i = 0; i < 24; i++)
    seal += `${i === 0 ? 'M' : 'L'}${(width / 2 + Math.cos(i * 0.2618) * (i % 2 === 0 ? 44 : 37)).toFixed(1)} ${(height * 0.82 + Math.sin(i * 0.2618) * (i % 2 === 0 ? 44 : 37)).toFixed(1)}`
  return (
    out +
    path(`${seal}Z`, random.pick(['#a5392e', '#b8913c', '#31574a'])) +
    oval(width / 2, height * 0.82, 26, 26, 'none', 'stroke="#f0e2c0" stroke-width="2"')
  )
}
