import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeVersion } from '#release/code-version.ts'
import { readConfig } from '#server/config.ts'
import { readArguments } from '../../../scripts/build-site/arguments.ts'
import { purgeNow } from '../../../scripts/build-site/purge-now.ts'
import { watch } from '../../../scripts/build-site/watch.ts'

let folder: string
let api: Server
let counter: number | undefined
let base: string
let purged: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-watch-'))
  counter = 1
  purged = []
  api = createServer((request, response) => {
    if (request.url === '/purge') purged.push('purge')
    const known = request.url === '/api/changes/' ? counter !== undefined : purged.length > 2
    response.writeHead(known ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify({ counter }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterEach(() => {
  api.closeAllConnections()
  api.close()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})
const waitFor = (check: () => void) => vi.waitFor(check, 20_000)
const config = (more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, API_URL: base, SITE_URL: 'https://a.example', ...more })

/** A site that was built from a state of the archive. */
function siteOf(counter: number, more: object = {}): void {
  const release = join(folder, 'site/releases/1')
  mkdirSync(join(release, 'public'), { recursive: true })
  const report = { code: codeVersion(), site: 'https://a.example', counter, ...more }
  writeFileSync(join(release, 'build-report.json'), JSON.stringify(report))
  rmSync(join(folder, 'site/current'), { force: true })
  symlinkSync('releases/1/public', join(folder, 'site/current'))
}

test('builds when the counter has changed, tries again after a failure, survives a server that is away, and tells caches later what it could not tell', async () => {
  siteOf(1)
  const ending = new AbortController()
  const lines: string[] = []
  let builds = 0
  const told: string[][] = []
  const watching = watch(config(), {
    ...{ every: 5, afterFailure: 5, signal: ending.signal, log: (line) => lines.push(line) },
    purge: async (_, addresses) => told.push([...addresses]) > 1,
    build: async () => {
      builds += 1
      if (builds === 1) throw new Error('The disk is full.')
      siteOf(counter!)
      return { message: `Built from ${counter}`, changes: null, addresses: [`/itemview/${counter}/`] }
    },
  })
  await waitFor(() => expect(lines).toEqual([`Watching ${base}`]))
  counter = 2
  await waitFor(() => expect(lines.at(-1)).toBe('Built from 2'))
  expect(lines[1]).toMatch(/^The disk is full.\nThe next attempt is in \d seconds.$/)
  expect(builds).toBe(2)
  counter = undefined
  await waitFor(() => expect(lines.at(-1)).toMatch(/^API_URL can't be asked for its change counter: /))
  counter = 3
  await waitFor(() => expect(lines.at(-1)).toBe('Built from 3'))
  expect(
    lines.filter((line) => line.startsWith('API_URL')),
    'said once',
  ).toHaveLength(1)
  expect(told).toEqual([['/itemview/2/'], ['/itemview/2/', '/itemview/3/']])
  ending.abort()
  await watching
}, 60_000)

test('builds the whole site at night if it was updated since, also after a failure, and only then', async () => {
  siteOf(1, { update: { number: 1, items: 2 } })
  const ending = new AbortController()
  const builds: boolean[] = []
  let now = new Date(2026, 10, 27, 1, 59)
  const looks = vi.fn(() => now)
  const watching = watch(config({ NIGHTLY_BUILD: '02:00' }), {
    ...{ every: 5, afterFailure: 5, signal: ending.signal, log: () => {}, now: looks },
    build: async (_, { full }) => {
      builds.push(full)
      if (builds.length === 1) throw new Error('The disk is full.')
      siteOf(1, { update: null })
      return { message: 'Built', changes: null, addresses: [] }
    },
  })
  const passSomeTime = async () => {
    const before = looks.mock.calls.length
    await waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(before + 3))
  }
  await passSomeTime()
  expect(builds).toEqual([])
  now = new Date(2026, 10, 27, 2, 0)
  await waitFor(() => expect(builds).toEqual([true, true]))
  // The next night has only other pictures of the day, and a site that was rolled back stays.
  for (const [day, more] of [
    { update: null },
    { update: { number: 2, items: null }, rollback: { code: codeVersion() } },
  ].entries()) {
    siteOf(1, more)
    now = new Date(2026, 10, 28 + day, 2, 1)
    await passSomeTime()
    expect(builds).toEqual([true, true, false])
  }
  ending.abort()
  await watching
}, 60_000)

test('a whole build that fails keeps nothing back that changes meanwhile', async () => {
  siteOf(1, { update: { number: 1, items: 2 } })
  counter = 1
  const ending = new AbortController()
  const builds: boolean[] = []
  let now = new Date(2026, 10, 27, 1, 59)
  const watching = watch(config({ NIGHTLY_BUILD: '02:00' }), {
    ...{ every: 5, afterFailure: 5, signal: ending.signal, log: () => {}, now: () => now },
    build: async (_, { full }) => {
      builds.push(full)
      if (builds.length === 1) {
        counter = 2
        throw new Error('A picture cannot be read.')
      }
      siteOf(counter!, { update: full ? null : { number: 2, items: 1 } })
      return { message: 'Built', changes: null, addresses: [] }
    },
  })
  now = new Date(2026, 10, 27, 2, 0)
  await waitFor(() => expect(builds).toEqual([true, false, true]))
  ending.abort()
  await watching
}, 60_000)

test('without API_URL there is nothing to watch', async () => {
  await expect(watch(readConfig({ DATA_DIR: folder }))).rejects.toThrow('API_URL must be set for --watch')
})

test('a build by hand tells caches what has changed, and complains in the end', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  await purgeNow(config({ PURGE_URL: `${base}/purge` }), ['/itemview/1/'], 1)
  expect([purged.length, complaint.mock.calls]).toEqual([3, []])
  expect(await purgeNow(config({ PURGE_URL: 'http://127.0.0.1:9/' }), ['/itemview/1/'], 1)).toBe(false)
  expect(complaint.mock.calls[0]![0]).toMatch(
    /^The site is built, but caches could not be told what changed. PURGE_URL can't be reached/,
  )
  expect([await purgeNow(config(), ['/itemview/1/']), process.exitCode]).toEqual([true, undefined])
})

test('options of the build: each mistake is named', () => {
  expect(readArguments([])).toEqual({ full: false, nightly: false, watch: false, standby: false, rollback: undefined })
  expect(readArguments(['--rollback'])).toMatchObject({ rollback: { state: undefined } })
  expect(readArguments(['--rollback', '3.2'])).toMatchObject({ rollback: { state: '3.2' } })
  expect(() => readArguments(['--ful'])).toThrow(/^Unknown option '--ful'. Options of npm run build/)
  expect(() => readArguments(['3'])).toThrow(/^I don't understand "3"/)
  expect(() => readArguments(['--rollback', '../3'])).toThrow(/^"..\/3" is not the name of a state/)
  expect(() => readArguments(['--watch', '--full'])).toThrow(/^Use one of these at a time/)
})

test('settings of hooks: each mistake names its variable', () => {
  const wrong = (variables: Record<string, string>) => () => readConfig(variables)
  expect(wrong({ WEBHOOK_URL: 'https://b.example' })).toThrow('WEBHOOK_SECRET must be set too')
  expect(wrong({ WEBHOOK_URL: 'b.example', WEBHOOK_SECRET: 'x'.repeat(24) })).toThrow(
    'WEBHOOK_URL must be a web address',
  )
  expect(wrong({ WEBHOOK_URL: 'https://b.example', WEBHOOK_SECRET: 'short' })).toThrow(
    'WEBHOOK_SECRET must have at least 24',
  )
  expect(wrong({ PURGE_URL: 'ftp://b.example' })).toThrow('PURGE_URL must start with http')
  expect(wrong({ PURGE_URL: 'https://a:b@c.example' })).toThrow('PURGE_URL must not contain a user name or a password')
})
