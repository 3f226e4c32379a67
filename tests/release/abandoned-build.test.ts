import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quickSteps } from './fake-steps.ts'

test('a page build whose build is gone ends at once: it writes into no release that is made after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-abandoned-'))
  const [snapshot, pages] = [join(folder, 'snapshot'), join(folder, 'pages')]
  await quickSteps('').pull({ api: '', apiBase: '', folder: snapshot })
  mkdirSync(pages)
  const child = fork(resolve('src/release/pages-build/build-pages-apart.ts'), { serialization: 'advanced' })
  const bundle = resolve('.astro', `release-${child.pid}`)
  onTestFinished(() => {
    child.kill('SIGKILL')
    for (const each of [folder, bundle]) rmSync(each, { recursive: true, force: true, maxRetries: 10 })
  })
  child.send({ snapshot, folder: pages, site: 'https://town.example' })
  await vi.waitUntil(() => existsSync(bundle), { timeout: 15_000 })
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([1, null])
  expect(readdirSync(pages)).toEqual([])
})
