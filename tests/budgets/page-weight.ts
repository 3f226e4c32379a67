import { get } from 'node:http'

/** Bytes that travel for a page, compressed as a browser asks for them. Pictures and fonts are not in it. */
export interface PageWeight {
  html: number
  css: number
  /** Scripts that the page asks for by itself; what it loads when it is used is not in it. */
  scripts: number
  /** Code that lies in the page itself. */
  inlineScript: number
}

/** Weighs the page at `baseUrl + path`: the document and every style sheet and script that it names. */
export async function pageWeight(baseUrl: string, path: string): Promise<PageWeight> {
  const document = await compressedBytes(baseUrl + path)
  const html = await (await fetch(baseUrl + path)).text()
  const sheets = tags(html, 'link').filter((tag) => /\brel="?stylesheet/.test(tag))
  const scripts = tags(html, 'script').filter((tag) => !/\btype="application\/ld\+json"/.test(tag))
  const named = (list: string[], attribute: string): string[] =>
    list.flatMap((tag) => new RegExp(`\\b${attribute}="([^"]+)"`).exec(tag)?.[1] ?? [])
  const sum = async (addresses: string[]): Promise<number> => {
    const sizes = addresses.map((address) => compressedBytes(new URL(address, baseUrl + path).href))
    return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
  }
  const preloads = tags(html, 'link').filter((tag) => /\brel="?modulepreload/.test(tag))
  const inline = [
    ...html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ]
  return {
    html: document,
    css: await sum(named(sheets, 'href')),
    scripts: await sum([...named(scripts, 'src'), ...named(preloads, 'href')]),
    inlineScript: inline.reduce((total, [, code]) => total + Buffer.byteLength(code ?? ''), 0),
  }
}

/**
 * Every script of the site that a page can come to load, with its bytes: what it names itself, what those import, and what they load when it is used.
 * The search index of a release (Pagefind's own files) is not in it, nor is `without`: a script, and what only that one loads; usually the menu of who is
 * logged in, since signed-out visitors never load it.
 */
export async function scriptsOf(baseUrl: string, path: string, without = USER_MENU): Promise<Map<string, number>> {
  const text = async (address: string) => (await fetch(baseUrl + address)).text()
  const found = new Map<string, number>()
  const queue = namedScripts(await text(path))
  for (let name = queue.shift(); name; name = queue.shift()) {
    if (found.has(name) || without.test(name)) continue
    found.set(name, await compressedBytes(`${baseUrl}/_astro/${name}`))
    queue.push(...namedScripts(await text(`/_astro/${name}`)))
  }
  return found
}
/** The script of an item that is opened over the map, for `without`. */
export const OPENED_ITEM = /^(?:ItemPopup|header-)/
/** The script of the user's menu, for `without`. */
export const USER_MENU = /^header-/
const namedScripts = (text: string): string[] => [
  ...[...text.matchAll(/(?:\/_astro\/|["'`]\.\/)([\w.-]+\.js)\b/g)].map(([, name]) => name!),
  ...listedScripts(text),
]
/** What an island loads after the page's first pictures (release/files/preload-modules.ts). */
const listedScripts = (text: string): string[] =>
  [...text.matchAll(/\bdata-(?:script|modules)="([^"]*)"/g)].flatMap(([, names]) =>
    names!.split(' ').filter((name) => !name.includes('/')),
  )

const tags = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []

/** The length of the body as it comes over the wire to a browser that understands brotli. */
function compressedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br, gzip' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
