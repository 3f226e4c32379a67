import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type OldAddress, PAGE_KINDS, readOldUrl } from '#contract/old-url.ts'
import { deploySite, MANIFEST_FILE } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import { oldPages, redirectsFile } from '#release/files/redirects.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { Archive } from '#snapshot/archive.ts'
import { archiveOf } from '../../snapshot/pages/archive-of.ts'

const old = (address: string, kind: OldAddress['kind'] = 'items', id = 12): OldAddress => ({ address, kind, id })
const withOld = (oldAddresses: OldAddress[]): Archive => {
  const archive = archiveOf({})
  return { ...archive, meta: { ...archive.meta, oldAddresses } }
}

test('`_redirects` has a line for each that the format can say, before its patterns', () => {
  const all = [old('/items/show/12'), old('/document.php?id=12&lang=en'), old('/tags/mill', 'subjects', 5)]
  const none = [old('/ark:a/12'), old('/a*b'), old('/x?12'), old('/x?a=%C3%A9'), old('/x?a=:b')]
  expect(
    redirectsFile([...all, ...none])
      .split('\n')
      .slice(0, 4),
  ).toEqual([
    '/items/show/12 /itemview/12/ 301',
    '/document.php id=12 lang=en /itemview/12/ 301',
    '/tags/mill /subjects/5/ 301',
    '/map/ / 200',
  ])
})

const SITE = {
  'index.html': '<html lang="en">',
  '404.html': '<html lang="en">',
  'about/index.html': '<html lang="en">about',
  'photos/7/index.html': '<html lang="en">ours',
  'photos/8.html': '<html lang="en">ours',
  _redirects: '',
}

test('a deployed folder has a page at each old address that is a path, and none over a file of its own', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lotline-old-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [site, target] = [join(root, 'site'), join(root, 'target')]
  for (const [path, text] of Object.entries(SITE)) {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), text)
  }
  const paths = ['/items/show/12', '/items/demo_001.html', '/page.php', '/2011.004.001', '/Old/~ada']
  const others = [
    '/p.php?id=1',
    '/caf%C3%A9',
    '/a.html/b',
    '/photos/7',
    '/photos/8.html',
    '/x:y',
    `/${'a'.repeat(300)}`,
  ]
  const deploy = (addresses: string[]) =>
    deploySite({
      site,
      openTarget: (from) => openDeployTarget(target, from, {}),
      host: {
        ...{ edition: 'alone', archive: withOld(addresses.map((each) => old(each))), site: 'https://town.example' },
        ...{ readApi: () => Promise.resolve(undefined), onMissing: () => {} },
      },
    })
  await deploy([...paths, ...others])
  const files = () =>
    readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ![MANIFEST_FILE, '.nojekyll'].includes(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(target.length + 1))
      .filter((path) => !(path in SITE))
      .sort()
  expect(files()).toEqual([
    ...['2011.004.001/index.html', 'Old/~ada/index.html', 'items/demo_001.html'],
    ...['items/show/12/index.html', 'page.php/index.html'],
  ])
  expect(readFileSync(join(target, 'photos/7/index.html'), 'utf8')).toContain('ours')
  const page = readFileSync(join(target, 'items/show/12/index.html'), 'utf8')
  expect(page).toContain('<link rel="canonical" href="https://town.example/itemview/12/">')
  expect(page).toContain('<meta http-equiv="refresh" content="0; url=/itemview/12/">')
  expect(await deploy(paths)).toMatchObject({ uploaded: 0, removed: 0 })
  expect(await deploy(['/page.php'])).toMatchObject({ uploaded: 0, removed: 4 })
  expect(files()).toEqual(['page.php/index.html'])
})

test('whatever old addresses there are: pages and lines lead to our records only, and no page is in a circle', () => {
  const part = fc.constantFrom(
    'a',
    'items',
    'itemview',
    '12',
    'x.html',
    'people',
    '~b',
    'ark:',
    '*',
    "o'x",
    'é',
    '?a=1',
    '&b=2',
    '%2F',
  )
  const address = fc
    .array(part, { minLength: 1, maxLength: 5 })
    .map((parts) => readOldUrl(`/${parts.join('/')}`).address)
  const entry = fc.record({ address, kind: fc.constantFrom(...PAGE_KINDS), id: fc.integer({ min: 1, max: 99 }) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (all) => {
      const given = all.flatMap((each) => (each.address ? [{ ...each, address: each.address }] : []))
      const targets = new Set(given.map(({ kind, id }) => recordAddress(kind, id)!))
      for (const line of redirectsFile(given)
        .split('\n')
        .filter((each) => each.endsWith(' 301'))) {
        const words = line.split(' ')
        expect(targets).toContain(words.at(-2))
        expect(words[0]).not.toMatch(/[*]|:[a-z]/i)
      }
      for (const [path, html] of oldPages(withOld(given), 'https://town.example', new Set())) {
        const leads = Array.from(html.matchAll(/(?:href|url)="?(?:https:\/\/town\.example)?([^">]+)/g), ([, to]) => to!)
        for (const to of leads) expect(targets).toContain(to)
        expect(targets).not.toContain(`/${path}`.replace(/index\.html$/, ''))
        expect(path).toMatch(/^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\.html?$/i)
      }
    }),
  )
})
