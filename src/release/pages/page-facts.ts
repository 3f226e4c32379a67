import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../files/link-unchanged.ts'
import { unlistedInlineCode, type InlineCode } from './inline-code.ts'

export interface PageFacts {
  /** `/itemview/12/` */
  address: string
  bytes: number
  /** True for noindex pages, and for pages with another canonical address, such as `/map/`. */
  unlisted: boolean
}

const UNLISTED = '<meta name="robots" content="noindex'
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
