import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, readlinkSync, statSync, writeFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import type { Steps } from '#release/make-release.ts'
import { bundleFolder } from '#release/pages/bundle-folder.ts'
import { openReleases, type Patience } from '#release/releases.ts'
import type { BuildReport } from '#release/report.ts'
import { quickSteps } from './fake-steps.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let siteFolder: string
beforeEach(async () => (siteFolder = await freshFolder()))

const OPTIONS = { api: 'http://api.test', source: 'test', apiBase: 'https://api.test', site: 'https://town.example' }
const release = (title: string, replaced: Partial<Steps> = {}, patience?: Patience) =>
  makeRelease({ ...OPTIONS, siteFolder, ...(patience && { patience }) }, quickSteps(title, replaced))
const at = (...path: string[]) => join(dirname(realpathSync(join(siteFolder, 'current'))), ...path)
const text = (...path: string[]) => readFileSync(at(...path), 'utf8')
const releases = () => readdirSync(join(siteFolder, 'releases')).sort()

test('a release is complete: pages, feeds, host rules, headers, compressed copies, a report', async () => {
  await release('one')
  expect(text('public', 'index.html')).toContain('<title>one</title>')
  expect(text('public', '_redirects')).toContain('/itemview/:id/ /itemview/ 200\n')
  expect(JSON.parse(text('public', 'data', 'zones.json'))).toMatchObject({ counter: 1, zones: [] })
  expect(text('public', 'data', 'label.b57a.png')).toBe('a picture')
  expect(text('public', 'robots.txt')).toContain('Sitemap: https://town.example/sitemap.xml')
  expect(text('public', 'feed.xml')).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
  const sitemap = text('public', 'sitemap.xml')
  expect(sitemap.match(/<loc>.*?<\/loc>/g)).toEqual([
    '<loc>https://town.example/</loc>',
    '<loc>https://town.example/itemview/1/</loc>',
  ])
  const headers = JSON.parse(text('headers.json')) as Record<string, string>
  expect(headers['content-security-policy']).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-15S4FGE7rP6kq/PzA1uIhN3+8zfaO6/TnJp4fMWo7lE='",
  )
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval'? ?'unsafe|\*/)
  expect(headers['strict-transport-security']).toBeDefined()
  expect(text('public', '_headers')).toContain(headers['content-security-policy']!)
  const html = readFileSync(at('public', 'index.html'))
  expect(brotliDecompressSync(readFileSync(at('public', 'index.html.br'))).equals(html)).toBe(true)
  expect(gunzipSync(readFileSync(at('public', 'index.html.gz'))).equals(html)).toBe(true)
  const report = JSON.parse(text('build-report.json')) as BuildReport
  expect(report).toMatchObject({ counter: 1, counts: { pages: 4 }, source: 'test' })
  expect(readdirSync(siteFolder).sort()).toEqual(['build.lock', 'current', 'releases', 'states'])
})

test('the link is relative, three releases are kept, and unchanged files are shared', async () => {
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
  test('keeps the old site, reports why, and leaves nothing behind', async () => {
    await release('old')
    await expect(release('new', { [step]: full })).rejects.toThrow('no space left')
    expect(text('public', 'index.html')).toContain('old')
    expect(releases()).toEqual(['1'])
    expect(readdirSync(siteFolder).sort()).toEqual(['build.lock', 'current', 'releases', 'states'])
    await release('next')
    expect(text('public', 'index.html')).toContain('next')
  })
})

test('the next build removes leftovers of a killed one', async () => {
  await release('one')
  mkdirSync(join(siteFolder, 'releases', '2.half', 'public'), { recursive: true })
  for (const left of ['snapshot-5e2c', 'snapshot-5e2c.half-99999999']) mkdirSync(join(siteFolder, left))
  await release('two')
  expect(releases()).toEqual(['1', '2'])
  expect(readdirSync(siteFolder).sort()).toEqual(['build.lock', 'current', 'releases', 'states'])
})

test("the bundle folder of a killed build is removed, a running build's stays", () => {
  const parent = join(siteFolder, '.astro')
  for (const name of ['release-killed', 'collections']) mkdirSync(join(parent, name), { recursive: true })
  writeFileSync(join(parent, 'release-killed.lock'), '')
  const running = bundleFolder(parent)
  mkdirSync(running.folder)
  const next = bundleFolder(parent)
  const name = basename(running.folder)
  const entries = readdirSync(parent).filter((entry) => !entry.endsWith('-journal'))
  expect(entries.sort()).toEqual(['collections', name, `${name}.lock`, `${basename(next.folder)}.lock`].sort())
  for (const each of [running, next]) each.remove()
  expect(readdirSync(parent)).toEqual(['collections'])
})

describe('two builds at a time', () => {
  /** Another program that builds this site, as far as to its lock. */
  async function otherBuild() {
    const module = JSON.stringify(resolve('src/release/releases.ts'))
    const script = `const { openReleases } = await import(${module})
      const releases = openReleases(process.argv[1])
      await releases.lock()
      releases.begin()
      process.stdout.write('begun')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, siteFolder], { stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }

  test('are refused, and the first continues', async () => {
    await release('one')
    const began = Date.now()
    await otherBuild()
    await expect(release('two')).rejects.toThrow(/has been under way since .*:.*Wait until it is done/)
    expect(statSync(join(siteFolder, 'build.lock')).mtimeMs).toBeGreaterThan(began - 1000)
    expect(releases()).toEqual(['1', expect.stringMatching(/^2-\d+\.half$/)])
    expect(text('public', 'index.html')).toContain('one')
  })

  test('in one process are refused too', async () => {
    const lock = await openReleases(siteFolder).lock()
    await expect(release('two')).rejects.toThrow(/under way/)
    lock.release()
    await release('two')
  })

  test('the second waits for the first and says so, if it has patience', async () => {
    await release('one')
    const child = await otherBuild()
    const told: string[] = []
    const onWait = (sentence: string) => {
      told.push(sentence)
      child.kill('SIGKILL')
    }
    await release('two', {}, { wait: 60_000, onWait })
    expect(told).toEqual([expect.stringMatching(/under way since .*\. This one begins when it is done\.$/)])
    expect(text('public', 'index.html')).toContain('two')
  })

  test('are possible again after the first was killed, even if its process id is reused', async () => {
    const child = await otherBuild()
    child.kill('SIGKILL')
    await once(child, 'exit')
    // What versions before this one left: the number of a process that is always alive.
    writeFileSync(join(siteFolder, 'building'), '1')
    await release('two')
    expect(releases()).toEqual(['1'])
    expect(text('public', 'index.html')).toContain('two')
  })
})
