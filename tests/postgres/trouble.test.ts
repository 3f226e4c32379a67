import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HEALTH, STORAGE } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import { startDatabaseWatch } from '#server/health/check-database.ts'
import { useArchive } from '../server/use-archive.ts'

const town = useArchive()
/** Makes users, which a server that is given need not allow. */
const testOnOwn = test.skipIf(process.env['TEST_DATABASE_URL'] !== undefined)
const run = (statement: string, db: ArchiveDatabase = town.db) => sql.raw(statement).execute(db)
const health = async (of = town.app) => (await of.inject('/api/health/')).json<Health>()

test('a full disk of the database: nothing is saved, reading goes on, and health says it', async () => {
  await run(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await run('create trigger full_disk before insert on subject for each row execute function full_disk()')
  const sent = {
    method: 'POST',
    as: 'staff',
    body: { subject_name: 'Too much', subject_description: 'More than fits' },
  } as const
  const refused = await town.send('/api/subjects/', sent)
  expect([refused.status, refused.json]).toEqual([507, { detail: STORAGE.full }])
  expect((await town.get('/api/items/')).status).toBe(200)
  expect(await health()).toMatchObject({ ready: true, status: 'warning', problems: [HEALTH.databaseFull] })
  await run('drop trigger full_disk on subject')
  expect((await town.send('/api/subjects/', sent)).status).toBe(201)
})

test('clocks that differ by minutes are named by health and log, once', async () => {
  const [{ name }] = (await sql<{ name: string }>`select current_database() as name`.execute(town.db)).rows as [
    { name: string },
  ]
  await run(`create function public.clock_timestamp() returns timestamptz language sql as
    $$ select pg_catalog.now() - interval '3 minutes' $$`)
  await run(`alter database "${name}" set search_path = public, pg_catalog`)
  const db = await openPostgres(town.db.engine.address)
  const config = readConfig({ DATA_DIR: town.folder })
  const app = await createApp(config, { db, media: town.media })
  const logged: string[] = []
  const watch = startDatabaseWatch(db, (sentence) => logged.push(sentence), { every: 1 })
  try {
    const { ready, status, problems } = await health(app)
    expect([ready, status, problems.length]).toEqual([true, 'warning', 1])
    expect(problems[0]).toMatch(/^The clock of the database is 1(79|80|81) seconds behind the clock of this machine\./)
    await expect.poll(() => logged).toHaveLength(1)
  } finally {
    await watch.stop()
    await app.close()
    await db.destroy()
    await run(`alter database "${name}" reset search_path`)
  }
  expect(logged).toHaveLength(1)
})

testOnOwn(
  'a password that is not taken any more: calls are refused for now, health and log say why, and it goes on when it is right again',
  async () => {
    const role = `r${randomUUID().replaceAll('-', '')}`
    await run(`create role ${role} login superuser`)
    const db = await openPostgres(town.db.engine.address.replace(/user=\w+/, `user=${role}`))
    const app = await createApp(readConfig({ DATA_DIR: town.folder }), { db, media: town.media })
    const logged: string[] = []
    const watch = startDatabaseWatch(db, (sentence) => logged.push(sentence), { every: 20 })
    try {
      expect((await health(app)).ready).toBe(true)
      await run(`alter role ${role} nologin`)
      await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
      await expect.poll(() => logged.at(-1)).toContain('This user may not log in from this machine')
      const refused = await app.inject('/api/items/')
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
      expect(await health(app)).toMatchObject({ ready: false, status: 'failed', problems: [HEALTH.databaseDenied] })
      await run(`alter role ${role} login`)
      await expect.poll(() => logged.at(-1)).toMatch(/^The database answers again after \d+ seconds\.$/)
      // The reason is told once: not more often than it changes.
      expect(logged.length).toBeLessThanOrEqual(3)
      expect((await app.inject('/api/items/')).statusCode).toBe(200)
    } finally {
      await watch.stop()
      await app.close()
      await db.destroy()
      await run(`drop owned by ${role} cascade`)
      await run(`drop role ${role}`)
    }
  },
)

testOnOwn(
  'a wrong user or database stops the start with a sentence that says what is wrong, and no password',
  async () => {
    const { address } = town.db.engine
    const refused = (url: string) => openPostgres(url, { lease: true }).then(() => '', String)
    const user = await refused(`${address.replace(/user=\w+/, 'user=nobody-known')}&password=s3cret`)
    expect(user).toContain('This user may not log in from this machine')
    expect(user).not.toContain('s3cret')
    expect(await refused(address.replace(/\/\w+\?/, '/nowhere?'))).toContain('There is no database of this name')
  },
)
