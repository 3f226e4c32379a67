import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import { codeVersion } from '#release/code-version.ts'
import { readConfig } from '#server/config.ts'
import { NEW_DAY } from '#server/jobs/background-job.ts'
import { backgroundBuild, outdated } from '../../scripts/build-site/background-build.ts'
import { siteAddress } from '../../scripts/build-site/site-address.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let folder: string
beforeEach(async () => (folder = await freshFolder()))

/** A build script of these lines. */
function script(name: string, lines: string): string {
  const file = join(folder, name)
  writeFileSync(file, lines)
  return file
}
const ORDER = { full: false, rollback: null }
const never = () => new AbortController().signal
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Notes its process id, then builds for ever; it ends with the channel, as build-site.ts does. */
const FOR_EVER = (note: string) =>
  `import { renameSync, writeFileSync } from 'node:fs'
   process.once('disconnect', () => process.exit(1))
   writeFileSync(${JSON.stringify(`${note}.new`)}, String(process.pid))
   renameSync(${JSON.stringify(`${note}.new`)}, ${JSON.stringify(note)})
   setInterval(() => {}, 1000)`

test('what a build says is its message, and it leaves the processor to the server', async () => {
  const build = backgroundBuild({
    script: script(
      'good.mjs',
      `import { getPriority } from 'node:os'
       process.channel.unref()
       setTimeout(() => console.log('Built 3 pages at priority', getPriority()), 300)
       console.log('x'.repeat(20_000))`,
    ),
  })
  const { message, changes, addresses } = await build(never(), ORDER)
  expect([changes, addresses]).toEqual([null, []])
  expect(message).toMatch(/Built 3 pages at priority (1\d)$/)
  expect(message.length).toBeLessThanOrEqual(4000)
})

test('it is told what to build, and tells what it does and what has changed', async () => {
  const progress: unknown[] = []
  const build = backgroundBuild({
    script: script(
      'talking.mjs',
      `process.channel.unref()
       process.send({ step: process.argv.slice(2).join(' '), done: 1, of: 2 })
       process.send({ changes: { pages: 3 }, addresses: Array.from({ length: 50_000 }, (_, at) => '/itemview/' + at + '/') })`,
    ),
  })
  const order = { full: false, rollback: '3.2', onProgress: (step: unknown) => progress.push(step) }
  const { changes, addresses } = await build(never(), order)
  expect(changes).toEqual({ pages: 3 })
  expect(addresses).toHaveLength(50_000)
  expect(progress).toEqual([{ step: '--rollback 3.2', done: 1, of: 2 }])
})

test('one that fails rejects with what it complained of', async () => {
  const failing = script('bad.mjs', `console.error('The disk is full.'); process.exitCode = 1; process.disconnect()`)
  await expect(backgroundBuild({ script: failing })(never(), ORDER)).rejects.toThrow(/^The disk is full\.$/)
  const traced = script(
    'traced.mjs',
    `process.channel.unref()
     console.error('TypeError: at OrganizationRecord (file:///chunk.mjs:64:14)')
     process.send({ failure: '/org-overview/1/ could not be rendered.' })
     process.exitCode = 1`,
  )
  // What it says for staff, without the trace.
  await expect(backgroundBuild({ script: traced })(never(), ORDER)).rejects.toThrow(
    /^\/org-overview\/1\/ could not be rendered\.$/,
  )
  const silent = script('silent.mjs', 'process.exit(3)')
  await expect(backgroundBuild({ script: silent })(never(), ORDER)).rejects.toThrow('The build ended with code 3.')
})

test('one that takes too long is ended, and says so', async () => {
  const build = backgroundBuild({
    script: script('late.mjs', FOR_EVER(join(folder, 'pid'))),
    timeLimit: 400,
    grace: 3000,
  })
  await expect(build(never(), ORDER)).rejects.toThrow(/took longer than 0 minutes/)
})

test('one that does not want to end is killed', async () => {
  const stubborn = script('stubborn.mjs', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`)
  const stop = new AbortController()
  const ended = backgroundBuild({ script: stubborn, grace: 100 })(stop.signal, ORDER)
  stop.abort()
  await expect(ended).rejects.toThrow('The build ended with SIGKILL.')
})

test('a build ends with the server, even with one that is killed', async () => {
  const note = join(folder, 'pid')
  const module = pathToFileURL(join(import.meta.dirname, '../../scripts/build-site/background-build.ts')).href
  const server = script(
    'server.mjs',
    `import { backgroundBuild } from ${JSON.stringify(module)}
     await backgroundBuild({ script: ${JSON.stringify(script('endless.mjs', FOR_EVER(note)))} })(new AbortController().signal, { full: false, rollback: null })`,
  )
  const process_ = fork(server, [], { stdio: 'ignore', cwd: join(import.meta.dirname, '../..') })
  await vi.waitUntil(() => existsSync(note), { timeout: 15_000 })
  const pid = Number(readFileSync(note, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  process_.kill('SIGKILL')
  await once(process_, 'exit')
  await vi.waitUntil(() => !isAlive(pid), { timeout: 15_000 })
})

test('at night the whole site, only the pictures of the day, or nothing after a rollback', async () => {
  const config = readConfig({ DATA_DIR: folder, API_URL: 'http://127.0.0.1:1', SITE_URL: 'http://127.0.0.1:2' })
  const built = join(folder, 'site', 'releases', '1')
  mkdirSync(join(built, 'public'), { recursive: true })
  symlinkSync('releases/1/public', join(folder, 'site', 'current'))
  const why = (report: object, now: string) => {
    const whole = { code: codeVersion(), site: siteAddress(config), builtAt: '2026-11-26T15:00:00Z', ...report }
    writeFileSync(join(built, 'build-report.json'), JSON.stringify(whole))
    return outdated(config, new Date(now))
  }
  const [today, tomorrow] = ['2026-11-26T16:00:00Z', '2026-11-27T16:00:00Z']
  expect(await why({ update: null }, today)).toBeUndefined()
  expect(await why({ update: null }, tomorrow)).toBe(NEW_DAY)
  expect(await why({ update: { number: 0, items: 0 } }, tomorrow), 'night after night').toBe(NEW_DAY)
  expect(await why({ update: { number: 2, items: 1 } }, today)).toMatch(/^pages were renewed/)
  expect(await why({ rollback: { code: codeVersion() } }, tomorrow), 'it stays').toBeUndefined()
})
