import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Health } from '#contract/status.ts'
import { readConfig } from '#server/config.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { requestRebuild } from '#server/jobs/builds.ts'
import { serve } from '#server/main.ts'
import type { BuildSite } from '#server/publishing/rebuilds.ts'
import { dropPostgres, openFreshPostgres } from './databases.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let folder: string
let db: ArchiveDatabase
const servers: FastifyInstance[] = []
beforeEach(async () => {
  folder = await freshFolder()
  db = await openFreshPostgres(folder)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  await db.destroy()
  await dropPostgres(folder)
})

/** A server with a build of its own. */
async function start(build: BuildSite, environment: Record<string, string> = {}): Promise<FastifyInstance> {
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: db.engine.address, PORT: '0', ...environment })
  const states = () => ({ current: undefined, all: [] })
  const server = await serve(config, { rebuilds: { build, states } })
  servers.push(server)
  return server
}
const leads = async (server: FastifyInstance) => (await server.inject('/api/health/')).json<Health>().leads
const untilLeads = (server: FastifyInstance) => expect.poll(() => leads(server), { timeout: 10_000 }).toBe(true)
const builds = () => db.selectFrom('build').selectAll().orderBy('id').execute()
const ask = (reason: string) => inTransaction(db, (trx) => requestRebuild(trx, reason, { atOnce: true }))
const DONE = { message: 'Built', changes: null, addresses: [] }

test('one of several leads and builds; when it ends another does, and begins a build again that was cut off', async () => {
  const begun: string[] = []
  const by =
    (name: string, ends: boolean): BuildSite =>
    (signal) =>
      new Promise((resolve, reject) => {
        begun.push(name)
        if (ends) resolve(DONE)
        signal.addEventListener('abort', () => reject(new Error('killed')))
      })
  const first = await start(by('first', false))
  await untilLeads(first)
  const second = await start(by('second', true))
  expect(await leads(second)).toBe(false)
  await ask('Published “A”')
  await expect.poll(() => begun).toEqual(['first'])
  // The one that leads ends in the middle of it.
  await servers.shift()!.close()
  await untilLeads(second)
  await expect.poll(async () => (await builds()).map(({ state }) => state)).toEqual(['failed', 'done'])
  expect(begun).toEqual(['first', 'second'])
})

test('a leader whose connection to the database is cut stops leading, and one of them leads again', async () => {
  const [one, other] = [await start(async () => DONE), await start(async () => DONE)]
  await untilLeads(one)
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lotline leader'`
  await cut.execute(db)
  const leading = async () => [await leads(one), await leads(other)].filter(Boolean).length
  await expect.poll(leading, { timeout: 10_000 }).toBe(1)
  await ask('Published “B”')
  await expect.poll(async () => (await builds()).map(({ state }) => state)).toEqual(['done'])
})

test('with LEADER=off a process answers calls and leaves the rest to others', async () => {
  const server = await start(async () => DONE, { LEADER: 'off' })
  await ask('Published “C”')
  expect((await server.inject('/api/items/')).statusCode).toBe(200)
  const leader = await start(async () => DONE)
  await untilLeads(leader)
  expect(await leads(server)).toBe(false)
  await expect.poll(async () => (await builds()).map(({ state }) => state)).toEqual(['done'])
})
