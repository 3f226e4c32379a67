import { LIST, TEXT } from '#contract/limits.ts'
import { TEXT_FILES } from '#contract/text.ts'
import { removeControls } from '../markup/xml.ts'
import { readMarkup, TextRefused, textOf, within, type Element } from './read-markup.ts'
import { WHOLE, type WordBox } from './word-boxes.ts'

/** The text of one page, its words where the source says where they stand, and its language as a short tag or ''. */
export interface PageText {
  text: string
  words: WordBox[][]
  language?: string
}

/** Elements of ALTO and PAGE, and classes of hOCR. Levels that a file leaves out are passed over. */
const LEVELS = [
  ['page', /^(?:ocr_)?page$/],
  ['block', /^(?:textblock|textregion|ocr_par)$/],
  ['line', /^(?:textline|ocr_line|ocr_header|ocr_caption|ocr_textfloat)$/],
  ['word', /^(?:string|hyp|word|ocrx?_word|glyph)$/],
] as const
const levelOf = ({ name, attributes: { class: classes = '' } }: Element) =>
  LEVELS.find(([, is]) => [name, ...classes.split(/\s+/)].some((each) => is.test(each)))?.[0]
const below = (element: Element, ...levels: string[]) => within(element, (each) => levels.includes(levelOf(each) ?? ''))
/** Elements of PAGE that say something of this one, not of a level below. */
const own = (element: Element, name: string) =>
  within(element, (each) => each.name === name || levelOf(each) !== undefined).find((each) => each.name === name)

function ownText(element: Element): string {
  const { name, attributes } = element
  if (name === 'string' || name === 'hyp') return attributes['content'] ?? (name === 'hyp' ? '-' : '')
  const said = 'class' in attributes ? element : own(element, 'unicode')
  return removeControls(said ? textOf(said) : '')
}

/** Left, top, right and bottom, in the units of the page. */
function cornersOf(element: Element): number[] {
  const { hpos, vpos, width, height, title = '' } = element.attributes
  if (hpos !== undefined) return [hpos, vpos, Number(hpos) + Number(width), Number(vpos) + Number(height)].map(Number)
  const bbox = /\bbbox ([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)/.exec(title)
  const points = bbox ? undefined : own(element, 'coords')?.attributes['points']
  if (points === undefined) return bbox?.slice(1).map(Number) ?? []
  const pairs = points
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(',').map(Number))
  const [xs, ys] = [0, 1].map((at) => pairs.map((pair) => pair[at]!).sort((a, b) => a - b)) as [number[], number[]]
  return [xs[0]!, ys[0]!, xs.at(-1)!, ys.at(-1)!]
}

/** Reads ALTO, PAGE or hOCR, or plain text from a file called `.txt`. @throws {TextRefused} */
export function readText(bytes: Uint8Array, name: string): PageText {
  if (bytes.length > TEXT.file) throw new TextRefused('This file is larger than the text of one page may be (5 MB).')
  const ending = TEXT_FILES.find((each) => name.toLowerCase().endsWith(each))
  if (!ending) throw new TextRefused(`The name of a file with a text ends in one of ${TEXT_FILES.join(', ')}.`)
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TextRefused('This text is not in UTF-8. Save it again with the encoding UTF-8.')
  }
  if (source.includes('\0')) throw new TextRefused('This file is no text.')
  const found = ending === '.txt' ? { text: source.replaceAll(/\r\n?/g, '\n').trim(), words: [] } : readPage(source)
  if (found.text.length > TEXT.words)
    throw new TextRefused(`This text is too long for one page (at most ${TEXT.words.toLocaleString('en')} characters).`)
  if (found.text === '') throw new TextRefused('This file has no text in it.')
  return found
}

function readPage(source: string): PageText {
  const root = /<(?:\w{1,20}:)?(alto|pcgts|html)[\s>]/i.exec(source)?.[1]?.toLowerCase()
  if (root === undefined) throw new TextRefused('This file is neither ALTO, PAGE nor hOCR.')
  const whole = readMarkup(source, root)
  const [page, ...more] = below(whole, 'page')
  if (!page) throw new TextRefused(`This file has no page${root === 'html' ? ' (ocr_page): it is no hOCR' : ''}.`)
  if (more.length > 0)
    throw new TextRefused(`This file has the text of ${more.length + 1} pages. Each scan needs a file of its own.`)
  const words: WordBox[][] = []
  const place = placeOn(page)
  const blocks = inReadingOrder(page, below(page, 'block', 'line')).map((block) => {
    const lines = (levelOf(block) === 'line' ? [block] : below(block, 'line')).map((line) => {
      const { text, boxes } = readLine(line, (...word) => place(...word, words.length + 1))
      for (let from = 0; from < boxes.length; from += LIST.ids) words.push(boxes.slice(from, from + LIST.ids))
      return text
    })
    return lines.filter(Boolean).join('\n') || ownText(block).trim()
  })
  return { text: blocks.filter(Boolean).join('\n\n'), words, language: languageOf(whole) }
}

