import { LIST, TEXT } from '#contract/limits.ts'
import { TEXT_FILES } from '#contract/text.ts'
import { removeControls } from '../markup/xml.ts'
import { readMarkup, TextRefused, textOf, within, type Element } from './read-markup.ts'
import { WHOLE, type WordBox } from './word-boxes.ts'

/** The text of one page, its words where the source says where they stand, and its language as a short tag or ''. */
export interface PageText {
  text: string
  words: WordBox[][]
  language: string
}

/** Left, top, right and bottom, in the units of the page. */
type Corners = readonly [number, number, number, number]
/** How the levels of a page are marked up in a format. Levels that a file leaves out are passed over. */
interface Format {
  page(element: Element): boolean
  block(element: Element): boolean
  line(element: Element): boolean
  word(element: Element): boolean
  /** What an element says itself. */
  text(element: Element): string
  corners(element: Element): Corners | undefined
  size(page: Element): readonly (number | undefined)[]
}

const named =
  (...names: string[]) =>
  ({ name }: Element) =>
    names.includes(name)
const numbers = (values: readonly (string | undefined)[]) => values.map((value) => Number(value ?? Number.NaN))

const alto: Format = {
  ...{ page: named('page'), block: named('textblock'), line: named('textline'), word: named('string', 'hyp') },
  text: ({ name, attributes }) => attributes['content'] ?? (name === 'hyp' ? '-' : ''),
  corners({ attributes: { hpos, vpos, width, height } }) {
    const [x, y, w, h] = numbers([hpos, vpos, width, height]) as [number, number, number, number]
    return [hpos, vpos, width, height].includes(undefined) ? undefined : [x, y, x + w, y + h]
  },
  size: ({ attributes: { width, height } }) => numbers([width, height]),
}

const LEVELS = ['textregion', 'textline', 'word', 'glyph']
const page: Format = {
  ...{ page: named('page'), block: named('textregion'), line: named('textline'), word: named('word') },
  // Not that of a level below.
  text(element) {
    const [own] = within(element, named('unicode', ...LEVELS)).filter(named('unicode'))
    return own ? textOf(own) : ''
  },
  corners(element) {
    const [coords] = within(element, named('coords', ...LEVELS)).filter(named('coords'))
    if (!coords) return undefined
    const points = coords.attributes['points']
      ?.trim()
      .split(/\s+/)
      .map((point) => numbers(point.split(',')))
    const each = points ?? within(coords, named('point')).map(({ attributes: { x, y } }) => numbers([x, y]))
    const [xs, ys] = [0, 1].map((at) => each.map((point) => point[at]!).sort((a, b) => a - b)) as [number[], number[]]
    return xs.length > 0 ? [xs[0]!, ys[0]!, xs.at(-1)!, ys.at(-1)!] : undefined
  },
  size: ({ attributes: { imagewidth, imageheight } }) => numbers([imagewidth, imageheight]),
}

const ofClass =
  (pattern: RegExp) =>
  ({ attributes }: Element) =>
    pattern.test(attributes['class'] ?? '')
const hocr: Format = {
  page: ofClass(/\bocr_page\b/),
  block: ofClass(/\bocr_par\b/),
  line: ofClass(/\bocr_(?:line|header|caption|textfloat)\b/),
  word: ofClass(/\bocrx?_word\b/),
  text: textOf,
  corners({ attributes: { title = '' } }) {
    const found = /\bbbox ([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)/.exec(title)
    return found ? (numbers(found.slice(1)) as unknown as Corners) : undefined
  },
  size(element) {
    const [left, top, right, bottom] = this.corners(element) ?? []
    return [right! - left!, bottom! - top!]
  },
}
const FORMATS: Record<string, Format> = { alto, pcgts: page, html: hocr }
const ROOT = /<(?:\w{1,20}:)?(alto|pcgts|html)[\s>]/i

/** Reads ALTO, PAGE or hOCR, or plain text from a file called `.txt`. @throws {TextRefused} */
export function readText(bytes: Uint8Array, name: string): PageText {
  if (bytes.length > TEXT.file) throw new TextRefused('This file is larger than the text of one page may be (5 MB).')
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TextRefused('This text is not in UTF-8. Save it again with the encoding UTF-8.')
  }
  const ending = TEXT_FILES.find((each) => name.toLowerCase().endsWith(each))
  if (!ending) throw new TextRefused(`The name of a file with a text ends in one of ${TEXT_FILES.join(', ')}.`)
  if (source.includes('\0')) throw new TextRefused('This file is no text.')
  const found =
    ending !== '.txt' ? readPage(source) : { text: source.replaceAll(/\r\n?/g, '\n'), words: [], language: '' }
  if (found.text.length > TEXT.words)
    throw new TextRefused(`This text is too long for one page (at most ${TEXT.words.toLocaleString('en')} characters).`)
  if (found.text.trim() === '') throw new TextRefused('This file has no text in it.')
  return found
}

