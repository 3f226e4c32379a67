import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { LIVE_SHELLS, SECRET_SHELLS } from '#rules/addresses/site-routing.ts'

/** Pages with islands: the map, the collection page, the search results, the account pages and the shells. */
export const SCRIPTED_PAGES = [
  ...['', 'map/', 'collection/', 'search/', 'login/', 'reset-password/', 'account/'],
  ...LIVE_SHELLS.map((shell) => `${shell}/`),
  ...SECRET_SHELLS.map((shell) => `${shell.slice(1)}/`),
].map((folder) => `${folder}index.html`)

/** A static import at the start of a built module; dynamic imports come later. */
const IMPORT = /\s*import(?:[\w$*{},\s]*\bfrom)?\s*["']\.\/([\w.-]+\.js)["'];?/y

/** The transitive static imports of a module, without itself. `read` returns a module's text. */
export function staticImports(name: string, read: (name: string) => string, found = new Set<string>()): Set<string> {
  const text = read(name)
  // Vite's list of dynamic imports may come first.
  IMPORT.lastIndex = Math.max(0, text.search(/(?:^|[;\n])\s*import\s*["'{*\w$]/))
  if (text[IMPORT.lastIndex] === ';') IMPORT.lastIndex += 1
  for (let match = IMPORT.exec(text); match; match = IMPORT.exec(text)) {
    const [, imported] = match
    const next = IMPORT.lastIndex
    if (!found.has(imported!)) staticImports(imported!, read, found.add(imported!))
    IMPORT.lastIndex = next
  }
  return found
}

const ISLAND = /<astro-island [^>]*>/g
/** The component of an island, React's renderer, and what runs before the first island. */
const OWN_MODULE = /(?:component|renderer|before-hydration)-url="\/_astro\/([\w./-]+\.js)"/g
const PICTURE = /<img\b(?![^>]*\bloading="lazy")/

/**
 * Lists the imports of each page's islands, so that a browser loads them in parallel: as `modulepreload` links in the head or, if an island waits for the
 * page's first pictures (islands/before-hydration.ts), on the island. `pages` are files below `root`; missing ones are skipped.
 */
export function preloadModules(root: string, pages: readonly string[]): void {
  const isThere = (name: string) => existsSync(join(root, '_astro', name))
  const read = (name: string) => (isThere(name) ? readFileSync(join(root, '_astro', name), 'utf8') : '')
  const modulesOf = (html: string) => {
    const own = [...html.matchAll(OWN_MODULE)].map(([, name]) => name!)
    return [...new Set([...own, ...own.flatMap((name) => [...staticImports(name, read)])])].filter(isThere)
  }
  for (const page of pages) {
    const file = join(root, page)
    if (!existsSync(file)) continue
    const html = readFileSync(file, 'utf8')
    const links = () =>
      modulesOf((html.match(ISLAND) ?? []).join(''))
        .map((name) => `<link rel="modulepreload" href="/_astro/${name}">`)
        .join('')
    const named = PICTURE.test(html)
      ? html.replace(ISLAND, (tag) => tag.replace(' ', ` data-modules="${modulesOf(tag).join(' ')}" `))
      : html.replace('</head>', (end) => links() + end)
    if (named !== html) writeFileSync(file, named)
  }
}

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
