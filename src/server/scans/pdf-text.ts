import type { PageText } from '#rules/texts/read-text.ts'
import { WHOLE, type WordBox } from '#rules/texts/word-boxes.ts'

/** A text as unpdf gives it: its place in points from the lower left corner. */
interface TextItem {
  str: string
  /** a, b, c, d, and where it begins: x, y of its baseline. */
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

const within = (value: number) => Math.min(WHOLE, Math.max(0, Math.round(value * WHOLE)))

/** The words of a text, whose letters are taken to be equally wide. */
function wordsOf({ str, transform, width, height }: TextItem, page: { width: number; height: number }): WordBox[] {
  const [x = 0, y = 0] = transform.slice(4)
  const letter = width / Math.max(1, str.length)
  return [...str.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const [left, top] = [within((x + index * letter) / page.width), within(1 - (y + height) / page.height)]
    const [right, bottom] = [within((x + (index + word.length) * letter) / page.width), within(1 - y / page.height)]
    return [word, left, top, right - left, bottom - top]
  })
}

/** Letters that stand for what a font does not tell, in parts of all. */
const GARBLED = 0.05

/** The text layer of a page of a PDF, counted from 1. Undefined where there is none, or none that can be read. */
export async function readPdfText(bytes: Uint8Array, page: number): Promise<PageText | undefined> {
  const { getDocumentProxy } = await import('unpdf')
  // It takes the bytes away.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes))
  try {
    const one = await pdf.getPage(page)
    const { items } = await one.getTextContent()
    const size = one.getViewport({ scale: 1 })
    let text = ''
    const words: WordBox[][] = [[]]
    for (const item of items as TextItem[]) {
      if (typeof item.str !== 'string') continue
      text += item.str
      words.at(-1)!.push(...wordsOf(item, size))
      if (!item.hasEOL) continue
      text += '\n'
      words.push([])
    }
    const clean = text.toWellFormed().replaceAll('\0', '').trim()
    const odd = clean.match(/[\uFFFD\uE000-\uF8FF]/g)?.length ?? 0
    if (!/\p{L}/u.test(clean) || odd > clean.length * GARBLED) return undefined
    // A page that is turned has other sides than its text.
    const isTurned = one.rotate % 360 !== 0
    return { text: clean, words: isTurned ? [] : words.filter((line) => line.length > 0) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}
