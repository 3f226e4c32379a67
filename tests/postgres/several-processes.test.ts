import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOGIN_PAUSE } from '#contract/limits.ts'
import { createApp, type AppParts } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { createReadLimit } from '#server/http/call-limits.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import { deliverDueMail } from '#server/mail/deliver-mail.ts'
import type { PictureSource } from '#server/scans/derivatives.ts'
import { startPictureJob } from '#server/scans/picture-tasks.ts'
import type { PictureWork } from '#server/scans/picture-work.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { openTestArchive, type TestArchive } from '../server/fixtures.ts'
import { useArchive } from '../server/use-archive.ts'

/** Two processes of one archive, each with connections and caches of its own: what they share is the database and the folder. */
const LIMITS: Partial<AppParts> = { writeLimits: { account: 50, address: 50, seconds: 600 } }
const town = useArchive(() => openTestArchive(undefined, LIMITS))
let others: ArchiveDatabase
let apps: TestArchive['app'][]
beforeAll(async () => {
  others = await openPostgres(town.db.engine.address, { server: true })
  const config = readConfig({ DATA_DIR: town.folder })
  const second = await createApp(config, { db: others, media: openMediaStore(config), ...LIMITS })
  apps = [town.app, second]
})
afterAll(async () => {
  await apps[1]?.close()
  await others.destroy()
})
/** The processes take turns, as behind a balancer. */
const inTurn = (at: number) => apps[at % 2]!

test('pauses after wrong passwords hold in all processes, and no address is stored', async () => {
  const password_hash = await hashPassword('Right-1835')
  await town.db.updateTable('account').set({ password_hash }).where('id', '=', 1).execute()
  const logIn = async (at: number, password: string) =>
    (
      await inTurn(at).inject({
        method: 'POST',
        url: '/auth/jwt/create/',
        payload: { email: 'volunteer@example.org', password },
        remoteAddress: `192.0.2.${at + 1}`,
      })
    ).statusCode
  const { free } = LOGIN_PAUSE.account
  for (let at = 0; at < free; at++) expect(await logIn(at, 'Wrong-1835')).toBe(401)
  // This one begins the pause.
  const codes = [
    await logIn(free, 'Wrong-1835'),
    await logIn(free + 1, 'Right-1835'),
    await logIn(free + 2, 'Right-1835'),
  ]
  expect(codes.slice(-2)).toEqual([429, 429])
  const { rows } = await sql`select * from rate_limit`.execute(town.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/example\.org|192\.0\.2/)
})

test('writes of one account are counted in all processes together', async () => {
  const headers = await town.signIn('otherVolunteer')
  const codes: number[] = []
  for (let at = 0; at < 51; at++) {
    const sent = { method: 'POST', url: '/api/subjects/', payload: {}, remoteAddress: '198.51.100.7', headers } as const
    codes.push((await inTurn(at).inject(sent)).statusCode)
  }
  expect(codes.slice(0, 50)).not.toContain(429)
  expect(codes[50]).toBe(429)
})

test('the work of list reads is counted together; each process may add one step', async () => {
  const limits = [town.db, others].map(({ engine }) =>
    createReadLimit({ address: 1000, network: 5000, seconds: 600, pause: 0 }, engine.createLimiter.bind(engine)),
  )
  const isRefused = (at: number) =>
    limits[at]!.check('203.0.113.5').then(
      () => false,
      () => true,
    )
  for (let done = 0; done < 990; done += 45) await limits[(done / 45) % 2]!.charge('203.0.113.5', 45)
  expect([await isRefused(0), await isRefused(1)]).toEqual([false, false])
  await limits[0]!.charge('203.0.113.5', 45)
  await limits[1]!.charge('203.0.113.5', 45)
  expect([await isRefused(0), await isRefused(1)]).toEqual([true, true])
})

