import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinStyles } from '#release/files/join-styles.ts'
import { preloadModules, SCRIPTED } from '#release/files/preload-modules.ts'
import { listFiles } from '#release/files/link-unchanged.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive } from '../server/fixtures.ts'
import type { TestArchive } from '../server/fixtures.ts'

const run = promisify(execFile)
const SITE_URL = 'https://town.example'
/** Astro's own output must lie on the disk of the project. */
const stock = resolve('.astro', `stock-${process.pid}`)
let archive: TestArchive
let folder: string
let api: string

beforeAll(async () => {
  archive = await openTestArchive()
  api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-stock-'))
})
afterAll(async () => {
  await archive.close()
  for (const each of [folder, stock]) rmSync(each, { recursive: true, force: true, maxRetries: 10 })
})

const build = (data: string) =>
  run(process.execPath, ['scripts/build-site.ts'], {
    env: { ...process.env, NODE_ENV: 'production', API_URL: api, SITE_URL, DATA_DIR: join(folder, data) },
  })
const filesOf = (site: string) =>
  new Map(listFiles(site).map((file) => [file, readFileSync(join(site, file)).toString('base64')]))

/** What a release adds to Astro's own output. */
const ADDED =
  /^(?:pagefind|data|iiif(?!\/no-picture))\/|\.(?:br|gz)$|^(?:sitemap.*\.xml|feed\.xml|robots\.txt|_headers|_redirects)$/

test('threads write what a stock Astro build writes, byte for byte, and two builds write the same', async () => {
  const snapshot = join(folder, 'snapshot')
  await pullSnapshot({ api, folder: snapshot, apiBase: api })
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SITE_URL,
    LOTLINE_SNAPSHOT: snapshot,
    LOTLINE_OUT: stock,
    ASTRO_TELEMETRY_DISABLED: '1',
  }
  await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], { env })
  await build('one')
  await build('two')

  const one = filesOf(join(folder, 'one', 'site', 'current'))
  const own = new Map([...one].filter(([file]) => !ADDED.test(file)))
  // A release names in each page the modules that its scripts import, and gives a page with scripts one style sheet.
  preloadModules(stock, SCRIPTED)
  joinStyles(stock, SCRIPTED)
  const theirs = filesOf(stock)
  expect([...own.keys()]).toEqual([...theirs.keys()])
  expect([...theirs].filter(([file, bytes]) => own.get(file) !== bytes).map(([file]) => file)).toEqual([])
  expect(own.has('itemview/1/index.html')).toBe(true)
  expect(own.has('404.html')).toBe(true)

  const two = filesOf(join(folder, 'two', 'site', 'current'))
  expect([...two.keys()]).toEqual([...one.keys()])
  expect([...one].filter(([file, bytes]) => two.get(file) !== bytes).map(([file]) => file)).toEqual([])
}, 300_000)
