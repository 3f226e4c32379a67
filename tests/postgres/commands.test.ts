import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { hasDatabase } from '#server/identity/missing-database.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { startOwnApi } from '../../scripts/build-site/own-api.ts'
import { wantsDemo } from '../../scripts/start/demo-folders.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { townBundle } from '../server/bundle/town.ts'
import { archive, environmentOf } from '../scripts/run-archive.ts'
import { createEmptyDatabase } from './databases.ts'

/** The commands of a new user, one after the other, in a database that `createdb` made. */
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  database = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'lotline-commands-'))
  env = environmentOf(folder, { DATABASE_URL: database.url })
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]) => archive(env, ...words)
const config = () => readConfig(env)

test('nothing is made where a command only looks', async () => {
  for (const words of [['doctor'], ['export', 'out'], ['trash', 'list'], ['account', 'list']]) {
    const { code, err } = await run(...words)
    expect([words, code, err.trim()]).toEqual([
      words,
      1,
      expect.stringMatching(/^There is no archive in the database postgres:.* yet\. /),
    ])
  }
  expect(await run('import', await townBundle(), '--dry-run')).toMatchObject({ code: 0 })
  expect(await hasDatabase(config())).toBe(false)
  expect(await wantsDemo(config(), {})).toBe(true)
})

test('import, doctor, export, accounts and settings', async () => {
  expect(await run('import', await townBundle())).toMatchObject({ code: 0, out: expect.stringContaining('Imported.') })
  expect(await wantsDemo(config(), {}), 'an archive is never filled with the demo town').toBe(false)
  // Only sizes of pictures and tiles are still to be made.
  expect(await run('doctor', '--repair')).toMatchObject({ code: 0 })
  expect(await run('doctor')).toMatchObject({ code: 0, out: expect.stringContaining('No problems found.') })
  expect(await run('account', 'create', 'ada@example.org', '--name', 'Ada', '--role', 'administrator')).toMatchObject({
    code: 0,
    out: expect.stringContaining('/activate/'),
  })
  expect(await run('init', '--site-name', 'Mill Archive')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Mill Archive'),
  })
  expect(await run('trash', 'list')).toMatchObject({ code: 0 })
  expect(await run('overlay', 'list')).toMatchObject({ code: 0 })
  expect(await run('export', 'out')).toMatchObject({ code: 0, out: expect.stringContaining('Exported to out') })
  expect(readdirSync(join(folder, 'out'))).toContain('items.json')
})

test('pages are made of the same bytes as on SQLite', async () => {
  const other = await freshFolder()
  const onSqlite = environmentOf(other)
  expect(await archive(onSqlite, 'import', await townBundle())).toMatchObject({ code: 0 })
  const pulled = []
  for (const [place, variables] of [
    [folder, env],
    [other, onSqlite],
  ] as const) {
    const api = await startOwnApi(readConfig(variables))
    const snapshot = join(place, 'snapshot')
    await pullSnapshot({ api: api.address, source: 'this archive', apiBase: '', folder: snapshot })
    await api.close()
    const text = (file: string) =>
      readFileSync(join(snapshot, file), 'utf8')
        // Times of the import, and the archive's own names.
        .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
        .replace(/"(?:counter|log)": .*\n/g, '')
    pulled.push(
      Object.fromEntries(
        readdirSync(snapshot)
          .sort()
          .map((file) => [file, text(file)]),
      ),
    )
  }
  expect(Object.keys(pulled[0]!).length).toBeGreaterThan(10)
  expect(pulled[0]).toEqual(pulled[1])
})
