import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { MAX_INLINE, addressOf } from '#release/pages/page-facts.ts'
import { fileOf, finishPage } from '#release/files/preload-modules.ts'
import { openRenderer } from '#release/renderer/open-renderer.ts'
import { openStates } from '#release/rollback/states.ts'
import { OVERVIEWS, pageViews } from '#release/update/contents.ts'
import { openArchive } from '#snapshot/archive.ts'
import { HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts'
import { AGREED, seedSite, SILENT, SITE_URL } from './seed-site.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-built-'))
  await seedSite(folder)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const site = () => realpathSync(join(folder, 'site', 'current'))
const filesOf = (root: string) =>
  new Map(listFiles(root).map((file) => [file, readFileSync(join(root, file)).toString('base64')]))

test('a build has a page for every record, the further pages of long lists, and one for everything else', () => {
  const files = filesOf(site())
  for (const file of ['itemview/910000/index.html', 'org-overview/77/2/index.html', '404.html'])
    expect(files.has(file)).toBe(true)
})

const withoutStyles = (html: string) => html.replace(/<link rel="stylesheet"[^>]*>/g, '')

test('the renderer gives every page as the build writes it, and none that the archive does not have', async () => {
  const snapshot = openStates(join(folder, 'site')).folder('1')
  const renderer = await openRenderer(SITE_URL)
  const root = site()
  const addresses = listFiles(root)
    .filter((file) => file.endsWith('.html'))
    .map(addressOf)
  const archive = openArchive(snapshot)
  const ofArchive = new Set([...OVERVIEWS, ...[...pageViews(archive)].map(([address]) => address)])
  const differ: string[] = []
  for await (const [address, html] of renderer.render(snapshot, addresses)) {
    const file = fileOf(address)
    const [is, expected] = [finishPage(file, html ?? '', root), readFileSync(join(root, file), 'utf8')]
    // In the others, style sheets of parts that load later come in another order. Updates leave those pages alone.
    const same = ofArchive.has(address) ? is === expected : withoutStyles(is) === withoutStyles(expected)
    if (!same) differ.push(address)
  }
  expect(differ).toEqual([])
  expect([...ofArchive].filter((address) => !addresses.includes(address))).toEqual([])

  const missing = ['/itemview/99999/', '/people/z/', '/subjects/99999/', '/types/photograph/99/', '/no-such-page/']
  for await (const [address, html] of renderer.render(snapshot, missing))
    expect([address, html]).toEqual([address, null])
})

test('no published text gets into the Content-Security-Policy, and every script of a page is in it', () => {
  const headers = JSON.parse(readFileSync(join(site(), '../headers.json'), 'utf8')) as Record<string, string>
  const policy = headers['content-security-policy']!
  const hashes = policy.match(/'sha256-[^']+'/g)!
  expect(hashes.length).toBeLessThanOrEqual(MAX_INLINE)
  const pages = [...filesOf(site())].filter(([file]) => file.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(HOSTILE_TEXTS.length)
  const inline = new Map<string, string>()
  for (const [file, bytes] of pages) {
    const html = Buffer.from(bytes, 'base64').toString()
    // What looks like a script anywhere in the page, as a look without a parser would find it.
    for (const [, text] of html.matchAll(/<script>([^]*?)<\/script>/g))
      if (/window\.h/.test(text!)) inline.set(text!, '')
    for (const text of scriptsOf(parse(html))) inline.set(text, file)
  }
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  for (const [text, file] of inline) expect([text, hashes.includes(hash(text))]).toEqual([text, file !== ''])
  expect([...inline.values()].filter((file) => file === '').length).toBeGreaterThan(MAX_INLINE)
})

test('no file names a contributor who did not agree: pages, data, feed, manifests, search index', () => {
  const read = (file: string, bytes: Buffer) =>
    file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes) : bytes
  const naming = (name: string) =>
    [...filesOf(site())]
      .filter(([file, base64]) => base64 && read(file, Buffer.from(base64, 'base64')).includes(name))
      .map(([file]) => file)
  expect(naming(SILENT)).toEqual([])
  expect(naming(AGREED)).toContain('itemview/910000/index.html')
  const kinds = [...filesOf(site()).keys()].join(' ')
  for (const kind of [/feed/, /manifest\.json/, /pagefind/, /\.br( |$)/]) expect(kinds).toMatch(kind)
})

/** Texts of the scripts that a browser would run. */
function scriptsOf(node: DefaultTreeAdapterTypes.Node): string[] {
  const children = 'childNodes' in node ? node.childNodes : []
  if (node.nodeName !== 'script') return children.flatMap(scriptsOf)
  const attributes = 'attrs' in node ? node.attrs : []
  const isCode = !attributes.some(({ name, value }) => name === 'src' || (name === 'type' && value.endsWith('json')))
  return isCode ? [children.map((child) => ('value' in child ? child.value : '')).join('')] : []
}
