import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { copyAddress, digitsFor, packOf, pageOfFile, type CopyShape } from '#release/copy/addresses.ts'
import { createNameCheck, openFolderWriter } from '#release/copy/folder-writer.ts'
import { makeCopy } from '#release/copy/make-copy.ts'
import { rewritePage, wrapModule } from '#release/copy/rewrite-page.ts'
import { anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'

const SHAPE: CopyShape = { live: 'https://town.example', digits: 2 }

describe('addresses', () => {
  test.each([
    ['/', 'index.html'],
    ['/map/?zone=3', 'index.html?zone=3'],
    ['/itemview/12/#picture-2', 'itemview/0.000/12/index.html#picture-2'],
    ['/itemview/31415/7/', 'itemview/31.000/31415/7/index.html'],
    ['/decades/1890s/', 'decades/1890s/index.html'],
    ['/search/?q=a%20b#x', 'search/index.html?q=a%20b#x'],
    ['/_astro/app.A1.js?attempt=1', '_astro/app.A1.js'],
    ['/media/scan/4/410-640.avif?v=0123', 'media/scan/4/410-640.webp'],
    ['/media/scan/4/410-820.webp?v=0123', 'media/scan/4/410.jpg'],
    ['/media/scan/4/410-2048.jpg?v=0123', 'media/scan/4/410.jpg'],
    ['/login/', 'https://town.example/login/'],
    ['/itemview/', 'https://town.example/itemview/'],
    ['/feed.xml', 'https://town.example/feed.xml'],
    ['/iiif/item/1/manifest.json', 'https://town.example/iiif/item/1/manifest.json'],
    ['/api/item/1/', 'https://town.example/api/item/1/'],
  ])('%s', (address, file) => expect(copyAddress(address, SHAPE)).toBe(file))

  test('a page and its file lead to each other, with query and hash', () => {
    const part = fc.stringMatching(/^[\w-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), fc.stringMatching(/^[\w=&]{0,9}$/), part, (parts, query, hash) => {
        const address = `/${['collections', ...parts, ''].join('/')}${query && `?${query}`}#${hash}`
        expect(pageOfFile(copyAddress(address, SHAPE))).toBe(address)
      }),
    )
  })

  test('a hundred thousand records of a kind are as few in each folder as some disks can hold', () => {
    const check = createNameCheck()
    for (let id = 1; id <= 100_000; id++) {
      check(copyAddress(`/itemview/${id}/`, SHAPE))
      expect(pageOfFile(copyAddress(`/itemview/${id}/2/`, SHAPE))).toBe(`/itemview/${id}/2/`)
    }
  })

  test('every disk takes the names: none is too long, no folder has too many, packs are shared', () => {
    const check = createNameCheck()
    const id = fc.integer({ min: 1, max: 999_999_999 })
    const tile = fc.tuple(fc.integer({ min: 0, max: 21 }), fc.nat(2_000_000), fc.nat(2_000_000))
    const seen = new Set<string>()
    fc.assert(
      fc.property(id, fc.constantFrom(...IMAGE_WIDTHS, 833), tile, fc.nat(0xfffffff), (id, width, [z, x, y], hash) => {
        const name = hash.toString(16).padStart(7, '0')
        const files = [
          copyAddress(`/media/scan/${Math.floor(id / 100)}/${id}-${width}.webp`, SHAPE),
          packOf(`/media/tiles/7/${z}/${x}/${y}.webp`, SHAPE),
          packOf(`/pagefind/fragment/en_${name}.pf_fragment`, SHAPE),
          packOf(`/data/zones/${id}.json`, SHAPE),
        ]
        for (const file of files.filter((each) => seen.size !== seen.add(each).size)) check(file)
        // A square of 8 by 8 tiles shares a pack.
        if (z >= 3) expect(packOf(`/media/tiles/7/${z}/${x - (x % 8)}/${y - (y % 8)}.webp`, SHAPE)).toBe(files[1])
      }),
    )
    for (const fragments of [0, 1, 1439, 55_000, 500_000]) {
      const packs = 16 ** digitsFor(fragments)
      expect([fragments / packs <= 200, packs <= 4096]).toEqual([true, true])
    }
  })
})

