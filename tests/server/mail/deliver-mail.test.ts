import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { society } from '#society'
import { openDatabase } from '#server/database/open.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { deliverDueMail, type Delivery, startMailJob } from '#server/mail/deliver-mail.ts'
import { NEVER } from '#server/mail/retry-delay.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Letter } from '#server/mail/queue-mail.ts'
import { openTransport, outboxTransport, smtpTransport } from '#server/mail/transport.ts'
import { openMailServer } from './mail-server.ts'
import type { MailServer } from './mail-server.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const SITE = 'https://archive.example.org'
const MINUTE = 60_000
let folder: string
let db: ArchiveDatabase
let server: MailServer
let url: string
beforeEach(async () => {
  folder = await freshFolder()
  db = await openFreshDatabase(join(folder, 'archive.db'), { server: true })
  server = await openMailServer()
  url = server.url
})
afterEach(async () => {
  await server.close()
  await db.destroy()
})

const invitation = (to: string): Letter => ({
  kind: 'invitation',
  to,
  name: 'Ann',
  uid: 'MQ',
  token: `for-${to.split('@')[0]}`,
})
const queue = (...letters: Letter[]) =>
  db.transaction().execute(async (trx) => {
    for (const letter of letters) await queueMail(trx, letter)
  })
const waiting = () => db.selectFrom('mail').selectAll().orderBy('id').execute()

/** A pass over SMTP, `later` milliseconds from now. */
async function pass(later = 0, parts: Partial<Delivery> = {}) {
  const transport = smtpTransport(url)
  try {
    const now = () => Date.now() + later
    return await deliverDueMail({ db, transport, site: SITE, now, random: () => 0.5, ...parts })
  } finally {
    transport.close()
  }
}

test('a letter arrives with both parts and its link, and is deleted', async () => {
  await queue(invitation('ann@example.org'))
  const [{ created_at }] = (await waiting()) as unknown as [{ created_at: string }]
  expect(await pass()).toEqual({ sent: 1, failures: [] })
  expect(await waiting()).toEqual([])
  const [{ to, mail }] = server.received as [MailServer['received'][number]]
  expect(to).toEqual(['ann@example.org'])
  expect(mail.from).toMatchObject({ name: society.name, address: society.email })
  for (const part of [mail.text, mail.html]) expect(part).toContain(`${SITE}/activate/MQ/for-ann`)
  expect(mail.date).toBe(`${created_at.slice(0, 19)}.000Z`)
  expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@.+>$/)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(await pass()).toEqual({ sent: 0, failures: [] })
})

test('typed text cannot add headers or recipients', async () => {
  const name = 'Ann\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>'
  await queue({ kind: 'published', to: 'ann@example.org', name, title: `${name} – Müller’s`, path: '/itemview/1/' })
  await pass()
  const [{ to, mail }] = server.received as [MailServer['received'][number]]
  expect(to).toEqual(['ann@example.org'])
  expect(mail.bcc).toBeUndefined()
  expect(mail.subject).toMatch(/^Published: “Ann Bcc: all@example\.org <script>.* – Müller’s”$/)
  expect(mail.html).not.toContain('<script>')
})

test('an invalid recipient does not affect other letters', async () => {
  await queue(
    { ...invitation('ann@example.org'), to: 'ann@example.org, all@example.org' },
    invitation('bea@example.org'),
  )
  await pass()
  await pass(2 * MINUTE)
  expect(server.received.flatMap(({ to }) => to)).not.toContain('all@example.org')
  expect(server.received.flatMap(({ to }) => to)).toContain('bea@example.org')
})

test('retries with backoff while the server is down, then delivers once', async () => {
  await queue(invitation('ann@example.org'), invitation('bea@example.org'))
  await server.close()
  const { sent, failures } = await pass()
  // The second letter did not wait for the same server.
  expect([sent, failures.length]).toEqual([0, 1])
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([1, 0])
  const due: number[] = []
  let at = 0
  for (let attempt = 2; attempt <= 6; attempt++) {
    const [first] = await waiting()
    at = Date.parse(first!.next_attempt_at) - Date.now()
    due.push(Math.round(at / MINUTE))
    // Each pass ends with the first refused connection.
    await pass(at)
    await pass(at)
  }
  expect(due).toEqual([1, 3, 7, 15, 31])
  expect((await waiting()).map(({ attempts }) => attempts)).toEqual([6, 5])
  expect((await waiting())[0]!.last_error).toContain('ECONNREFUSED')

  server = await openMailServer({ port: Number(new URL(url).port) })
  expect(await pass(at)).toMatchObject({ sent: 0 })
  expect(await pass(at + 60 * MINUTE)).toMatchObject({ sent: 2 })
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['ann@example.org', 'bea@example.org'])
  expect(await waiting()).toEqual([])
})

