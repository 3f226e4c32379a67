import { copyAddress, isPacked, packOf, pageOfFile, partsOf, type CopyShape } from '../addresses.ts'
import { createModules } from './modules.ts'
import { answerReaders, readPage } from './pages.ts'

/** Runs first in every page of a copy: scripts of the site find their addresses, files and pages on the disk. */
const { dataset, src } = document.currentScript as HTMLScriptElement
const shape: CopyShape = { live: dataset['live']!, digits: Number(dataset['digits']) }
const root = new URL('.', src).href
/** On Windows an address of the site is `/C:/media/…` once a browser has resolved it. */
const rootPath = new URL(root).pathname
const drive = /^\/[A-Za-z]:(?=\/)/

/** The address of the site in what a script uses; undefined for any other. */
function siteAddress(address: string): string | undefined {
  const path = address.replace(/^file:\/\//, '')
  if (!/^\/(?!\/)/.test(path) || path.startsWith(rootPath)) return undefined
  return path.replace(drive, '')
}
const toFile = (address: string) => copyAddress(address, shape)
function toCopy(address: string): string {
  const site = siteAddress(address)
  if (site === undefined) return address
  const copied = toFile(site)
  return /^https?:/.test(copied) ? copied : root + copied
}
const toCopies = (candidates: string) =>
  candidates
    .split(/,\s+/)
    .map((each) => each.trim().split(/\s+/))
    .map(([address = '', ...size]) => [toCopy(address), ...size].join(' '))
    .join(', ')

const { define, addFiles, importModule, readFile } = createModules(root, toFile)
const load = (address: string) => importModule(partsOf(siteAddress(address) ?? address).path)

/** Before islands load: the page's own scripts, once it is there (islands/before-hydration.ts). */
function beforeIslands(): void {
  const fail = () => void (document.documentElement.dataset['failed'] = '')
  addEventListener('astro:hydration-error', fail)
  const start = () => {
    for (const { dataset } of document.querySelectorAll<HTMLElement>('astro-island[data-script]'))
      load(`/_astro/${dataset['script']!.split(' ')[0]}`).catch(fail)
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true })
  else start()
}

async function readPacked(path: string): Promise<Uint8Array | string | undefined> {
  const text = await readFile(path, packOf(path, shape))
  return text?.startsWith('!') ? Uint8Array.from(atob(text.slice(1)), (letter) => letter.charCodeAt(0)) : text
}

const fetchFromNetwork = globalThis.fetch
async function fetchFromCopy(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input)
  const file = address.startsWith(root)
    ? (pageOfFile(address.slice(root.length)) ?? `/${address.slice(root.length)}`)
    : undefined
  const site = file ?? siteAddress(address)
  if (site === undefined) return fetchFromNetwork(input, init)
  const path = decodeURI(new URL(site, 'http://copy').pathname)
  if (/^\/(?:api|auth)\//.test(path)) throw new TypeError('A copy has no server.')
  const content = path.endsWith('/') ? await readPage(root + toFile(path)) : await readPacked(path)
  return content === undefined ? new Response('', { status: 404 }) : new Response(content as BodyInit)
}

/** A tile is drawn once its pack is there. */
function showTile(image: HTMLImageElement, path: string, show: (src: string) => void): void {
  void readFile(path, packOf(path, shape)).then((text) =>
    text ? show(`data:image/webp;base64,${text.slice(1)}`) : image.dispatchEvent(new Event('error')),
  )
}

type Change = (this: Element, value: string, set: (value: string) => void) => void
/** Changes what scripts set as a property of elements. */
function convert({ prototype }: { prototype: Element }, name: string, change: Change): void {
  const own = Object.getOwnPropertyDescriptor(prototype, name)!
  Object.defineProperty(prototype, name, {
    ...own,
    set(this: Element, value: unknown) {
      change.call(this, String(value), (changed) => own.set!.call(this, changed))
    },
  })
}
const mapped =
  (map: (address: string) => string): Change =>
  (value, set) =>
    set(map(value))

convert(HTMLImageElement, 'src', function (value, set) {
  const path = partsOf(siteAddress(value) ?? '').path
  if (isPacked(path)) showTile(this as HTMLImageElement, path, set)
  else set(toCopy(value))
})
for (const kind of [HTMLImageElement, HTMLSourceElement]) convert(kind, 'srcset', mapped(toCopies))
for (const kind of [HTMLAnchorElement, HTMLLinkElement]) convert(kind, 'href', mapped(toCopy))
convert(HTMLScriptElement, 'src', mapped(toCopy))
// Preloading, and style sheets with CORS, fail from a disk.
convert(HTMLLinkElement, 'rel', (rel, set) => set(/preload/.test(rel) ? 'no-preload' : rel))
convert(HTMLLinkElement, 'crossOrigin', () => undefined)

const { setAttribute, getAttribute } = Element.prototype
Element.prototype.setAttribute = function (name, value) {
  const isAddress = /^(?:src|href|action)$/i.test(name)
  const text = String(value)
  setAttribute.call(this, name, isAddress ? toCopy(text) : /^srcset$/i.test(name) ? toCopies(text) : text)
}
// Code that reads a link finds the address of the site.
Element.prototype.getAttribute = function (name) {
  const value = getAttribute.call(this, name)
  if (name !== 'href' || !value || value.startsWith('#')) return value
  const { href } = new URL(value, document.baseURI)
  return (href.startsWith(root) && pageOfFile(href.slice(root.length))) || value
}
for (const name of ['pushState', 'replaceState'] as const) {
  const own = history[name].bind(history)
  history[name] = (state, unused, url) => own(state, unused, url == null ? url : toCopy(String(url)))
}

Object.assign(globalThis, {
  fetch: fetchFromCopy,
  __define: define,
  __files: addFiles,
  __import: load,
  __assign: (address: string) => location.assign(toCopy(address)),
  __beforeIslands: beforeIslands,
})
answerReaders()
