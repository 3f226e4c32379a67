import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIVE_SHELLS } from '#rules/site-routing.ts'

/** The pages that run a script of their own at once: the map, the collection page, and the shells of records that are newer than the build. */
export const SCRIPTED = ['', 'map/', 'collection/', ...LIVE_SHELLS.map((shell) => `${shell}/`)].map(
  (folder) => `${folder}index.html`,
)

/** One of the imports that a built module begins with; what it loads later (`import()`) stands further on. */
const IMPORT = /\s*import(?:[\w$*{},\s]*\bfrom)?\s*["']\.\/([\w.-]+\.js)["'];?/y
const MODULE = /<script type="module" src="\/_astro\/([\w.-]+\.js)">/g

/** The modules that have to be there before this one runs, without itself. `read` answers the text of a module by its name. */
export function modulesBefore(name: string, read: (name: string) => string, found = new Set<string>()): Set<string> {
  const text = read(name)
  // Vite's list of what is loaded later may stand before the imports.
  IMPORT.lastIndex = Math.max(0, text.search(/(?:^|[;\n])\s*import\s*["'{*\w$]/))
  if (text[IMPORT.lastIndex] === ';') IMPORT.lastIndex += 1
  for (let match = IMPORT.exec(text); match; match = IMPORT.exec(text)) {
    const [, imported] = match
    const next = IMPORT.lastIndex
    if (!found.has(imported!)) modulesBefore(imported!, read, found.add(imported!))
    IMPORT.lastIndex = next
  }
  return found
}

/** Where a page keeps its modules until its first picture is seen (components/browse/AfterPicture.astro). */
const KEPT = '<template id="after-picture">'

/**
 * Names in the head of each page what its scripts import, so that a browser asks for all of it at once, not for one after the other. A page that
 * has a place to keep them until its first picture is seen gets the names and the scripts there. `pages` are files below `root`; one that is not
 * there is passed over.
 */
export function preloadModules(root: string, pages: readonly string[]): void {
  const isThere = (name: string) => existsSync(join(root, '_astro', name))
  const read = (name: string) => (isThere(name) ? readFileSync(join(root, '_astro', name), 'utf8') : '')
  for (const page of pages) {
    const file = join(root, page)
    if (!existsSync(file)) continue
    const html = readFileSync(file, 'utf8')
    const own = [...html.matchAll(MODULE)].map(([, name]) => name!)
    const before = new Set(own.flatMap((name) => [...modulesBefore(name, read)]))
    const links = [...before]
      .filter((name) => !own.includes(name) && isThere(name))
      .map((name) => `<link rel="modulepreload" href="/_astro/${name}">`)
    if (own.length === 0) continue
    const scripts = own.map((name) => `<script type="module" src="/_astro/${name}"></script>`)
    const named = html.includes(KEPT)
      ? scripts
          .reduce((rest, script) => rest.replace(script, ''), html)
          .replace(KEPT, () => KEPT + links.join('') + scripts.join(''))
      : html.replace('</head>', () => `${links.join('')}</head>`)
    writeFileSync(file, named)
  }
}
