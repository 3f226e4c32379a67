import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HEALTH } from '#contract/messages.ts'
import { openDatabase } from '#server/database/open.ts'
import { freePort } from '../e2e/setup/process.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { list, makeOldTown, run, untilSaid } from './old-town.ts'
import { seldom } from '../setup/seldom.ts'

seldom(
  'two commands that open an old archive at once wait for each other',
  async () => {
    const folder = await freshFolder()
    await makeOldTown(join(folder, 'data', 'archive.db'))
    const both = [list(folder), list(folder)]
    expect(await Promise.all(both.map(({ ended }) => ended)), both.map(({ said }) => said()).join('\n')).toEqual([0, 0])
    expect(both.filter(({ said }) => said().includes('The database is upgraded.'))).toHaveLength(1)
  },
  120_000,
)

test('a server that has to upgrade says what it does and how it is, serves the site of before, and builds a new one', async () => {
  const folder = await freshFolder()
  const data = join(folder, 'data')
  await makeOldTown(join(data, 'archive.db'))
  const release = join(data, 'site', 'releases', '1')
  mkdirSync(join(release, 'public'), { recursive: true })
  symlinkSync('releases/1/public', join(data, 'site', 'current'))
  writeFileSync(join(release, 'public', 'index.html'), '<h1>The pages of before</h1>')
  const port = await freePort()
  const site = `http://localhost:${port}`
  writeFileSync(join(release, 'build-report.json'), JSON.stringify({ code: 'older', site, counter: 1 }))
  const server = run(folder, 'scripts/serve.ts', [], { PORT: String(port), LOG: '0' })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => undefined,
    )
  const seen = new Set<string>()
  for (let ready = false; !ready && server.child.exitCode === null; await pause(5)) {
    const [health, page] = await Promise.all([ask('/api/health/'), ask('/')])
    if (health?.text.includes(HEALTH.upgrading)) seen.add(`upgrading ${health.status}`)
    if (page?.text.includes('pages of before')) seen.add(`page ${page.status}`)
    ready = health?.text.includes('"database":{"status":"ok"') ?? false
  }
  expect([...seen].sort(), server.said()).toEqual(['page 200', 'upgrading 503'])
  await untilSaid(server, 'the site is built anew')
  expect(server.said()).toContain('Upgrading the database')
  expect(server.said()).toContain(`Lotline listens on 127.0.0.1, port ${port}: only this machine reaches it.`)
  server.child.kill('SIGTERM')
  await server.ended
  const db = await openDatabase(join(data, 'archive.db'))
  expect(await db.selectFrom('build').select('reason').execute()).toContainEqual({
    reason: 'Lotline itself has changed',
  })
  await db.destroy()
}, 120_000)
