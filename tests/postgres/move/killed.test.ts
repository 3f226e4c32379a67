import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { contentOf, townToMove, withPlaces } from '../../server/move/moved-town.ts'
import { createEmptyPostgres } from '../databases.ts'

const ROWS = 30_000

test('killed among the pictures and among the rows, a move goes on and ends with the same archive', async () => {
  const from = await townToMove()
  const db = await openDatabase(from.databaseFile)
  db.sqlite
    .exec(`insert into audit (at, action, kind, record_key) with recursive n (n) as (select 1 union all select n + 1 from n where n < ${ROWS})
    select '2026-11-21T12:00:00.000Z', 'edited', 'items', n from n`)
  await db.destroy()
  const before = await contentOf(from)
  const store = await freshS3Double()
  const { MEDIA_URL: media, ...credentials } = store.environment
  const database = await createEmptyPostgres()
  const to = withPlaces(from, { ...store.environment, DATABASE_URL: database })
  const start = () => {
    const env = { PATH: process.env.PATH, DATA_DIR: from.dataDir, ...credentials }
    const words = ['scripts/archive.ts', 'move', '--database', database, '--media', media!, '--trash']
    return spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  }

  let child = start()
  const ended = once(child, 'exit')
  let puts = 0
  store.setTrouble(({ method, url }) => {
    if (method === 'PUT' && url!.includes('/originals/') && (puts += 1) === 2) child.kill('SIGKILL')
    return undefined
  })
  await ended
  store.setTrouble(undefined)
  expect(child.signalCode).toBe('SIGKILL')
  await expect(openArchive(to)).rejects.toThrow('has not finished')

  const client = new pg.Client({ connectionString: database })
  await client.connect()
  onTestFinished(() => client.end())
  const found = async (query: string) => (await client.query(query)).rows.length > 0
  const isLoading = () => found(`select 1 from pg_stat_activity where query like 'insert into "audit"%'`)
  child = start()
  const again = once(child, 'exit')
  while (!(await isLoading()) && child.exitCode === null);
  child.kill('SIGKILL')
  await again
  expect(child.signalCode).toBe('SIGKILL')
  // All rows come, or none.
  expect(await found('select 1 from audit')).toBe(false)

  child = start()
  const said = text(child.stdout!)
  expect((await once(child, 'exit'))[0]).toBe(0)
  expect(await said).toContain(`DATABASE_URL=${database}`)
  expect(await said).toContain(`MEDIA_URL=${media}`)
  expect(await contentOf(to)).toEqual(before)
})
