import { Parser } from 'htmlparser2'

/** Why a file is no text of a page: a sentence for whoever sent it. */
export class TextRefused extends Error {}

/** Names are without a prefix, in lower case. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

/** Deeper than any program writes: the parser's time grows with the depth. */
const DEEPEST = 200
const local = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Reads XML, or HTML if its root is `html`. Only the entities of XML and characters by number are known in XML: a DTD is passed over. @throws {TextRefused} */
export function readMarkup(source: string, root: string): Element {
  const whole: Element = { name: '', attributes: {}, children: [] }
  const open = [whole]
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (open.length > DEEPEST) throw new TextRefused('This file is nested too deeply to be a text.')
        const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [local(key), value]))
        const element = { name: local(name), attributes, children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      onclosetag(name, isImplied) {
        const { children } = open.pop()!
        // An empty element of XML ends itself, and many of HTML need no end.
        if (isImplied && (local(name) === root || (root !== 'html' && children.length > 0)))
          throw new TextRefused(`This file is broken or cut off: <${name}> is not closed. Export it again.`)
      },
      ontext: (text) => void open.at(-1)!.children.push(text),
    },
    { xmlMode: root !== 'html', decodeEntities: true },
  )
  parser.end(source)
  return whole
}

/** The elements of a kind below an element, in order, without those inside of others of the kind. */
export const within = (element: Element, is: (element: Element) => boolean): Element[] =>
  element.children.flatMap((child) => (typeof child === 'string' ? [] : is(child) ? [child] : within(child, is)))

/** All text below an element. */
export const textOf = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
