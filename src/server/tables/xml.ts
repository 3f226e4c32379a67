import { Parser } from 'htmlparser2'
import { UnreadableTable } from './table.ts'

/** Gets elements by their names without a prefix. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
/** Deeper than any program writes: the parser's time grows with the depth. */
const DEEPEST = 200

/** Reads XML as it comes and yields what the handler found. A DTD is passed over, so no entity can grow. @throws {UnreadableTable} */
export async function* readXml<T>(
  chunks: AsyncIterable<Uint8Array>,
  toHandler: (found: (each: T) => void) => XmlHandler,
): AsyncGenerator<T> {
  let found: T[] = []
  let depth = 0
  let isOver = false
  const handler = toHandler((each) => found.push(each))
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (++depth > DEEPEST) throw new UnreadableTable('The file is nested too deeply to be a table.')
        const attributes: Record<string, string> = {}
        for (const key in given) attributes[local(key)] = given[key]!
        handler.open(local(name), attributes)
      },
      onclosetag(name) {
        if (isOver) throw new UnreadableTable('The file is cut off. Copy it again from where it comes.')
        depth -= 1
        handler.close?.(local(name))
      },
      ontext: (text) => handler.text?.(text),
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
  yield* found
}

export interface XmlElement {
  name: string
  attributes: Record<string, string>
}

/** The elements of small XML, in order. */
export const readElements = (chunks: AsyncIterable<Uint8Array>): Promise<XmlElement[]> =>
  readAll(readXml<XmlElement>(chunks, (found) => ({ open: (name, attributes) => found({ name, attributes }) })))

export async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
