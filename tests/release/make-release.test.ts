import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  realpathSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import type { Steps } from '#release/make-release.ts'
import { bundleFolder } from '#release/pages-build/bundle-folder.ts'
import type { BuildReport } from '#release/report.ts'
import { quickSteps } from './fake-steps.ts'

let siteFolder: string
beforeEach(() => (siteFolder = mkdtempSync(join(tmpdir(), 'lotline-release-'))))
afterEach(() => rmSync(siteFolder, { recursive: true, force: true, maxRetries: 10 }))

const release = (title: string, replaced: Partial<Steps> = {}) =>
  makeRelease(
    { siteFolder, api: 'http://api.test', source: 'test', apiBase: 'https://api.test', site: 'https://town.example' },
    quickSteps(title, replaced),
  )
const at = (...path: string[]) => join(dirname(realpathSync(join(siteFolder, 'current'))), ...path)
const text = (...path: string[]) => readFileSync(at(...path), 'utf8')
const releases = () => readdirSync(join(siteFolder, 'releases')).sort()

test('a release is whole: pages, feeds, rules for hosts, headers, compressed copies, a report', async () => {
  await release('one')
  expect(text('public', 'index.html')).toContain('<title>one</title>')
  expect(text('public', '_redirects')).toContain('/itemview/:id/ /itemview/ 200\n')
  expect(JSON.parse(text('public', 'data', 'zones.json'))).toMatchObject({ counter: 1, zones: [] })
  expect(text('public', 'robots.txt')).toContain('Sitemap: https://town.example/sitemap.xml')
  expect(text('public', 'feed.xml')).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
  const sitemap = text('public', 'sitemap.xml')
  expect(sitemap.match(/<loc>.*?<\/loc>/g)).toEqual([
    '<loc>https://town.example/</loc>',
    '<loc>https://town.example/itemview/1/</loc>',
  ])
  const headers = JSON.parse(text('headers.json')) as Record<string, string>
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc='")
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval'? ?'unsafe|\*/)
  expect(headers['strict-transport-security']).toBeDefined()
  expect(text('public', '_headers')).toContain(headers['content-security-policy']!)
  const html = readFileSync(at('public', 'index.html'))
  expect(brotliDecompressSync(readFileSync(at('public', 'index.html.br'))).equals(html)).toBe(true)
  expect(gunzipSync(readFileSync(at('public', 'index.html.gz'))).equals(html)).toBe(true)
  const report = JSON.parse(text('build-report.json')) as BuildReport
  expect(report).toMatchObject({ counter: 1, counts: { pages: 4 }, source: 'test' })
  expect(readdirSync(siteFolder).sort()).toEqual(['current', 'releases'])
})

test('the link is relative, the last three releases stay, and what did not change is kept once', async () => {
  for (const title of ['one', 'two', 'three', 'four']) await release(title)
  expect(releases()).toEqual(['2', '3', '4'])
  expect(readlinkSync(join(siteFolder, 'current'))).toBe('releases/4/public')
  expect(text('public', 'index.html')).toContain('four')
  const inode = (number: string, file: string) => statSync(join(siteFolder, 'releases', number, 'public', file)).ino
  for (const file of ['itemview/1/index.html', 'itemview/1/index.html.br', 'itemview/1/index.html.gz']) {
    expect(inode('4', file)).toBe(inode('3', file))
  }
  expect(inode('4', 'index.html')).not.toBe(inode('3', 'index.html'))
})

const full = () =>
  Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
describe.each<keyof Steps>(['pull', 'pages', 'search', 'compress'])('a disk that fills during the step %s', (step) => {
  test('leaves the old site up, says why, and leaves nothing behind', async () => {
    await release('old')
    await expect(release('new', { [step]: full })).rejects.toThrow('no space left')
    expect(text('public', 'index.html')).toContain('old')
    expect(releases()).toEqual(['1'])
    expect(readdirSync(siteFolder).sort()).toEqual(['current', 'releases'])
    await release('next')
    expect(text('public', 'index.html')).toContain('next')
  })
})

test('a build that was killed half-way is cleared away by the next', async () => {
  await release('one')
  mkdirSync(join(siteFolder, 'releases', '2.half', 'public'), { recursive: true })
  for (const left of ['snapshot-5e2c', 'snapshot-5e2c.half-99999999']) mkdirSync(join(siteFolder, left))
  // No process has this number: Linux ends them at 4,194,304.
  writeFileSync(join(siteFolder, 'building'), '99999999')
  await release('two')
  expect(releases()).toEqual(['1', '2'])
  expect(readdirSync(siteFolder).sort()).toEqual(['current', 'releases'])
})

test('so is what its bundling left; that of a build which goes on stays', () => {
  const parent = join(siteFolder, '.astro')
  for (const name of ['release-99999999', 'release-1', 'collections'])
    mkdirSync(join(parent, name), { recursive: true })
  expect(bundleFolder(parent, 4711)).toBe(join(parent, 'release-4711'))
  expect(readdirSync(parent).sort()).toEqual(['collections', 'release-1'])
})

test('two builds at a time are refused, and the first goes on', async () => {
  await release('one')
  // Process 1 is always alive.
  writeFileSync(join(siteFolder, 'building'), '1')
  await expect(release('two')).rejects.toThrow(/under way/)
  expect(existsSync(join(siteFolder, 'building'))).toBe(true)
  expect(text('public', 'index.html')).toContain('one')
})
