import type { Canvas } from './spec.ts'
import { paper } from './draw-handwriting.ts'
import { words } from './lettering.ts'
import { oval, rect } from './pen.ts'

const INK_COLOURS = [
  ['#7b2a22', '#1f2c3a'],
  ['#24402f', '#7a3520'],
  ['#1f2e4a', '#9c3a28'],
  ['#2a2320', '#8a5a1f'],
]

/** The reign in which the bill was printed: 1837 to 1901 and 1952 to 2022 a queen's. */
const sovereignIn = (year: number): string[] =>
  year > 1970 ? [] : [year < 1902 || year > 1951 ? 'GOD SAVE THE QUEEN' : 'GOD SAVE THE KING']

export function poster({ random, width, height, picture }: Canvas): string {
  const [title = '', host = '', year = ''] = picture.words
  const [first, second] = random.pick(INK_COLOURS) as [string, string]
  let out =
    paper(random, width, height) +
    rect(width * 0.04, height * 0.03, width * 0.92, height * 0.94, 'none', `stroke="${first}" stroke-width="6"`) +
    rect(width * 0.055, height * 0.042, width * 0.89, height * 0.916, 'none', `stroke="${first}" stroke-width="1.5"`)
  out += words(host.toUpperCase(), width / 2, height * 0.1, 26, {
    anchor: 'middle',
    fit: width * 0.8,
    fill: second,
    face: 'sans',
    spacing: 2,
  })
  const parts = title.split(' ')
  const lines: string[] = []
  for (const word of parts)
    if ((lines.at(-1)?.length ?? 99) + word.length < 12) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  const step = Math.min(0.12, 0.4 / lines.length)
  lines.forEach(
    (text, i) =>
      (out += words(text.toUpperCase(), width / 2, height * (0.19 + i * step), height * step * 0.86, {
        anchor: 'middle',
        fit: width * 0.82,
        fill: i % 2 === 0 ? first : second,
        face: i % 2 === 0 ? 'serif' : 'sans',
      })),
  )
  const y = 0.2 + lines.length * step
  out += rect(width * 0.2, height * y, width * 0.6, 4, second) + oval(width / 2, height * y + 2, 9, 9, second)
  for (let i = 0; i < 4; i++)
    out += words(
      random.pick([
        'GRAND',
        'TO-NIGHT',
        'ADMISSION 25¢',
        'CHILDREN 10¢',
        'DOORS AT SEVEN',
        ...sovereignIn(picture.year),
        'BY REQUEST',
        'RAIN OR SHINE',
        'MUSIC BY THE BAND',
      ]),
      width / 2,
      height * (y + 0.075 + i * 0.06),
      i % 2 === 0 ? 34 : 24,
      { anchor: 'middle', fit: width * 0.7, fill: i % 2 === 0 ? first : second, face: i % 2 === 0 ? 'sans' : 'serif' },
    )
  return (
    out +
    words(year, width / 2, height * 0.9, 54, { anchor: 'middle', fill: second }) +
    words('Beacon Print', width * 0.93, height * 0.95, 10, { anchor: 'end', fill: first })
  )
}
