import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quickSteps } from './fake-steps.ts'

test('a page build exits when its parent process is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-abandoned-'))
  const snapshot = join(folder, 'snapshot')
  await quickSteps('').pull({ api: '', apiBase: '', folder: snapshot })
  mkdirSync('.astro', { recursive: true })
  const out = mkdtempSync(resolve('.astro', 'abandoned-'))
  const child = fork(resolve('src/release/pages/astro-process.ts'), {
    env: { ...process.env, LOTLINE_SNAPSHOT: snapshot, LOTLINE_OUT: out },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    for (const each of [folder, out]) rmSync(each, { recursive: true, force: true, maxRetries: 10 })
  })
  await vi.waitUntil(() => readdirSync(out).length > 0, { timeout: 60_000 })
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([1, null])
}, 90_000)
