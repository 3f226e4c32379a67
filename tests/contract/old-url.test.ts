import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { oldAddress, oldUrl, PAGE_KINDS, readOldUrl } from '#contract/old-url.ts'
import { ADDRESS, logoAddress, MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { runs } from '../setup/length.ts'
import { CROSS_ORIGIN, HASHED_FOLDERS, LIVE_SHELLS, REWRITES, SEARCH_FOLDER } from '#rules/addresses/site-routing.ts'

test.each([
  ['/items/show/12', '/items/show/12'],
  ['http://www.old.example/items/show/12/', '/items/show/12'],
  ['HTTPS://Old.example:8080/Items/12#top', '/Items/12'],
  ['/document.php?id=12&lang=en', '/document.php?id=12&lang=en'],
  ['/cdm/ref/collection/x/id/12', '/cdm/ref/collection/x/id/12'],
  ['/photos/index.html', '/photos'],
  ['/photos/index.html/index.html/', '/photos'],
  ['/collections/show/3', '/collections/show/3'],
  ['/collections/browse?page=2', '/collections/browse?page=2'],
  ['/ark:/12345/x9', '/ark:/12345/x9'],
  ['/Café Été?q=été', '/Caf%C3%A9%20%C3%89t%C3%A9?q=%C3%A9t%C3%A9'],
  ['/caf%c3%a9/%7Eada/100%', '/caf%C3%A9/~ada/100%25'],
  ["/o'brien?$a={b}|`c`", '/o%27brien?%24a=%7Bb%7D%7C%60c%60'],
  ['/a?', '/a'],
])('%s is %s', (written, address) => expect(readOldUrl(written)).toEqual({ address }))

test.each([
  ...['', 'items/12', 'www.old.example/items/12', 'javascript:alert(1)', '//evil.example/x', 'https:///x', 'ftp://a/x'],
  ...[
    'https://a@evil.example/x',
    '/\\evil.example/x',
    '/%5cevil.example',
    'https://old.example//evil.example/x',
    '/a//b',
  ],
  ...[
    '/a/../b',
    '/a/%2e%2E/b',
    '/a/./b',
    '/..',
    '/.env',
    '/a/.git/x',
    '/a\nb',
    '/a\tb',
    '/a%00b',
    '/a?b=%0d%0aLocation:x',
  ],
  ...['/a\u007F', '/\uD800', `/${'a'.repeat(500)}`, `/${'é'.repeat(90)}`, 'https://old.example', '?p=12'],
])('%j is no address of an earlier website', (written) =>
  expect(readOldUrl(written)).toEqual({ problem: expect.stringContaining('is no address') }),
)

const OURS = [
  ...Object.values(ADDRESS),
  ...PAGE_KINDS.map((kind) => recordAddress(kind, 12)!),
  ...LIVE_SHELLS.map((shell) => `/${shell}/12/page/3/`),
  ...REWRITES.map(({ from }) => from.replaceAll(/:\w+/g, '7')),
  ...[...HASHED_FOLDERS, ...CROSS_ORIGIN.folders, `/${SEARCH_FOLDER}/`].map((folder) => `${folder}x.json`),
  ...Object.values(MAP_DATA).map((file) => (typeof file === 'string' ? file : '/data/zones/1.json')),
  ...[
    logoAddress({ version: 'a' }),
    '/_redirects',
    '/_headers',
    '/robots.txt',
    '/404.html',
    '/favicon.svg',
    '/sitemap-1.xml',
  ],
  ...['/api/items/', '/auth/users/me/', '/raster/1/2/3/4.png', '/oai?verb=Identify', '/decades/1890s/1893/2/'],
  ...['/', '/index.html', '/?p=12', '/people/index.html', '/PEOPLE', '/subjects/5/1893/2/'],
]
test.each(OURS)('%s is ours', (address) =>
  expect(readOldUrl(`https://old.example${address}`)).toEqual({ problem: expect.stringContaining('this archive') }),
)

test('a field has one on each line, also from a cell of a spreadsheet', () => {
  const cell = 'http://old.example/a?x=1;2; /b|https://old.example/c\n/a?x=1;2\n\n'
  expect(v.parse(oldUrl, cell)).toBe('/a?x=1;2\n/b\n/c')
  expect(v.parse(oldUrl, null)).toBe('')
  expect(v.safeParse(oldUrl, '/a\n/people/').issues).toMatchObject([
    { message: '“/people/” is an address of this archive itself.' },
  ])
})

const sign = fc.constantFrom(
  ...'/..?#%;|\\:@&= \'"<>{}$*~aZé2EeF\u0000\n'.split(''),
  '//',
  '%2e',
  '%2F',
  'http://',
  '/index.html',
  'é'.repeat(60),
  'evil.example',
)
const hostile = fc.array(sign, { maxLength: 12 }).map((parts) => parts.join(''))

test('whatever is written: it stays on this site, is written in one way, and is none of our pages', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map((text) => `/${text}`),
        fc.webUrl(),
        fc.string({ unit: 'binary' }),
      ),
      (written) => {
        const { address, problem } = readOldUrl(written)
        expect([address, problem].filter((each) => each !== undefined)).toHaveLength(1)
        if (address === undefined) return
        expect(readOldUrl(address)).toEqual({ address })
        const { origin, pathname, search } = new URL(address, 'https://town.example')
        expect([origin, pathname + search]).toEqual(['https://town.example', address])
        // Nothing ends a line, a word or a quotation in a file of a web server.
        expect(address).toMatch(/^\/[\w.~!()*+,;=:@&/?%-]+$/)
        for (const kind of PAGE_KINDS) expect(`${address}/`.startsWith(recordAddress(kind, 12)!)).toBe(false)
      },
    ),
    { numRuns: runs(2000) },
  )
})

test('of another server only what is in normal form is taken', () => {
  expect(v.is(oldAddress, { address: '/items/show/12', kind: 'items', id: 12 })).toBe(true)
  for (const address of ['//evil.example', '/a/', 'https://old.example/a', '/people/', '/a b', '/a\n/b 200'])
    expect(v.is(oldAddress, { address, kind: 'items', id: 12 })).toBe(false)
  expect(v.is(oldAddress, { address: '/a', kind: 'graves', id: 12 })).toBe(false)
})
