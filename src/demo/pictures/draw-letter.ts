import type { Random } from '../random.ts'
import { INKS, paper } from './draw-handwriting.ts'
import { fold, widthOf, words } from './lettering.ts'
import { line, oval } from './pen.ts'
import type { Canvas } from './spec.ts'

/** A line that can be read: word after word, none quite on the line or quite as large as the one before. */
function written(random: Random, text: string, x: number, y: number, size: number, fill: string): string {
  let pen = x
  const put = (word: string) => {
    const own = size * random.between(0.97, 1.04)
    const place = `translate(${pen.toFixed(1)} ${(y + random.between(-0.05, 0.05) * size).toFixed(1)})`
    pen += widthOf(word, own, 'italic') + size * random.between(0.24, 0.36)
    return `<g transform="${place} skewX(-9)">${words(word, 0, 0, own, { face: 'italic', fill })}</g>`
  }
  return text.split(' ').map(put).join('')
}

/** Date, greeting, text, farewell and name; or the three lines of the outer leaf. */
function message({ random, width, height, picture }: Canvas, ink: string): string {
  const lines = (size: number) => fold(picture.words[2]!, size, width * 0.8 - size, 'italic')
  let size = 36
  while ((lines(size).length + 7) * size * 1.4 > height * 0.92) size--
  const put = (text: string, x: number, y: number, own = size) => written(random, text, x, y, own, ink)
  const right = (text: string, own = size) => width * 0.87 - widthOf(text, own, 'italic') * 1.06
  if (picture.words.length === 3)
    return picture.words.map((text, i) => put(text, width * (0.14 + i * 0.14), height * (0.4 + i * 0.07), 34)).join('')
  const [date, greeting, , farewell, name] = picture.words as [string, string, string, string, string]
  let y = height * 0.04 + size * 1.4
  let out = put(date, right(date, size * 0.85), y, size * 0.85) + put(greeting, width * 0.1, (y += size * 2.1))
  for (const line of lines(size)) out += put(line, width * 0.1 + random.between(-4, 5), (y += size * 1.4))
  out += put(farewell, right(farewell) - width * 0.1, (y += size * 1.8))
  return out + put(name, right(name, size * 1.2), y + size * 1.9, size * 1.2)
}

export function letterPage(canvas: Canvas): string {
  const { random, width, height } = canvas
  const out =
    paper(random, width, height) +
    line(0, height * 0.5, width, height * 0.5 + 1, '#b5a685', 1.5, 'opacity="0.6"') +
    (random.chance(0.5) ? line(width * 0.5, 0, width * 0.5, height, '#b5a685', 1.2, 'opacity="0.5"') : '')
  return (
    out +
    message(canvas, random.pick(INKS)) +
    (random.chance(0.3)
      ? oval(width * 0.82, height * 0.9, 26, 24, '#8c2f25', 'opacity="0.85"') +
        oval(width * 0.82 - 5, height * 0.9 - 5, 15, 13, '#a8463a', 'opacity="0.8"')
      : '')
  )
}
