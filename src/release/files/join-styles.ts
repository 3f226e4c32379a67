import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STYLES = /<link rel="stylesheet" href="\/_astro\/([\w.-]+\.css)">/g

/**
 * Merges the style sheets of each of these pages into one file, because rendering waits for every request. Only for pages with styles of their own: the
 * reading pages share cached ones. `pages` are files below `root`; missing ones are skipped.
 */
export function joinStyles(root: string, pages: readonly string[]): void {
  for (const page of pages) {
    const file = join(root, page)
    if (!existsSync(file)) continue
    const html = readFileSync(file, 'utf8')
    const names = [...html.matchAll(STYLES)].map(([, name]) => name!)
    if (names.length < 2) continue
    const css = names.map((name) => readFileSync(join(root, '_astro', name), 'utf8').trim()).join('\n')
    const joined = `joined.${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`
    writeFileSync(join(root, '_astro', joined), css)
    let first = true
    writeFileSync(
      file,
      html.replace(STYLES, () => {
        const link = first ? `<link rel="stylesheet" href="/_astro/${joined}">` : ''
        first = false
        return link
      }),
    )
  }
}
