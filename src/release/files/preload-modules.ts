import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { LIVE_SHELLS, SECRET_SHELLS } from '#rules/addresses/site-routing.ts'

/** The file of a page: `itemview/12/index.html` of `/itemview/12/`, `404.html` of `/404/`. */
export const fileOf = (address: string): string =>
  /^\/[45]\d\d\/$/.test(address) ? `${address.slice(1, -1)}.html` : `${address.slice(1)}index.html`

/** What a full build does to pages with islands. `root` holds their modules and style sheets, also the joined one. */
export function finishPage(file: string, html: string, root: string): string {
  if (!SCRIPTED_PAGES.includes(file)) return html
  return withJoinedStyles(withPreloads(html, root), root).html
}

/** Pages with islands: the map, the collection page, the search results, the account pages and the shells. */
export const SCRIPTED_PAGES = [
  ...['', 'map/', 'collection/', 'search/', 'login/', 'reset-password/', 'account/'],
  ...LIVE_SHELLS.map((shell) => `${shell}/`),
  ...SECRET_SHELLS.map((shell) => `${shell.slice(1)}/`),
].map((folder) => `${folder}index.html`)

/** A static import at the start of a built module; dynamic imports come later. */
const IMPORT = /\s*import(?:[\w$*{},\s]*\bfrom)?\s*["']\.\/([\w.-]+\.js)["'];?/y

/** The transitive static imports of a module, without itself. `read` returns a module's text. */
function staticImports(name: string, read: (name: string) => string, found = new Set<string>()): Set<string> {
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
/** A page's own script. */
const SCRIPT = /<script type="module" src="\/_astro\/([\w.-]+\.js)"><\/script>/

/**
 * Lists the imports of a page's islands, so that a browser loads them in parallel: as `modulepreload` links in the head or, if an island waits for the
 * page's first pictures (islands/before-hydration.ts), on the island. The page's own script waits for them too: it becomes a list on the first island,
 * and is loaded before the islands. `root` holds the modules.
 */
function withPreloads(html: string, root: string): string {
  if (!html.includes('<astro-island ')) return html
  const isThere = (name: string) => existsSync(join(root, '_astro', name))
  const read = (name: string) => (isThere(name) ? readFileSync(join(root, '_astro', name), 'utf8') : '')
  const withImports = (names: readonly string[]) =>
    [...new Set([...names, ...names.flatMap((name) => [...staticImports(name, read)])])].filter(isThere)
  const ownModules = (html: string) => [...html.matchAll(OWN_MODULE)].map(([, name]) => name!)
  const script = SCRIPT.exec(html)?.[1]
  const first = script ? withImports([script]) : []
  if (!PICTURE.test(html)) {
    const names = withImports([...first, ...(html.match(ISLAND) ?? []).flatMap(ownModules)])
    const links = names.map((name) => `<link rel="modulepreload" href="/_astro/${name}">`)
    return html.replace('</head>', (end) => links.join('') + end)
  }
  const list = (kind: string, names: readonly string[]) =>
    names.length > 0 ? ` data-${kind}="${names.join(' ')}"` : ''
  const lists = (tag: string) =>
    list(
      'modules',
      withImports(ownModules(tag)).filter((name) => !first.includes(name)),
    )
  return html
    .replace(SCRIPT, '')
    .replace(ISLAND, (tag) => tag.replace(' ', `${lists(tag)} `))
    .replace('<astro-island ', (start) => start.replace(' ', `${list('script', first)} `))
}

const STYLES = /<link rel="stylesheet" href="\/_astro\/([\w.-]+\.css)">/g

/**
 * Merges the style sheets of a page into one file, `joined`, because rendering waits for every request. Only for pages with styles of their own: the
 * reading pages share cached ones. `root` holds the style sheets.
 */
function withJoinedStyles(html: string, root: string): { html: string; joined?: { name: string; css: string } } {
  const names = [...html.matchAll(STYLES)].map(([, name]) => name!)
  if (names.length < 2) return { html }
  const css = names.map((name) => readFileSync(join(root, '_astro', name), 'utf8').trim()).join('\n')
  const name = `joined.${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`
  let first = true
  const link = () => {
    const link = first ? `<link rel="stylesheet" href="/_astro/${name}">` : ''
    first = false
    return link
  }
  return { html: html.replace(STYLES, link), joined: { name, css } }
}

/** Changes each of these files below `root`; missing ones are skipped. */
function rewritePages(root: string, pages: readonly string[], change: (html: string) => string): void {
  for (const page of pages) {
    const file = join(root, page)
    if (!existsSync(file)) continue
    const html = readFileSync(file, 'utf8')
    const changed = change(html)
    if (changed !== html) writeFileSync(file, changed)
  }
}

export const preloadModules = (root: string, pages: readonly string[]): void =>
  rewritePages(root, pages, (html) => withPreloads(html, root))

export const joinStyles = (root: string, pages: readonly string[]): void =>
  rewritePages(root, pages, (html) => {
    const { html: changed, joined } = withJoinedStyles(html, root)
    if (joined) writeFileSync(join(root, '_astro', joined.name), joined.css)
    return changed
  })