test('a page names files of the copy, loads nothing that needs a server, and says what it is', () => {
  const named: string[] = []
  const html = `<!DOCTYPE html><html lang="en"> <head><meta charset="utf-8"><link rel="preload" href="/_astro/a.woff2" as="font" crossorigin><link rel="alternate" href="/feed.xml"><link rel="stylesheet" href="/_astro/a.css"></head><body>
<script type="application/ld+json">{"url":"/itemview/1/"}</script><script>import("/_astro/box.js")</script>
<a class="button login" href="/login/">Log In</a><form action="/search/"></form><a href="/itemview/2/?a=1&amp;b=2#x">&quot;/not an address&quot;</a>
<picture><source type="image/avif" srcSet="/media/scan/0/7-320.avif?v=1 320w"/><source type="image/webp" srcSet="/media/scan/0/7-320.webp?v=1 320w, /media/scan/0/7-500.webp?v=1 500w" sizes="90vw"/><img src="/media/scan/0/7-500.jpg?v=1" srcSet="/media/scan/0/7-320.jpg?v=1 320w"/></picture>
<meta http-equiv="refresh" content="0; url=/itemview/3/"><a href="/media/scan/0/7.jpg?v=1" download="a.jpg">x download=y</a>
<p class="licence">L</p></body></html>`
  const page = rewritePage(html, 'itemview/0.000/1/index.html', { shape: SHAPE, day: '26 November 2026' }, (file) =>
    named.push(file),
  )
  expect(page).toMatch(
    /^<!DOCTYPE html><html data-edition="copy" lang="en"> <head><meta charset="utf-8"><script src="..\/..\/..\/copy.js"/,
  )
  expect(page).not.toMatch(/preload|alternate|avif|image\/webp|crossorigin|Log In/)
  expect(page).toContain('{"url":"/itemview/1/"}')
  expect(page).toContain('__import("/_astro/box.js")')
  expect(page).toContain('href="../../../itemview/0.000/2/index.html?a=1&amp;b=2#x"')
  expect(page).toContain('srcSet="../../../media/scan/0/7-320.webp 320w, ../../../media/scan/0/7.jpg 500w"')
  expect(page).toContain('<img src="../../../media/scan/0/7.jpg"/>')
  expect(page).toContain('content="0; url=../../../itemview/0.000/3/index.html"')
  expect(page).toContain('target="_blank" download="a.jpg">x download=y</a>')
  expect(page.match(/Copy of the archive of 26 November 2026/g)).toHaveLength(2)
  expect(named.sort()).toEqual([
    ...[
      '_astro/a.css',
      'itemview/0.000/2/index.html#x',
      'itemview/0.000/3/index.html',
      'media/scan/0/7-320.webp',
      'media/scan/0/7.jpg',
      'media/scan/0/7.jpg',
      'media/scan/0/7.jpg',
    ],
    'search/index.html',
  ])
})

test('a copy of an archive that has no public address names none', () => {
  const html = '<html lang="en"><a class="button login" href="/login/">Log In</a><p class="licence">L</p></html>'
  const rewrite = (live: string) =>
    rewritePage(html, 'index.html', { shape: { ...SHAPE, live }, day: '26 November 2026' }, () => {})
  expect(rewrite('https://town.example')).toContain('The living archive: <a href="https://town.example/">')
  const page = rewrite('http://localhost:4321')
  expect(page).not.toMatch(/localhost|living/)
  expect(page.match(/Copy of the archive of 26 November 2026/g)).toHaveLength(2)
})

describe('a module', () => {
  test('runs as a classic script, with its imports', async () => {
    const defined: unknown[][] = []
    const script = await wrapModule(
      '/_astro/a.js',
      'import{b as n}from"./b.js";export const twice=n*2;export const late=()=>import("./c.js")',
    )
    runInNewContext(script, { __define: (...all: unknown[]) => defined.push(all) })
    const [[path, imports, run]] = defined as [[string, string[], (...all: unknown[]) => void]]
    expect([path, imports]).toEqual(['/_astro/a.js', ['./b.js']])
    const module = { exports: {} as { twice: number; late: () => unknown } }
    run(
      () => ({ b: 21 }),
      module,
      module.exports,
      (name: string) => `loads ${name}`,
    )
    expect([module.exports.twice, module.exports.late()]).toEqual([42, 'loads ./c.js'])
  })
  test('that waits while it loads is refused', async () => {
    await expect(wrapModule('/_astro/a.js', 'await fetch("/x");export {}')).rejects.toThrow(
      "The script a.js can't be part of a copy",
    )
  })
})

