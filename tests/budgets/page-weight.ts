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
