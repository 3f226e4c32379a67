import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSite } from './use-site.ts'

/** One site for all tests: they only read. */
const site = useSite([beforeAll, afterAll])
const { release, get } = site

beforeAll(async () => {
  await release('one')
  const list = join(site.folder, 'current', 'types', 'photograph')
  mkdirSync(list, { recursive: true })
  writeFileSync(join(list, 'index.html'), '<title>Photographs</title>')
  const leaf = join(site.folder, 'current', 'itemview', '1', 'page', '7')
  mkdirSync(leaf, { recursive: true })
  writeFileSync(join(leaf, 'index.html'), '<title>Page 7</title>')
  const undo = join(site.folder, 'current', 'review', 'undo')
  mkdirSync(undo, { recursive: true })
  writeFileSync(join(undo, 'index.html'), '<title>Undo</title>')
})
const title = async (url: string) => {
  const answer = await get(url)
  return [answer.statusCode, /<title>(.*?)<\/title>/.exec(answer.body)?.[1] ?? answer.headers.location]
}

test.each([
  ['/', 200, 'one'],
  ['/map/', 200, 'one'],
  ['/review/removed/', 200, 'Undo'],
  ['/itemview/1/', 200, 'The same in each'],
  ['/itemview/1/?from=list', 200, 'The same in each'],
  ['/itemview/4711/', 200, 'Live shell'],
  ['/itemview/1/page/7/', 200, 'Page 7'],
  ['/itemview/1/page/8/', 200, 'Live shell'],
  ['/itemview/1/?page=7', 302, '/itemview/1/page/7/'],
  ['/itemview/1/?q=old+mill&page=7&a=b', 302, '/itemview/1/page/7/?q=old+mill&a=b'],
  ['/itemview/1/?q=oats&page=7', 302, '/itemview/1/page/7/?q=oats'],
  // Fewer pages, or none that is newer than the build: the script knows.
  ['/itemview/1/?page=8', 200, 'The same in each'],
  ['/itemview/1/?page=07', 200, 'The same in each'],
  ['/itemview/1/?webpage=7', 200, 'The same in each'],
  ['/itemview/4711/?page=7', 200, 'Live shell'],
  ['/itemview/4711/page/7/?q=oats', 200, 'Live shell'],
  ['/itemview/0/', 404, 'Not found'],
  ['/itemview/abc/', 404, 'Not found'],
  ['/itemview/1/2/', 404, 'Not found'],
  ['/person-overview/4711/', 404, 'Not found'],
  ['/nowhere', 404, 'Not found'],
  ['/itemview/1', 301, '/itemview/1/'],
  ['/itemview/4711?a=b', 301, '/itemview/4711/?a=b'],
  ['/map', 301, '/map/'],
  ['/itemview/abc', 404, 'Not found'],
  // A page that its list no longer has.
  ['/types/photograph/57/', 302, '/types/photograph/'],
  ['/types/photograph/1893/2/?a=b', 302, '/types/photograph/'],
  ['/types/photograph/undated/', 302, '/types/photograph/'],
  ['/types/photograph/x/', 404, 'Not found'],
  ['/types/nothing/57/', 404, 'Not found'],
])('%s: %i %s', async (url, status, shown) => expect(await title(url)).toEqual([status, shown]))

test.each([
  '/../headers.json',
  '/..%2fheaders.json',
  '/%2e%2e/build-report.json',
  '/itemview/..%5c..%5cheaders.json',
  '/%00',
  '/_headers',
  '/_redirects',
  '/index.html.br',
  '/.env',
  '//town.example/itemview/1',
  '/itemview/%2e%2e/%2e%2e/%2e%2e/outside.txt',
])('%s shows no file outside the site', async (url) => {
  writeFileSync(join(site.folder, 'outside.txt'), 'outside')
  const answer = await get(url)
  expect([400, 404]).toContain(answer.statusCode)
  expect(answer.body).not.toMatch(/outside|content-security-policy|builtAt/)
  expect(answer.headers.location).toBeUndefined()
})