/** Regions in the order in which PAGE says that they are read, in groups within groups; those that it leaves out come last. */
function inReadingOrder(page: Element, blocks: readonly Element[]): Element[] {
  const order = within(page, ({ name }) => name === 'readingorder').flatMap(regionsIn)
  const ranks = new Map(order.map((region, at) => [region, at]))
  const rankOf = ({ attributes: { id = '' } }: Element) => ranks.get(id) ?? order.length
  return blocks.toSorted((a, b) => rankOf(a) - rankOf(b))
}
function regionsIn({ attributes: { regionref: region }, children }: Element): string[] {
  const indexOf = ({ attributes: { index } }: Element) => Number(index) || 0
  const inside = children.filter((child) => typeof child !== 'string').toSorted((a, b) => indexOf(a) - indexOf(b))
  return [...(region ? [region] : []), ...inside.flatMap(regionsIn)]
}

/** How far a box may stick out: programs round, and letters touch the edge. It is cut at the edge. */
const OVER = 200

/** Gives a word its box, if the size of the page is known. @throws {TextRefused} where it is outside the page. */
function placeOn(page: Element) {
  const { imagewidth, imageheight, width = imagewidth, height = imageheight } = page.attributes
  const [left = 0, top = 0, right = 0, bottom = 0] =
    width && height ? [0, 0, Number(width), Number(height)] : cornersOf(page)
  const sizes = [right - left, bottom - top, right - left, bottom - top]
  return (text: string, corners: readonly number[], line: number): WordBox | undefined => {
    if (corners.length === 0 || !sizes.every((size) => size > 0)) return undefined
    const sides = corners.map((side, at) => Math.round((side / sizes[at]!) * WHOLE))
    const [x, y, end, foot] = sides as [number, number, number, number]
    const box = `The box of “${text.slice(0, 40)}” (line ${line})`
    if (!sides.every(Number.isFinite) || end < x || foot < y) throw new TextRefused(`${box} has no size.`)
    if (sides.some((side) => side < -OVER || side > WHOLE + OVER))
      throw new TextRefused(`${box} is outside the page. Does the file belong to this picture?`)
    const inside = (side: number) => Math.min(Math.max(side, 0), WHOLE - 1)
    const most = (from: number, to: number) => Math.max(1, Math.min(to, WHOLE) - from)
    return [text, inside(x), inside(y), most(inside(x), end), most(inside(y), foot)]
  }
}

/** Words that the file doesn't tell apart have the line's box. */
function readLine(line: Element, place: (text: string, corners: readonly number[]) => WordBox | undefined) {
  const marked = below(line, 'word').filter((word) => ownText(word).trim() !== '')
  const texts: string[] = []
  const boxes: WordBox[] = []
  for (const word of marked.length > 0 ? marked : [line]) {
    const [text, corners] = [ownText(word), cornersOf(word)]
    if (word.name === 'hyp' && texts.length > 0) {
      texts.push(texts.pop()! + text)
      if (boxes.length > 0) boxes.at(-1)![0] += text
      continue
    }
    for (const part of text.split(/\s+/).filter(Boolean)) {
      texts.push(part)
      boxes.push(...[place(part, corners)].filter((box) => box !== undefined))
    }
  }
  return { text: texts.join(' '), boxes }
}

/** PAGE names languages in English. */
const NAMED: Record<string, string> = { english: 'en', french: 'fr', german: 'de', dutch: 'nl', spanish: 'es' }
/** The first language that a file names, if it is one. */
function languageOf(whole: Element): string {
  const said = ({ attributes: { lang, language, primarylanguage } }: Element) => lang ?? language ?? primarylanguage
  const [first] = within(whole, (each) => Boolean(said(each)))
  const found = (first ? said(first)! : '').replace('_', '-')
  const isTag = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(found)
  return NAMED[found.toLowerCase()] ?? (isTag ? Intl.getCanonicalLocales(found)[0]! : '')
}