function readPage(source: string): PageText {
  const root = ROOT.exec(source)?.[1]?.toLowerCase()
  if (root === undefined) throw new TextRefused('This file is neither ALTO, PAGE nor hOCR.')
  const format = FORMATS[root]!
  const whole = readMarkup(source, root)
  const pages = within(whole, format.page)
  if (pages.length !== 1)
    throw new TextRefused(
      pages.length > 0
        ? `This file has the text of ${pages.length} pages. Each scan needs a file of its own.`
        : `This file has no page${root === 'html' ? ' (ocr_page): it is a page of the web, but no hOCR' : ''}.`,
    )
  const [width = 0, height = 0] = format.size(pages[0]!)
  const size = width! > 0 && height! > 0 ? { width: width!, height: height! } : undefined
  const words: WordBox[][] = []
  const blocks = within(pages[0]!, (each) => format.block(each) || format.line(each)).map((block) => {
    const lines = format.line(block) ? [block] : within(block, format.line)
    const written = lines.map((line) => readLine(format, line, { size, words, number: words.length + 1 }))
    const text = written.filter((line) => line !== '').join('\n')
    return text === '' ? removeControls(format.text(block)).trim() : text
  })
  return { text: blocks.filter((block) => block !== '').join('\n\n'), words, language: languageOf(whole) }
}

/** How far a box may stick out: programs round, and letters touch the edge. It is cut at the edge. */
const OVER = 200

/** A word with its box on a page of this size. `where` names it in a refusal. @throws {TextRefused} where it is outside the page. */
function placeWord(
  text: string,
  [left, top, right, bottom]: Corners,
  { width, height }: { width: number; height: number },
  where: string,
): WordBox {
  const sides = [left / width, top / height, right / width, bottom / height].map((side) => Math.round(side * WHOLE))
  const [x, y, end, foot] = sides as [number, number, number, number]
  const box = `The box of “${text.slice(0, 40)}” (${where})`
  if (!sides.every(Number.isFinite) || end < x || foot < y) throw new TextRefused(`${box} has no size.`)
  if (sides.some((side) => side < -OVER || side > WHOLE + OVER))
    throw new TextRefused(`${box} is outside the page. Does the file belong to this picture?`)
  const inside = (side: number) => Math.min(Math.max(side, 0), WHOLE - 1)
  const most = (from: number, to: number) => Math.max(1, Math.min(to, WHOLE) - from)
  return [text, inside(x), inside(y), most(inside(x), end), most(inside(y), foot)]
}

interface PageWords {
  size: { width: number; height: number } | undefined
  words: WordBox[][]
  /** Of the line, for a refusal. */
  number: number
}

/** Adds the words of a line, and answers with its text. Words that the file doesn't tell apart have the line's box. */
function readLine(format: Format, line: Element, { size, words, number }: PageWords): string {
  const marked = within(line, format.word).filter((word) => format.text(word).trim() !== '')
  const texts: string[] = []
  const boxes: WordBox[] = []
  for (const word of marked.length > 0 ? marked : [line]) {
    const [text, corners] = [removeControls(format.text(word)), format.corners(word)]
    if (word.name === 'hyp' && texts.length > 0) {
      texts.push(texts.pop()! + text)
      if (boxes.length > 0) boxes.at(-1)![0] += text
      continue
    }
    for (const part of text.split(/\s+/)) {
      if (part === '') continue
      texts.push(part)
      const where = `line ${number}, word ${texts.length}`
      if (size && corners) boxes.push(placeWord(part, corners, size, where))
    }
  }
  for (let from = 0; from < boxes.length; from += LIST.ids) words.push(boxes.slice(from, from + LIST.ids))
  return texts.join(' ')
}

/** PAGE names languages in English. */
const NAMED: Record<string, string> = { english: 'en', french: 'fr', german: 'de', dutch: 'nl', spanish: 'es' }
/** The first language that a file names, if it is one. */
function languageOf(whole: Element): string {
  const [said] = within(whole, ({ attributes: { lang, language, primarylanguage } }) =>
    Boolean(lang ?? language ?? primarylanguage),
  )
  const { lang, language, primarylanguage = '' } = said?.attributes ?? {}
  const found = (lang ?? language ?? primarylanguage).replace('_', '-')
  const known = NAMED[found.toLowerCase()]
  return known ?? (/^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(found) ? Intl.getCanonicalLocales(found)[0]! : '')
}
