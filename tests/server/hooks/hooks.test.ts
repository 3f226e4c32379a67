import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { deliver, type HookSettings } from '#server/hooks/deliver.ts'
import { deliverDueHooks } from '#server/hooks/hooks-job.ts'
import { MOST_URLS, purgeBody, queueHook } from '#server/hooks/queue-hook.ts'
import { NEVER } from '#server/mail/retry-delay.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

const SECRET = 'a secret of twenty-four letters'
interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}
let folder: string
let db: ArchiveDatabase
let receiver: Server
let base: string
let received: Received[]
/** How the receiver answers. */
let answer: (response: ServerResponse) => void
beforeEach(async () => {
  folder = await freshFolder()
  db = await openFreshDatabase(join(folder, 'archive.db'))
  received = []
  answer = (response) => response.writeHead(204).end()
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterEach(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await db.destroy()
})

const START = Date.parse('2026-11-23T10:00:00.000Z')
const settings = (more: Partial<HookSettings> = {}): HookSettings => ({
  webhook: { url: `${base}/hook`, secret: SECRET },
  purge: { url: `${base}/purge`, command: undefined, secret: undefined },
  ...more,
})
const ask = (reason: string, counter: number, at = START) =>
  inTransaction(db, (trx) => queueHook(trx, 'webhook', { reason, counter }, new Date(at)))
const pass = (at: number, more: Partial<HookSettings> = {}) =>
  deliverDueHooks({ db, settings: settings(more), now: () => at, random: () => 0.5 })
const waiting = () => db.selectFrom('hook').selectAll().execute()

test('a webhook arrives with its reason and counter, signed as Standard Webhooks are', async () => {
  await ask('Published “The mill”', 42)
  await pass(START)
  const [{ path, headers, body }] = received as [Received]
  expect(path).toBe('/hook')
  expect(JSON.parse(body)).toEqual({ reason: 'Published “The mill”', counter: 42 })
  const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`)
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  expect(headers['content-type']).toBe('application/json')
  expect(await waiting()).toEqual([])
})

test('a secret with the prefix of the standard is Base64', async () => {
  const key = Buffer.from('twenty-four bytes of key')
  await deliver({
    settings: settings({ webhook: { url: base, secret: `whsec_${key.toString('base64')}` } }),
    ...{ name: 'webhook', id: 'msg_1', body: '{}', now: 1_700_000_000_000 },
  })
  const expected = createHmac('sha256', key).update('msg_1.1700000000.{}').digest('base64')
  expect(received[0]!.headers['webhook-signature']).toBe(`v1,${expected}`)
})

test('one that fails is repeated with backoff for a day, with the same id, and then kept with its reason', async () => {
  answer = (response) => response.writeHead(503).end('busy')
  await ask('Published “A”', 1)
  await pass(START)
  await pass(START + 30_000)
  expect(received, 'not before its time').toHaveLength(1)
  expect(await waiting()).toMatchObject([
    {
      attempts: 1,
      last_error: 'WEBHOOK_URL answered 503 Service Unavailable.',
      next_attempt_at: '2026-11-23T10:01:00.000Z',
    },
  ])
  for (let hour = 1; hour <= 30; hour++) await pass(START + hour * 3_600_000)
  expect(await waiting()).toMatchObject([{ next_attempt_at: NEVER }])
  expect(received.length).toBeLessThan(20)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('one call waits, whatever is published while a receiver is down', async () => {
  answer = (response) => response.destroy()
  await ask('Published “A”', 1)
  await pass(START)
  await ask('Published “B”', 2, START + 1000)
  const rows = await waiting()
  expect(rows.map(({ body, attempts }) => [JSON.parse(body), attempts])).toEqual([
    [{ reason: 'Published “A”; Published “B”', counter: 2 }, 0],
  ])
  answer = (response) => response.end()
  await pass(START + 1000)
  expect(await waiting()).toEqual([])
})

test('what is published while a call is under way is told too', async () => {
  answer = (response) => void ask('Published “B”', 2, START + 5).then(() => response.end())
  await ask('Published “A”', 1)
  await pass(START)
  answer = (response) => response.end()
  await pass(START + 10)
  expect(received.map(({ body }) => (JSON.parse(body) as { counter: number }).counter)).toEqual([1, 2])
})

test('a receiver that hangs, redirects or is not there is told by the name of its setting', async () => {
  const once = (more: Partial<HookSettings> = {}, timeLimit?: number) =>
    deliver({ settings: settings(more), name: 'webhook', id: '1', body: '{}', ...(timeLimit && { timeLimit }) })
  answer = () => {}
  await expect(once({}, 200)).rejects.toThrow('WEBHOOK_URL did not answer within 0.2 seconds.')
  answer = (response) => response.writeHead(301, { location: `${base}/other` }).end()
  await expect(once()).rejects.toThrow('WEBHOOK_URL answered with a redirect (301). Set it to the final address.')
  expect(received.map(({ path }) => path)).not.toContain('/other')
  await expect(once({ webhook: { url: 'http://127.0.0.1:9', secret: SECRET } })).rejects.toThrow(
    /^WEBHOOK_URL can't be reached: /,
  )
})

test('caches get the URLs that changed; too many mean everything', async () => {
  const purge = (addresses: string[]) =>
    inTransaction(db, (trx) => queueHook(trx, 'purge', purgeBody('https://a.example', addresses), new Date(START)))
  await purge(['/itemview/1/', '/feed.xml'])
  await purge(['/itemview/2/', '/feed.xml'])
  await pass(START)
  expect(received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      '/purge',
      {
        urls: ['https://a.example/itemview/1/', 'https://a.example/feed.xml', 'https://a.example/itemview/2/'],
        everything: false,
      },
    ],
  ])
  const many = Array.from({ length: MOST_URLS + 1 }, (_, at) => `/itemview/${at}/`)
  expect(purgeBody('https://a.example', many)).toEqual({ urls: ['https://a.example/'], everything: true })
  await purge(['/about/'])
  await purge(many)
  await purge(['/about/'])
  expect((await waiting()).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { urls: ['https://a.example/'], everything: true },
  ])
})

test('a command gets the URLs on its standard input, and what it complains of is told', async () => {
  const file = join(folder, 'purged')
  const once = (command: string, timeLimit?: number) =>
    deliver({
      settings: settings({ purge: { url: undefined, command, secret: undefined } }),
      ...{ name: 'purge', id: '1', ...(timeLimit && { timeLimit }) },
      body: JSON.stringify({ urls: ['https://a.example/', 'https://a.example/feed.xml'], everything: false }),
    })
  await once(`cat > '${file}'`)
  expect(readFileSync(file, 'utf8')).toBe('https://a.example/\nhttps://a.example/feed.xml\n')
  await expect(once('echo "no such cache" >&2; exit 3')).rejects.toThrow(
    'PURGE_COMMAND ended with code 3: no such cache',
  )
  await expect(once('exec sleep 60', 300)).rejects.toThrow('PURGE_COMMAND did not end within 0.3 seconds.')
})

test('what is not configured any more is forgotten', async () => {
  await ask('Published “A”', 1)
  await pass(START, { webhook: undefined })
  expect([received, await waiting()]).toEqual([[], []])
})
