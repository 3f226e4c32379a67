import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../files/link-unchanged.ts'
import { UNLISTED } from '#rules/addresses/site-routing.ts'
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'

export interface PageFacts {
  /** `/itemview/12/` */
  address: string
  bytes: number
  /** True for noindex pages, and for pages with another canonical address, such as `/map/`. */
  unlisted: boolean
}

const SHOWN = 3

/** Reads every page below a folder. Throws on inline code that is not in `own`, because the Content-Security-Policy would block it. */
export function readPages(folder: string, own: InlineCode): PageFacts[] {
  const foreign: string[] = []
  const pages = listFiles(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const bytes = readFileSync(join(folder, file))
      const html = bytes.toString()
      const address = addressOf(file)
      const [found] = unlistedInlineCode(html, own)
      if (found !== undefined) foreign.push(`  ${address}: ${found}`)
      return { address, bytes: bytes.length, unlisted: isUnlisted(address, html) }
    })
  if (foreign.length > 0) {
    const more = foreign.length > SHOWN ? `\n  … and on ${foreign.length - SHOWN} more pages` : ''
    throw new Error(
      `Pages have inline code that is not in src/layouts/inline-code.ts:\n${foreign.slice(0, SHOWN).join('\n')}${more}`,
    )
  }
  return pages.sort((a, b) => (a.address < b.address ? -1 : 1))
}

/** `itemview/12/index.html` is `/itemview/12/`, `404.html` is `/404/`. */
export const addressOf = (file: string): string => `/${file.replace(/(?:index)?\.html$/, '/')}`.replace(/\/+$/, '/')

export function isUnlisted(address: string, html: string): boolean {
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
  return html.includes(UNLISTED) || (canonical !== undefined && new URL(canonical).pathname !== address)
}

/** The build's own inline code: the texts between the tags (layouts/inline-code.ts). */
export interface InlineCode {
  scripts: string[]
  styles: string[]
}

/** Each hash adds 53 bytes to a header, and nginx limits a header in its configuration to 4 kB. */
export const MAX_INLINE = 24

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Describes inline scripts and style elements that are not in `own`, event handlers and `style` attributes. Empty for a valid page. */
export function unlistedInlineCode(html: string, own: InlineCode): string[] {
  if (!mayHaveForeignCode(html, own)) return []
  // Parsed twice: with scripting the content of <noscript> is text, without it is markup.
  const found = [true, false].flatMap((scriptingEnabled) => [...inTree(parse(html, { scriptingEnabled }), own)])
  return [...new Set(found)]
}

const TAG = /<(script|style)\b((?:\s+[\w-]+(?:="[^"<>]*")?)*)>|<(?:script|style)\b/gi
const ATTRIBUTE = /[\s"'/](?:style|on[a-z]+)\s*=/i
const IS_DATA = /\stype="application\/(?:ld\+)?json"/

/**
 * A fast check that avoids parsing nearly every page. False only if each `<script` and `<style` starts one of the build's own elements or one without
 * code, and nothing else looks like a `style` or `on…` attribute.
 */
function mayHaveForeignCode(html: string, own: InlineCode): boolean {
  let rest = ''
  let end = 0
  for (const match of html.matchAll(TAG)) {
    const { 0: tag, 1: name, 2: attributes, index } = match
    if (index < end) continue
    if (name === undefined || ATTRIBUTE.test(attributes!)) return true
    rest += html.slice(end, index)
    end = index + tag.length
    if (name === 'script' && (/\ssrc="/.test(attributes!) || IS_DATA.test(attributes!))) continue
    const code = (name === 'script' ? own.scripts : own.styles).find((text) =>
      html.startsWith(`${text}</${name}>`, end),
    )
    if (code === undefined) return true
    end += code.length
  }
  return ATTRIBUTE.test(rest + html.slice(end))
}

function* inTree(node: Node, own: InlineCode): Generator<string> {
  if (defaultTreeAdapter.isElementNode(node)) yield* inElement(node, own)
  if ('content' in node) yield* inTree(node.content, own)
  if ('childNodes' in node) for (const child of node.childNodes) yield* inTree(child, own)
}

function* inElement({ tagName, attrs, childNodes }: Element, own: InlineCode): Generator<string> {
  for (const { name, value } of attrs) {
    if (name === 'style' || name.startsWith('on')) yield `<${tagName} ${name}="${short(value)}">`
  }
  if (tagName !== 'script' && tagName !== 'style') return
  const has = (name: string, value?: RegExp) =>
    attrs.some((each) => each.name === name && (value?.test(each.value) ?? true))
  if (tagName === 'script' && (has('src') || has('type', /^application\/(?:ld\+)?json$/))) return
  const text = childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  if (!(tagName === 'script' ? own.scripts : own.styles).includes(text)) yield `<${tagName}>${short(text)}`
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
