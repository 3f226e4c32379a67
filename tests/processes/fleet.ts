import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Health } from '#contract/status.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { createPublisher, createVolunteer, type Life } from '../bench/kill/clients.ts'
import { ACCOUNTS, makeAccounts, STAFF } from '../bench/kill/kill-run.ts'
import { createLedger } from '../bench/kill/ledger.ts'
import { examineAnswers, examineRows, type Faults } from '../bench/kill/verify.ts'
import { freePort, productEnv, start, untilUp, type Running } from '../e2e/setup/process.ts'
import { startOwnPostgres } from '../postgres/server.ts'
import { startBalancer } from './balancer.ts'

const START_WITHIN = 60_000
const SERVERS = 2
const VISITORS = 2
/** Volunteers at work, of those that have accounts. */
const AT_WORK = 2

/** Several processes of one archive behind a balancer, with visitors and volunteers at work. */
export async function startFleet() {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-fleet-'))
  const postgres = await startOwnPostgres()
  const settings = {
    ...{ DATA_DIR: folder, DATABASE_URL: postgres.url('postgres'), SHUTDOWN_GRACE: '2', LOG: '0' },
    // No builds of the site beside it: they are not what is looked at.
    ...{ REBUILD_DELAY: '3600', NIGHTLY_BUILD: 'off' },
  }
  const signIn = await makeAccounts(readConfig(settings))
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort))
  const servers: Running[] = []
  const health = (at: number) => `http://127.0.0.1:${ports[at]}/api/health/`
  const begin = async (at: number) => {
    const running = start(['scripts/serve.ts'], { ...productEnv(folder, ports[at]!), ...settings })
    servers[at] = running
    await untilUp([health(at)], running, START_WITHIN)
  }
  try {
    // One after the other: the first one makes the tables.
    for (let at = 0; at < SERVERS; at++) await begin(at)
  } catch (error) {
    for (const server of servers) await server.stop()
    await postgres.stop()
    throw error
  }
  const balancer = await startBalancer(ports)
  while (balancer.up() < SERVERS) await pause(20)

  const ledger = createLedger()
  const base = balancer.base
  const lifeOf = async (account: number): Promise<Life> => ({
    ...{ base, over: false, headers: { authorization: `JWT ${await signIn(account)}` } },
  })
  const staff = await lifeOf(STAFF)
  const lives = [...(await Promise.all(ACCOUNTS.slice(0, AT_WORK).map((_, at) => lifeOf(at + 1)))), staff]
  const workers = [...lives.slice(0, -1).map(() => createVolunteer(ledger)), createPublisher(ledger)]
  let over = false
  /** Writes whose connection was cut, and answers that nobody may get. */
  const writes = { cut: 0, faults: [] as string[] }
  const work = workers.map(async ({ live }, at) => {
    // It goes on where its connection was cut, as the product's own client does.
    while (!over) {
      await live(lives[at]!).catch((error: Error) => writes.faults.push(error.message))
      if (!over) writes.cut += 1
    }
  })
  const visits = { answered: 0, again: 0, failed: [] as string[] }
  // As many visitors: the share of work is an address's own.
  const visitor = () => ({ 'x-forwarded-for': `10.1.${visits.answered % 250}.${(visits.answered >> 8) % 250}` })
  const get = (path: string) =>
    fetch(base + path, { headers: visitor() }).then(
      async (answer) => (await answer.text(), answer.status),
      (error: Error) => error.message,
    )
  const visit = async (at: number) => {
    for (let visited = 0; !over; visited += 1) {
      const path = visited % 3 === 0 ? '/api/changes/' : `/api/items/?search=mill&page=${1 + ((at + visited) % 3)}`
      const first = await get(path)
      if (first !== 200) visits.again += 1
      const answer = first === 200 ? first : await get(path)
      if (answer === 200) visits.answered += 1
      else visits.failed.push(`${path} ${first}, then ${answer}`)
      await pause(5)
    }
  }
  const visiting = Array.from({ length: VISITORS }, (_, at) => visit(at))

  return {
    postgres,
    visits,
    writes,
    ledger,
    /** Kills a server without a word, and starts it again. */
    async kill(at: number): Promise<void> {
      process.kill(servers[at]!.pid, 'SIGKILL')
      await servers[at]!.ended
      await begin(at)
    },
    /** Restarts it as systemd does. */
    async restart(at: number): Promise<void> {
      await servers[at]!.stop()
      await begin(at)
    },
    /** The server that leads; undefined while none does. */
    async leader(): Promise<number | undefined> {
      const asked = ports.map((_, at) =>
        fetch(health(at)).then(
          async (answer) => ((await answer.json()) as Health).leads,
          () => false,
        ),
      )
      const leading = (await Promise.all(asked)).flatMap((leads, at) => (leads ? [at] : []))
      if (leading.length > 1) throw new Error('Two servers lead.')
      return leading[0]
    },
    allUp: () =>
      untilUp(
        ports.map((_, at) => health(at)),
        servers[0]!,
        START_WITHIN,
      ),
    /** Ends the work, and looks at everything that was acknowledged. */
    async examine(): Promise<Faults> {
      over = true
      for (const life of lives) life.over = true
      await Promise.all([...work, ...visiting])
      const config = readConfig(settings)
      const db = await openDatabase(config.databaseUrl!)
      try {
        const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
        return [
          ...(await examineAnswers({ ...staff, over: false }, ledger.acknowledged())),
          ...(await examineRows({ rows, folder, ledger, proven: new Set() })),
        ]
      } finally {
        await db.destroy()
      }
    },
    async stop(): Promise<void> {
      over = true
      for (const life of lives) life.over = true
      await Promise.allSettled([...work, ...visiting])
      await balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
export type Fleet = Awaited<ReturnType<typeof startFleet>>
