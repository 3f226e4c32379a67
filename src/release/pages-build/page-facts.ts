import { createHash } from 'node:crypto'

/** What a release needs to know of a page that was just written. */
export interface PageFacts {
  /** Its address, `/itemview/12/`. */
  address: string
  bytes: number
  /** True when the page asks search engines to leave it out, or names another address as its own: `/map/` is `/`. */
  unlisted: boolean
}

/** What the pages of a worker need the Content-Security-Policy to allow, and what no policy of ours will allow. */
export interface InlineFindings {
  scripts: Set<string>
  styles: Set<string>
  /** Addresses of pages with a `style` or `on…` attribute, which the browser will ignore. */
  refused: Set<string>
}

const UNLISTED = '<meta name="robots" content="noindex'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Looks through a page's HTML once, and adds what it finds to `found`. */
export function readPage(address: string, html: string, found: InlineFindings): PageFacts {
  for (const match of html.matchAll(/<(script|style)\b([^>]*)>/g)) {
    const [opening, tag, attributes] = match as unknown as [string, string, string]
    if (/\bsrc=/.test(attributes) || /type="application\/(?:ld\+)?json"/.test(attributes)) continue
    const start = match.index + opening.length
    const text = html.slice(start, html.indexOf(`</${tag}>`, start))
    ;(tag === 'style' ? found.styles : found.scripts).add(hash(text))
  }
  if (/<[a-z][^<>]*\s(?:style|on[a-z]+)="/.test(html)) found.refused.add(address)
  const unlisted = html.includes(UNLISTED) || canonicalAddress(html, address) !== address
  return { address, bytes: Buffer.byteLength(html), unlisted }
}

/** The address that a page calls canonical; its own where it names none. */
function canonicalAddress(html: string, own: string): string {
  const named = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
  return named === undefined ? own : new URL(named).pathname
}