test('what one process writes, the caches of the other answer at once', async () => {
  const title = async (at: number) => {
    const { results } = (await inTurn(at).inject('/api/items/?search=mill')).json<{ results: { title: string }[] }>()
    return results.map((item) => item.title)
  }
  const facets = async (at: number) => (await inTurn(at).inject('/api/items/facets/')).headers['etag']
  const before = [await title(0), await title(1), await facets(0), await facets(1)]
  expect(before[1]).toEqual(before[0])
  expect(before[3]).toEqual(before[2])
  const headers = await town.signIn('staff')
  const address = '/api/records/items/1/'
  const { version } = (await apps[0]!.inject({ url: address, headers })).json<{ version: string }>()
  const edited = await apps[0]!.inject({
    ...{ method: 'PATCH', url: address, payload: { title: 'The mill, renamed' } },
    headers: { ...headers, 'if-match': `"${version}"` },
  })
  expect(edited.statusCode).toBe(200)
  expect(await title(1)).toContain('The mill, renamed')
  expect(await facets(1)).not.toBe(before[3])
})

test('a call with a key that reaches both processes at once is done once', async () => {
  const headers = { ...(await town.signIn('staff')), 'idempotency-key': 'both-at-once' }
  const payload = { subject_name: 'Ice houses', subject_description: 'Where ice was kept' }
  const answers = await Promise.all(
    apps.map((app) => app.inject({ method: 'POST', url: '/api/subjects/', payload, headers })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const [one, other] = answers.map((answer) => answer.json<{ id: number }>().id)
  expect(one).toBe(other)
})

test('every letter is sent once, by one of the two', async () => {
  const now = new Date().toISOString()
  const letters = Array.from({ length: 100 }, (_, at) => ({
    ...{ recipient: `${at}@example.org`, kind: 'reset' as const, subject: 's', text: 't', html: 'h' },
    ...{ created_at: now, next_attempt_at: now },
  }))
  await town.db.insertInto('mail').values(letters).execute()
  const sent: string[][] = [[], []]
  const deliver = (db: ArchiveDatabase, at: number) =>
    deliverDueMail({
      ...{ db, site: 'https://archive.example.org' },
      transport: {
        send: async ({ message }) => {
          sent[at]!.push((message.to as { address: string }).address)
          await new Promise(setImmediate)
        },
        close: () => {},
      },
    })
  await Promise.all([deliver(town.db, 0), deliver(others, 1)])
  expect(sent.flat().sort()).toEqual(letters.map(({ recipient }) => recipient).sort())
  for (const each of sent) expect(each.length).toBeGreaterThan(0)
  expect(await town.db.selectFrom('mail').selectAll().execute()).toEqual([])
})

test('every picture is made once, by one of the two', async () => {
  const [scan] = await town.db.selectFrom('scan').selectAll().limit(1).execute()
  const versions = Array.from({ length: 30 }, (_, at) => `version-${at}`)
  await town.db.deleteFrom('picture_task').execute()
  for (const [at, version] of versions.entries()) {
    const { id: _, ...row } = { ...scan!, version, watermark: version, scan_order: 100 + at }
    await town.db.insertInto('scan').values(row).execute()
    await town.db.insertInto('picture_task').values({ version, created_at: '2026' }).execute()
  }
  const made: string[][] = [[], []]
  const pictures = (at: number): PictureWork =>
    ({
      ensure: async ({ watermark }: PictureSource) => {
        made[at]!.push(watermark!.text)
        await new Promise(setImmediate)
      },
      makeTiles: async () => {},
    }) as unknown as PictureWork
  const jobs = [town.db, others].map((db, at) => startPictureJob({ db, pictures: pictures(at) }, { pollEvery: 5 }))
  await expect.poll(() => town.db.selectFrom('picture_task').selectAll().execute()).toEqual([])
  for (const job of jobs) await job.stop()
  expect(made.flat().sort()).toEqual(versions.sort())
  for (const each of made) expect(each.length).toBeGreaterThan(0)
})