test.each([
  ['asks to come back', 451, 1],
  ['refuses for good', 550, 60],
])('after a server %s (%d) the letter is retried after %d minutes, others right away', async (_, code, minutes) => {
  await queue(invitation('ann@example.org'), invitation('bea@example.org'))
  server.answers.push(code)
  const { sent, failures } = await pass()
  expect(sent).toBe(1)
  expect(failures.join()).toContain(String(code))
  const [row] = await waiting()
  expect(row!.last_error).not.toContain('ann')
  expect(row!.last_error).not.toContain('for-')
  expect(await pass((minutes - 0.2) * MINUTE)).toMatchObject({ sent: 0 })
  expect(await pass((minutes + 0.2) * MINUTE)).toMatchObject({ sent: 1 })
  expect(server.received.map(({ to }) => to[0])).toEqual(['bea@example.org', 'ann@example.org'])
})

test('a letter is given up after five days, and stays in the table', async () => {
  await queue(invitation('ann@example.org'))
  await server.close()
  let passes = 0
  for (let at = 0; passes < 60; passes++) {
    await pass(at)
    const [row] = await waiting()
    if (row!.next_attempt_at === NEVER) break
    at = Date.parse(row!.next_attempt_at) - Date.now()
    expect(at).toBeLessThan(5 * 24 * 60 * MINUTE)
  }
  expect(passes).toBeGreaterThan(15)
  expect(passes).toBeLessThan(40)
  expect(await pass(365 * 24 * 60 * MINUTE)).toEqual({ sent: 0, failures: [] })
  expect((await waiting())[0]).toMatchObject({ recipient: 'ann@example.org', attempts: passes + 1 })
})

test('the message id is the same for every attempt', async () => {
  await queue(invitation('ann@example.org'))
  const [row] = await waiting()
  await pass()
  await db.insertInto('mail').values(row!).execute()
  await pass()
  expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(1)
  expect(server.received).toHaveLength(2)
})

test('two concurrent deliveries send each letter once', async () => {
  await queue(...Array.from({ length: 20 }, (_, at) => invitation(`p${at}@example.org`)))
  const other = await openDatabase(db.engine.address, { server: true })
  const both = await Promise.all([pass(), pass(0, { db: other }), pass(0, { db: other })])
  await other.destroy()
  expect(both.reduce((sum, { sent }) => sum + sent, 0)).toBe(20)
  expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(20)
  expect(server.received).toHaveLength(20)
})

test('without a mail server each letter is a file readable by its owner only', async () => {
  const outbox = join(folder, 'outbox')
  await queue(invitation('ann@example.org'), { ...invitation('bea@example.org'), kind: 'reset' } as Letter)
  const transport = openTransport({ smtpUrl: undefined, dataDir: folder })
  expect(await deliverDueMail({ db, transport, site: SITE })).toEqual({ sent: 2, failures: [] })
  const files = readdirSync(outbox).sort()
  expect(files).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-invitation-1\.eml$/),
    expect.stringMatching(/-reset-2\.eml$/),
  ])
  expect(statSync(outbox).mode & 0o777).toBe(0o700)
  expect(statSync(join(outbox, files[0]!)).mode & 0o777).toBe(0o600)
  const mail = await PostalMime.parse(readFileSync(join(outbox, files[0]!)))
  expect(mail.to).toMatchObject([{ address: 'ann@example.org' }])
  for (const part of [mail.text, mail.html]) expect(part).toContain(`${SITE}/activate/MQ/for-ann`)
})

test('if the outbox is not writable the letter is kept, and no partial file is left', async () => {
  writeFileSync(join(folder, 'taken'), '')
  await queue(invitation('ann@example.org'))
  const transport = outboxTransport(join(folder, 'taken'))
  const { sent, failures } = await deliverDueMail({ db, transport, site: SITE })
  expect([sent, failures.length]).toEqual([0, 1])
  expect(await waiting()).toHaveLength(1)
})

test('the job sends queued letters, and finishes the current one when it stops', async () => {
  const job = startMailJob({ db, openTransport: () => smtpTransport(url), site: SITE, pollEvery: 5 })
  await queue(invitation('ann@example.org'), invitation('bea@example.org'))
  await expect.poll(() => server.received.length).toBeGreaterThan(0)
  await job.stop()
  expect((await waiting()).length + server.received.length).toBe(2)
  await setTimeout(20)
  expect((await waiting()).length + server.received.length).toBe(2)
})

test('stopping the job does not wait for an unresponsive mail server', async () => {
  await queue(invitation('ann@example.org'))
  const started = Promise.withResolvers<void>()
  const silent = { send: () => (started.resolve(), new Promise<void>(() => {})), close: () => {} }
  const job = startMailJob({ db, openTransport: () => silent, site: SITE, stopTimeout: 20 })
  await started.promise
  await job.stop()
  // Still claimed: it may have arrived.
  expect((await waiting())[0]).toMatchObject({ attempts: 0 })
  expect(await pass()).toEqual({ sent: 0, failures: [] })
  expect(await pass(16 * MINUTE)).toEqual({ sent: 1, failures: [] })
})
