import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '#server/database/write.ts'
import { deliverDueHooks } from '#server/hooks/hooks-job.ts'
import { queueHook } from '#server/hooks/queue-hook.ts'
import { deliverDueMail } from '#server/mail/deliver-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Transport } from '#server/mail/transport.ts'
import { isDue } from '#server/publishing/rebuilds.ts'
import { testOnSqlite } from '../postgres/databases.ts'
import { emailOf, givePassword, logIn, post, tokensOf, withToken, type TokenPair } from './accounts/people.ts'
import { openTestArchive } from './fixtures.ts'
import { useSite } from './site/use-site.ts'
import { useArchive } from './use-archive.ts'

/** The clock is set by ten minutes, as after a start without a network, or differs between two machines. */
const JUMP = 10 * 60_000
const JUMPS = [
  ['back', -JUMP],
  ['forward', JUMP],
] as const

const town = useArchive(() => openTestArchive({}))
beforeAll(async () => {
  await givePassword(town, 'staff')
})
afterEach(() => vi.useRealTimers())
const setClock = (by: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })

describe.each(JUMPS)('a clock that is set %s ten minutes', (_, by) => {
  test('logs nobody out: what an access token no longer does, its refresh token does', async () => {
    const { access, refresh } = tokensOf(await logIn(town, emailOf('staff')))
    setClock(by)
    const me = async (token: string) => (await town.get('/auth/users/me/', withToken(token))).status
    expect(await me(access)).toBe(by > 0 ? 401 : 200)
    const renewed = await post(town, '/auth/jwt/refresh/', { refresh, rotate: true })
    expect(await me((renewed.json as TokenPair).access)).toBe(200)
    // Another tab still has the old one.
    expect((await post(town, '/auth/jwt/refresh/', { refresh, rotate: true })).status).toBe(200)
  })

  test('delays no letter and no call that waits', async () => {
    const [sent, called]: [string[], string[]] = [[], []]
    vi.stubGlobal('fetch', async (url: string) => (called.push(url), new Response()))
    onTestFinished(() => void vi.unstubAllGlobals())
    await inTransaction(town.db, async (trx) => {
      await queueMail(trx, { kind: 'reset', to: 'ann@example.org', name: 'Ann', uid: 'MQ', token: 't' })
      await queueHook(trx, 'webhook', { reason: 'Published', counter: 1 }, new Date())
    })
    setClock(by)
    const transport: Transport = {
      async send({ message: { to } }) {
        sent.push((to as { address: string }).address)
      },
      close() {},
    }
    await deliverDueMail({ db: town.db, transport, site: 'https://town.example' })
    const webhook = { url: 'https://builder.example/', secret: 's'.repeat(24) }
    await deliverDueHooks({ db: town.db, settings: { webhook, purge: undefined } })
    expect([sent, called]).toEqual([['ann@example.org'], [webhook.url]])
  })

  test('delays no build', () => {
    const at = new Date().toISOString()
    const later = new Date(Date.now() + by)
    expect(isDue({ requested_at: at, asked_again_at: at, at_once: 0 }, later, 60)).toBe(true)
  })

  // On PostgreSQL the database itself waits.
  testOnSqlite('changes nothing for a write that waits for another program', async () => {
    const other = new DatabaseSync(town.db.file)
    onTestFinished(() => other.close())
    town.db.sqlite.exec('pragma busy_timeout = 1')
    other.exec('begin immediate')
    const written = inTransaction(town.db, async () => 'written')
    setClock(by)
    setTimeout(() => other.exec('rollback'), 30)
    expect(await written).toBe('written')
  })
})

describe('a page that was changed while the clock was set back', () => {
  const site = useSite()

  test('is sent whole to a client that only knows the date of its copy', async () => {
    await site.release('one')
    const file = join(site.folder, 'current', 'index.html')
    const before = (await site.get('/')).headers['last-modified'] as string
    utimesSync(file, new Date(), new Date(Date.parse(before) - JUMP))
    expect((await site.get('/', { 'if-modified-since': before })).statusCode).toBe(200)
    expect((await site.get('/', { 'if-range': before, range: 'bytes=5-' })).statusCode).toBe(200)
    const { etag } = (await site.get('/')).headers
    expect((await site.get('/', { 'if-none-match': etag as string, 'if-modified-since': before })).statusCode).toBe(304)
    expect((await site.get('/', { range: 'bytes=5-' })).statusCode).toBe(206)
  })
})
