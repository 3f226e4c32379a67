import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { readSecretKey, createTokens } from '#server/accounts/tokens.ts'
import { readConfig } from '#server/config.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import { serve } from '#server/main.ts'
import { hasOwnPostgres, startOwnPostgres, type OwnPostgres } from '../postgres/server.ts'
import { claimsOf } from '../server/claims.ts'
import { addAccounts, addRecords, TEST_ACCOUNTS } from '../server/fixtures.ts'

/** A real streaming replica. */
let folder: string
let primary: OwnPostgres
let replica: OwnPostgres
let db: ArchiveDatabase
const servers: FastifyInstance[] = []
describe.skipIf(!hasOwnPostgres())('a streaming replica of PostgreSQL, and a server that restarts', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lotline-replica-'))
    primary = await startOwnPostgres()
    db = await openPostgres(primary.url('postgres'))
    await addRecords(db, { items: [{ id: 1, title: 'The mill at the harbour' }] })
    await addAccounts(db)
    replica = await primary.startReplica()
  }, 60_000)
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })
  afterAll(async () => {
    await db.destroy()
    await replica.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  async function start(replicaUrl: string) {
    const lines: string[] = []
    const environment = { DATABASE_URL: primary.url('postgres'), DATABASE_REPLICA_URL: replicaUrl }
    const config = readConfig({ ...environment, DATA_DIR: folder, PORT: '0', NIGHTLY_BUILD: 'off' })
    const app = await serve(config, { log: { write: (line: string) => void lines.push(line) } })
    servers.push(app)
    const tokens = createTokens(readSecretKey(config))
    const authorization = `JWT ${await tokens.sign('access', await claimsOf(db, TEST_ACCOUNTS.staff.id))}`
    const title = async (headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/api/item/1/', headers })).json<{ title: string }>().title
    const health = async () => (await app.inject('/api/health/')).json<Health>()
    const untilReplica = (status: string) =>
      expect.poll(async () => (await health()).database.replica, { timeout: 15_000 }).toBe(status)
    const logged = (sentence: string) => lines.filter((line) => line.includes(sentence)).length
    return { app, title, health, untilReplica, logged, authorization }
  }
  const rename = (title: string) => db.updateTable('item').set({ title }).where('id', '=', 1).execute()
  async function onReplica(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: replica.url('postgres') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test('the public reads from the replica, whoever is logged in or asks for the newest from the primary; one that lags is passed over', async () => {
    const { title, health, untilReplica, logged, authorization } = await start(replica.url('postgres'))
    await untilReplica('ok')
    await rename('Before')
    await expect.poll(() => title()).toBe('Before')
    await onReplica('select pg_wal_replay_pause()')
    await rename('After')
    expect(await title()).toBe('Before')
    expect(await title({ 'cache-control': 'no-cache' })).toBe('After')
    expect(await title({ authorization })).toBe('After')
    await untilReplica('behind')
    expect(await title()).toBe('After')
    const { status, ready, problems } = await health()
    expect([status, ready]).toEqual(['warning', true])
    expect(problems.join()).toMatch(/^The read replica is \d+ seconds behind\./)
    expect(logged('seconds behind. The main database answers instead')).toBe(1)
    await onReplica('select pg_wal_replay_resume()')
    await untilReplica('ok')
    expect(logged('The read replica answers again.')).toBe(1)
    expect(await title()).toBe('After')
  }, 60_000)

  test('while the replica is away, and while it comes and goes, no read fails', async () => {
    const { app, title, health, untilReplica, logged } = await start(replica.url('postgres'))
    await untilReplica('ok')
    let over = false
    const codes = new Set<number>()
    const visit = async () => {
      for (let at = 0; !over; at += 1)
        codes.add((await app.inject(`/api/items/?search=mill&page=${1 + at}`)).statusCode)
    }
    const visiting = [visit(), visit()]
    await replica.restart(1500)
    await untilReplica('ok')
    over = true
    await Promise.all(visiting)
    expect([...codes]).toEqual([200])
    expect(logged(HEALTH.replicaAway)).toBe(1)
    await rename('Renamed')
    await expect.poll(() => title()).toBe('Renamed')
    expect((await health()).problems).toEqual([])
  }, 60_000)

  test('a replica that is none is not used, and said to be none', async () => {
    const { title, health, untilReplica } = await start(primary.url('postgres'))
    await untilReplica('wrong')
    await rename('On the primary')
    expect(await title()).toBe('On the primary')
    expect((await health()).problems).toEqual([HEALTH.replicaWrong])
  })

  test('while the primary restarts, calls wait for it; the log says so once, and leading goes on', async () => {
    const { app, logged, authorization } = await start(primary.url('postgres'))
    await expect.poll(async () => (await app.inject('/api/health/')).json<Health>().leads).toBe(true)
    const restarted = primary.restart(1500)
    await pause(500)
    const sent = { method: 'POST', url: '/api/subjects/', headers: { authorization } } as const
    const [read, write] = await Promise.all([
      app.inject('/api/items/?search=harbour'),
      app.inject({ ...sent, payload: { subject_name: 'Sent while it was away', subject_description: 'A test' } }),
    ])
    await restarted
    expect([read.statusCode, write.statusCode]).toEqual([200, 201])
    const found = await db.selectFrom('subject').select('id').where('subject_name', 'like', 'Sent while%').execute()
    expect(found).toEqual([{ id: write.json<{ id: number }>().id }])
    await expect
      .poll(async () => (await app.inject('/api/health/')).json<Health>().leads, { timeout: 15_000 })
      .toBe(true)
    expect(logged('This process does not lead any more')).toBe(1)
  }, 60_000)

  test('while the primary stays away, calls are refused for now after five seconds, and health and log say why', async () => {
    const { app, health, logged } = await start(primary.url('postgres'))
    expect((await health()).ready).toBe(true)
    const restarted = primary.restart(9000)
    await pause(300)
    const [refused, state] = await Promise.all([app.inject('/api/items/?search=mill'), health()])
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
    expect(state).toMatchObject({ ready: false, status: 'failed' })
    expect(state.problems).toContain(HEALTH.databaseAway)
    await restarted
    expect((await app.inject('/api/items/?search=mill')).statusCode).toBe(200)
    await expect.poll(() => logged('The database answers again'), { timeout: 20_000 }).toBe(1)
    expect(logged('It does not answer')).toBeGreaterThan(0)
  }, 60_000)
})
