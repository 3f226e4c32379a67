import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type InlineCode, unlistedInlineCode, addressOf } from '../pages/page-facts.ts'

/** Writes files into `fresh` and answers their paths. Those with the same bytes in `live` are left out. */
export function writeChanged(
  fresh: string,
  live: string,
  files: readonly (readonly [path: string, content: string | Uint8Array])[],
): string[] {
  return files.flatMap(([path, content]) => {
    const bytes = Buffer.from(content)
    if (sameBytes(join(live, path), bytes)) return []
    mkdirSync(dirname(join(fresh, path)), { recursive: true })
    writeFileSync(join(fresh, path), bytes)
    return [path]
  })
}

/** `writeChanged` of pages. Throws on inline code that the Content-Security-Policy would block. */
export function writePages(
  fresh: string,
  live: string,
  pages: readonly (readonly [path: string, html: string])[],
  inline: InlineCode,
): string[] {
  for (const [path, html] of pages) {
    const [foreign] = unlistedInlineCode(html, inline)
    if (foreign !== undefined) throw new Error(`Inline code on ${addressOf(path)}: ${foreign}`)
  }
  return writeChanged(fresh, live, pages)
}

function sameBytes(file: string, bytes: Buffer): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.size === bytes.length && readFileSync(file).equals(bytes)
}
