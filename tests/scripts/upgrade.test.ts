import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { HEALTH } from '#contract/messages.ts'
import { openDatabase } from '#server/database/open.ts'
import { freePort } from '../e2e/setup/process.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { makeOldArchive } from '../server/database/old-archive.ts'
import { rounds } from '../setup/length.ts'
import { environmentOf } from './run-archive.ts'

const KILLS = rounds('UPGRADE_KILLS', 2, 24)
const ITEMS = 4000
const root = join(import.meta.dirname, '../..')

/** An archive of 22 November, large enough that its upgrade takes a moment. */
async function makeOldTown(file: string, last = '0011-splits'): Promise<void> {
  const old = await makeOldArchive(file, last)
  old.sqlite.exec(`begin; insert into person (id, first_name) values (3, 'Ada');
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ITEMS})
    insert into item (id, type, visibility, title, general_description, date_start, created_at, updated_at)
    select i, 'object', 'published', 'Chair ' || i, 'Made of oak', 19050000, '', '' from n; commit`)
  await old.destroy()
}

interface Command {
  child: ChildProcess
  said(): string
  ended: Promise<number | null>
}
function run(folder: string, script: string, words: string[], more: Record<string, string> = {}): Command {
  let said = ''
  const env = { ...environmentOf(folder, more), ...more }
  const child = spawn(process.execPath, [script, ...words], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) }
}
const list = (folder: string) => run(folder, 'scripts/archive.ts', ['account', 'list'])
const untilSaid = async ({ said, child }: Command, words: string) => {
  while (!said().includes(words) && child.exitCode === null) await pause(5)
}

async function contentOf(file: string) {
  const db = await openDatabase(file)
  const rows = (text: string) => db.sqlite.prepare(text).all()
  const content = {
    schema: rows(`select sql from sqlite_schema where name not glob 'sqlite_*' order by name, sql`),
    items: rows('select count(*) as items, sum(length(title)) as letters from item'),
    people: rows('select id, first_name from person'),
    found: rows(`select count(*) as found from item_search where item_search match 'chair'`),
  }
  await db.destroy()
  return content
}

test(`an upgrade that is killed at any moment leaves an archive that opens (${KILLS} kills)`, async () => {
  const folder = await freshFolder()
  const [old, file] = [join(folder, 'old.db'), join(folder, 'data', 'archive.db')]
  await makeOldTown(old)
  const begin = () => {
    rmSync(join(folder, 'data'), { recursive: true, force: true })
    mkdirSync(join(folder, 'data'))
    copyFileSync(old, file)
  }
  begin()
  const expected = await contentOf(file)
  let cut = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    begin()
    const command = list(folder)
    await untilSaid(command, 'Upgrading the database')
    await pause((kill / KILLS) * 600)
    command.child.kill('SIGKILL')
    await command.ended
    if (!command.said().includes('is upgraded')) cut += 1
    expect(await contentOf(file), `killed the ${kill + 1}th time`).toEqual(expected)
  }
  expect(cut).toBeGreaterThan(0)
}, 300_000)

test('two commands that open an old archive at once wait for each other', async () => {
  const folder = await freshFolder()
  await makeOldTown(join(folder, 'data', 'archive.db'))
  const both = [list(folder), list(folder)]
  expect(await Promise.all(both.map(({ ended }) => ended)), both.map(({ said }) => said()).join('\n')).toEqual([0, 0])
  expect(both.filter(({ said }) => said().includes('The database is upgraded.'))).toHaveLength(1)
}, 120_000)

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
