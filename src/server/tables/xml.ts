import { Parser } from 'htmlparser2'
import { type Element, textOf } from '#rules/texts/read-markup.ts'
import { UnreadableTable } from './table.ts'

const local = (name: string) => name.slice(name.indexOf(':') + 1)
/** Deeper than any program writes: the parser's time grows with the depth. */
const DEEPEST = 200
/** Characters of an element that is read as a whole, and what an element without text counts for. */
const MOST = 50_000_000
const WEIGHT = 100

/**
 * Reads XML as it comes: elements named in `whole` with all that is in them, those in `starts` as soon as they begin. Names are without a prefix.
 * A DTD is passed over, so no entity can grow. @throws {UnreadableTable}
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  whole: readonly string[],
  starts: readonly string[] = [],
): AsyncGenerator<Element> {
  let found: Element[] = []
  const open: Element[] = []
  let depth = 0
  let weight = 0
  let isOver = false
  const weigh = (more: number) => {
    weight += more
    if (weight > MOST || depth > DEEPEST)
      throw new UnreadableTable('A row is too large or nested too deeply for a table.')
  }
  const parser = new Parser(
    {
      onopentag(prefixed, given) {
        depth += 1
        const name = local(prefixed)
        const isStart = starts.includes(name) && open.length === 0
        if (!isStart && open.length === 0 && !whole.includes(name)) return weigh(0)
        const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [local(key), value]))
        const element = { name, attributes, children: [] }
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
      ontext(text) {
        open.at(-1)?.children.push(text)
        if (open.length > 0) weigh(text.length)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* found
    found = []
  }
  isOver = true
  parser.end()
}

/** The elements of a name directly below an element. */
export const elementsOf = ({ children }: Element, name: string) =>
  children.filter((each): each is Element => typeof each !== 'string' && each.name === name)
/** The text of the first of them; undefined without one. */
export const textIn = (element: Element, name: string) => elementsOf(element, name).map(textOf)[0]