const PAGE = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"></head><body>BODY</body></html>'
const OVERLAY = { layer: 4, version: 'v', bounds: [0.01, 0.01, 0.03, 0.01], minimum_zoom: 14, maximum_zoom: 14 }
function siteOf(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'lotline-copy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'site', path)), { recursive: true })
    writeFileSync(join(root, 'site', path), text)
  }
  return root
}
async function copyOf(
  files: Record<string, string> | string,
  readApi = async (address: string) => Buffer.from(address) as Uint8Array | undefined,
  { overlays = [] as object[] } = {},
) {
  const root = typeof files === 'string' ? files : siteOf(files)
  const scan = { id: 7, order: 1, width: 500, height: 400, version: '0123456789abcdef' }
  const { meta, ...others } = archiveOf({ items: [anItem(1, { item_scans: [scan] })] })
  const archive = { ...others, meta: { ...meta, overlays: overlays as never } }
  const writer = await openFolderWriter(join(root, 'copy'), { now: new Date() })
  const report = await makeCopy({
    ...{ site: join(root, 'site'), archive, live: SHAPE.live, day: 'today', folder: writer.below('site'), readApi },
    ...{ maps: true, small: false },
  })
  const written = await writer.finish()
  return { report, written, read: (file: string) => readFileSync(join(root, 'copy/site', file), 'utf8') }
}

test('again, it reads nothing where nothing has changed, and writes what has; what was missing is read again', async () => {
  const root = siteOf({ 'index.html': PAGE })
  let asked = 0
  const readApi = async (address: string) => (asked++, Buffer.from(address))
  const overlays = [OVERLAY]
  const broken = async (address: string) =>
    /tiles/.test(address) ? Promise.reject(new Error('500')) : readApi(address)
  expect((await copyOf(root, broken, { overlays })).report.missing).toHaveLength(2)
  const first = asked
  const mended = await copyOf(root, readApi, { overlays })
  expect([mended.report.missing, asked - first, mended.written.writtenFiles]).toEqual([[], 2, 1])
  const again = await copyOf(root, readApi, { overlays })
  expect([asked - first, again.written.writtenFiles, again.written.files]).toEqual([2, 0, mended.written.files])
  const gone = 'media/scan/0/7-320.webp'
  rmSync(join(root, 'copy/site', gone))
  expect((await copyOf(root, readApi, { overlays })).written.writtenFiles).toBe(1)
  expect(mended.read(gone)).toContain(gone)
  writeFileSync(join(root, 'site/index.html'), PAGE.replace('BODY', 'new'))
  expect((await copyOf(root, readApi, { overlays })).written.writtenFiles).toBe(1)
})

test('a page that names a file or an anchor that is not there, ends it, and says where', async () => {
  const page = (body: string) => PAGE.replace('BODY', body)
  await expect(copyOf({ 'index.html': page('<img src="/pictures/none.png">') })).rejects.toThrow(
    'pictures/none.png (in index.html)',
  )
  await expect(
    copyOf({ 'index.html': page('<a href="/about/#none">'), 'about/index.html': page('<h2 id="some">') }),
  ).rejects.toThrow('about/index.html#none (in index.html)')
})

test('a picture that cannot be read is named, and the copy is made; one that was withdrawn is left out', async () => {
  const files = {
    'index.html': PAGE.replace('BODY', '<img src="/media/scan/0/7-320.webp?v=1">'),
    'data/zones.json': '[1]',
  }
  const broken = await copyOf(files, async (address) =>
    address.includes('320') ? Promise.reject(new Error('500')) : undefined,
  )
  expect(broken.report.missing).toEqual(['media/scan/0/7-320.webp'])
  const whole = await copyOf(files)
  expect(whole.report.missing).toEqual([])
  expect(whole.read('media/scan/0/7-320.webp')).toBe('/media/scan/0/7-320.webp?v=0123456789abcdef')
  expect(whole.read('data/zones.json.js')).toBe('__files({"/data/zones.json":"[1]"})')
})

test('nothing of staff, accounts or other hosts is in it', async () => {
  const { read } = await copyOf({
    ...{ 'index.html': PAGE, 'review/index.html': PAGE, 'login/index.html': PAGE, _headers: 'x', 'feed.xml': 'x' },
    ...{ '_astro/staff.A1.js': 'export {}', '404.html': PAGE, 'iiif/item/1/manifest.json': '{}' },
  })
  for (const file of [
    'review/index.html',
    'login/index.html',
    '_headers',
    'feed.xml',
    '_astro/staff.A1.js',
    '404.html',
    'iiif',
  ])
    expect(() => read(file), file).toThrow('ENOENT')
})
