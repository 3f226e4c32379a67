import { Parser } from 'htmlparser2'
import { type Element, textOf } from '#rules/texts/read-markup.ts'
import { UnreadableTable } from './table.ts'

const local = (name: string) => name.slice(name.indexOf(':') + 1)
/** Deeper than any program writes: the parser's time grows with the depth. */
const DEEPEST = 200
/** Characters of an element that is read as a whole, and what an element without text counts for. */
const MOST = 50_000_000
const WEIGHT = 100

/** An element, the line where it begins, and how many elements it lies in. */
export interface Found extends Element {
  line: number
  depth: number
}

/** The encoding that the first bytes name. @throws {UnreadableTable} */
function decoderOf(head: Uint8Array): TextDecoder {
  const mark = Buffer.from(head.subarray(0, 200)).toString('latin1')
  const wide = /^(?:ÿþ|<\0)/.test(mark) ? 'utf-16le' : /^(?:þÿ|\0<)/.test(mark) ? 'utf-16be' : undefined
  const named = wide ?? /^[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(mark)?.[1]
  try {
    return new TextDecoder(named)
  } catch (error) {
    throw new UnreadableTable(`The encoding ${named} can't be read. Save the file as UTF-8.`, { cause: error })
  }
}

/**
 * Reads XML as it comes: elements named in `whole` with all that is in them, those in `starts` as soon as they begin. Names are without a prefix.
 * A DTD is passed over, so no entity can grow. @throws {UnreadableTable}
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  whole: readonly string[] | ((name: string) => boolean),
  starts: readonly string[] = [],
): AsyncGenerator<Found> {
  const isWhole = typeof whole === 'function' ? whole : (name: string) => whole.includes(name)
  let found: Found[] = []
  const open: Found[] = []
  let text = ''
  /** Characters before `text`, and those of it whose lines are counted. */
  let [before, counted, line] = [0, 0, 1]
  let depth = 0
  let weight = 0
  let isOver = false
  const weigh = (more: number) => {
    if ((weight += more) > MOST || depth > DEEPEST)
      throw new UnreadableTable('A row is too large or nested too deeply for a table.')
  }
  const lineAt = (index: number) => {
    for (; counted < Math.min(index - before, text.length); counted++) if (text[counted] === '\n') line += 1
    return line
  }
  const parser = new Parser(
    {
      onopentag(prefixed, given) {
        depth += 1
        const name = local(prefixed)
        const isStart = starts.includes(name) && open.length === 0
        if (!isStart && open.length === 0 && !isWhole(name)) return weigh(0)
        const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [local(key), value]))
        const element = { name, attributes, children: [], depth, line: open[0]?.line ?? lineAt(parser.startIndex) }
        if (isStart) return void found.push(element)
        weigh(WEIGHT)
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      onclosetag() {
        if (isOver) throw new UnreadableTable('The file is cut off. Copy it again from where it comes.')
        depth -= 1
        const element = open.pop()
        if (element && open.length === 0) {
          found.push(element)
          weight = 0
        }
      },
      ontext(part) {
        open.at(-1)?.children.push(part)
        if (open.length > 0) weigh(part.length)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk)
    lineAt(Infinity)
    before += text.length
    counted = 0
    text = decoder.decode(chunk, { stream: true })
    parser.write(text)
    yield* found
    found = []
  }
  isOver = true
  parser.end()
}

/** The elements of a name directly below an element. */
export const elementsOf = ({ children }: Element, name?: string) =>
  children.filter((each): each is Element => typeof each !== 'string' && (name === undefined || each.name === name))
/** The text of the first of them; undefined without one. */
export const textIn = (element: Element, name: string) => elementsOf(element, name).map(textOf)[0]
