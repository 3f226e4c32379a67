import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BuildOrder, BuildSite } from '#server/publishing/rebuilds.ts'
import { BUILD_SCRIPT } from '../../scripts/build-site/builder-process.ts'
import { standbyBuild } from '../../scripts/build-site/standby-build.ts'
import { openTestArchive } from '../server/fixtures.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let folder: string
beforeEach(async () => (folder = await freshFolder()))

const CHANGES: BuildOrder = { full: false, rollback: null }
const never = () => new AbortController().signal
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const pids = () =>
  existsSync(join(folder, 'pids'))
    ? readFileSync(join(folder, 'pids'), 'utf8').split('\n').slice(0, -1).map(Number)
    : []
const allGone = () => vi.waitUntil(() => pids().every((pid) => !isAlive(pid)), { timeout: 20_000 })

/** A process that is ready: notes its number, and answers orders as `onOrder` says. It ends with the channel, as standby-process.ts does. */
function script(onOrder: string): string {
  const file = join(folder, 'standby.mjs')
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
     if (process.argv[2] !== '--standby') process.exit(9)
     appendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + '\\n')
     process.once('disconnect', () => process.exit(0))
     if (!process.connected) process.exit(0)
     let orders = 0
     process.on('message', () => { orders++; ${onOrder} })`,
  )
  return file
}
const ANSWER = `process.send({ step: 'Pages', done: orders, of: null })
  process.send({ changes: { pages: orders }, addresses: ['/itemview/1/'], message: 'Build ' + orders + ' by ' + process.pid })`

/** Builds in a process of its own, as it is told. */
function coldBuild() {
  const orders: BuildOrder[] = []
  const build: BuildSite = (_, order) => {
    orders.push(order)
    return Promise.resolve({ message: 'cold', changes: null, addresses: [] })
  }
  return { build, orders }
}

test('a process that makes many updates collects no listeners', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error) => warnings.push(warning)
  process.on('warning', keep)
  const { build, prepare } = standbyBuild(coldBuild().build, { script: script(ANSWER) })
  prepare()
  for (let at = 0; at < 12; at += 1) await build(never(), CHANGES)
  expect(pids()).toHaveLength(1)
  await build(never(), { full: true, rollback: null })
  process.off('warning', keep)
  expect(warnings.map(({ name }) => name)).toEqual([])
})

test('one process that is ready makes one update after the other, and tells what it does', async () => {
  const cold = coldBuild()
  const { build, prepare } = standbyBuild(cold.build, { script: script(ANSWER) })
  prepare()
  prepare()
  const steps: unknown[] = []
  const first = await build(never(), { ...CHANGES, onProgress: (step) => steps.push(step) })
  const second = await build(never(), CHANGES)
  const [pid, ...others] = pids()
  expect(others).toEqual([])
  expect([first, second]).toEqual([
    { changes: { pages: 1 }, addresses: ['/itemview/1/'], message: `Build 1 by ${pid}` },
    { changes: { pages: 2 }, addresses: ['/itemview/1/'], message: `Build 2 by ${pid}` },
  ])
  expect(steps).toEqual([{ step: 'Pages', done: 1, of: null }])
  expect(cold.orders).toEqual([])
  // A build of the whole site ends it first, and has the memory.
  expect((await build(never(), { full: true, rollback: null })).message).toBe('cold')
  expect(isAlive(pid!)).toBe(false)
  expect(pids()).toHaveLength(1)
})

test('without one, a new process builds; afterwards one is made ready, which ends when nobody is at work', async () => {
  const cold = coldBuild()
  const { build } = standbyBuild(cold.build, { script: script(ANSWER), idle: 1500 })
  expect((await build(never(), CHANGES)).message).toBe('cold')
  await vi.waitUntil(() => pids().length === 1, { timeout: 20_000 })
  await allGone()
  expect((await build(never(), CHANGES)).message).toBe('cold')
  await vi.waitUntil(() => pids().length === 2, { timeout: 20_000 })
  await allGone()
})

test('a build learns that another one waits, and the next build does not', async () => {
  const { build, prepare } = standbyBuild(coldBuild().build, {
    script: script(`if (orders === 1) process.send({ step: 'Pages', done: 0, of: null })
      else { orders = 2; ${ANSWER} }`),
  })
  prepare()
  const preempt = new AbortController()
  const built = await build(never(), { ...CHANGES, preempt: preempt.signal, onProgress: () => preempt.abort() })
  expect(built.message).toBe(`Build 2 by ${pids()[0]}`)
  expect((await build(never(), { ...CHANGES, preempt: never() })).message).toBe(built.message)
  expect((await build(never(), { full: true, rollback: null })).message).toBe('cold')
})

test.each([
  ['crashes', 'process.kill(process.pid, "SIGKILL")'],
  ['exits', 'process.exit(0)'],
  ['cannot build this', `process.send({ refused: 'Lotline itself has changed.' })`],
])('one that %s is replaced by a new process, and nothing is lost', async (_, onOrder) => {
  const cold = coldBuild()
  const { build, prepare } = standbyBuild(cold.build, { script: script(onOrder) })
  prepare()
  await vi.waitUntil(() => pids().length === 1, { timeout: 20_000 })
  expect((await build(never(), CHANGES)).message).toBe('cold')
  expect(cold.orders).toEqual([CHANGES])
  expect(isAlive(pids()[0]!)).toBe(false)
  await vi.waitUntil(() => pids().length === 2, { timeout: 20_000 })
  // A build of the whole site ends it.
  await build(never(), { full: true, rollback: null })
  expect(isAlive(pids()[1]!)).toBe(false)
})

test('a build that fails says why, is not made again, and the process stays ready', async () => {
  const cold = coldBuild()
  const onOrder = `orders === 1 ? process.send({ failure: 'The disk is full.' }) : (${ANSWER.split('\n')[0]}, process.send({ changes: {}, addresses: [], message: 'again' }))`
  const { build, prepare } = standbyBuild(cold.build, { script: script(onOrder), idle: 1500 })
  prepare()
  await expect(build(never(), CHANGES)).rejects.toThrow(/^The disk is full\.$/)
  expect((await build(never(), CHANGES)).message).toBe('again')
  expect(pids()).toHaveLength(1)
  expect(cold.orders).toEqual([])
  await allGone()
})

test('one that takes too long is ended, and says so; an aborted one is not made again', async () => {
  const cold = coldBuild()
  const late = standbyBuild(cold.build, { script: script(''), timeLimit: 400, idle: 1500 })
  late.prepare()
  await expect(late.build(never(), CHANGES)).rejects.toThrow(/took longer than 0 minutes/)
  const stop = new AbortController()
  const stopped = standbyBuild(cold.build, { script: script('') })
  stopped.prepare()
  const ended = stopped.build(stop.signal, CHANGES)
  stop.abort()
  await expect(ended).rejects.toThrow('has ended')
  expect(cold.orders).toEqual([])
  await allGone()
})

test('it ends with the server, even with one that is killed, and does not keep it from ending', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../scripts/build-site/standby-build.ts')).href
  const server = (lines: string) => {
    const file = join(folder, 'server.mjs')
    writeFileSync(
      file,
      `import { standbyBuild } from ${JSON.stringify(module)}
       standbyBuild(() => {}, { script: ${JSON.stringify(script(ANSWER))} }).prepare()
       ${lines}`,
    )
    return fork(file, [], { stdio: 'ignore', cwd: join(import.meta.dirname, '../..') })
  }
  const killed = server('setInterval(() => {}, 1000)')
  await vi.waitUntil(() => pids().length === 1, { timeout: 20_000 })
  expect(isAlive(pids()[0]!)).toBe(true)
  killed.kill('SIGKILL')
  await allGone()
  const done = server('process.channel?.unref()')
  await once(done, 'exit')
  await allGone()
})

test.each(['--standby', '--full'])('a builder (%s) whose server ended while it started ends too', async (option) => {
  const archive = await openTestArchive()
  try {
    const env = { ...process.env, DATA_DIR: archive.folder, NODE_ENV: 'production' }
    const builder = fork(BUILD_SCRIPT, [option], { env, stdio: 'ignore' })
    const ended = once(builder, 'exit')
    builder.disconnect()
    expect(await Promise.race([ended, pause(50_000, 'still there', { ref: false })])).toEqual([1, null])
    expect(existsSync(join(archive.folder, 'site'))).toBe(false)
  } finally {
    await archive.close()
  }
})
