import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { API } from '#contract/messages.ts'
import { GRACE_PERIOD } from '#server/accounts/sessions.ts'
import { LIFETIME } from '#server/accounts/tokens.ts'
import { inTransaction } from '#server/database/write.ts'
import { TEST_ACCOUNTS, openTestArchive } from '../fixtures.ts'
import { emailOf, givePassword, logIn, post, tokensOf, withToken } from './people.ts'
import type { TokenPair } from './people.ts'
import { whileAnotherWrites } from '../raw-sql.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(() => openTestArchive({}))
beforeAll(async () => {
  for (const account of ['volunteer', 'staff'] as const) await givePassword(town, account)
})
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

const begin = async (account: 'volunteer' | 'staff' = 'staff') => tokensOf(await logIn(town, emailOf(account)))
const refresh = (token: string, rotate?: boolean) => post(town, '/auth/jwt/refresh/', { refresh: token, rotate })
const rotated = async (token: string) => (await refresh(token, true)).json as TokenPair
const logOut = (token: string) => post(town, '/auth/jwt/logout/', { refresh: token })
const me = async (access: string) => (await town.get('/auth/users/me/', withToken(access))).status
const verify = async (token: string) => (await post(town, '/auth/jwt/verify/', { token })).status
const rows = () => town.db.selectFrom('session').selectAll().execute()

describe('logging out', () => {
  test('ends this session with all its tokens, and no other', async () => {
    const [one, other] = [await begin(), await begin()]
    const again = (await rotated(one.refresh)).access
    expect((await logOut(one.refresh)).status).toBe(204)
    for (const token of [one.access, one.refresh, again]) expect(await verify(token)).toBe(401)
    expect([await me(one.access), await me(again), await me(other.access)]).toEqual([401, 401, 200])
    expect((await refresh(one.refresh, true)).status).toBe(401)
    expect((await refresh(other.refresh)).status).toBe(200)
    expect(await logOut(one.refresh)).toMatchObject({ status: 401, json: { detail: API.badToken } })
  })

  test('takes a refresh token only, in the body', async () => {
    const { access, refresh: renewing } = await begin()
    for (const token of [access, 'garbage', '']) expect((await logOut(token)).status).toBe(401)
    expect((await post(town, '/auth/jwt/logout/', {})).status).toBe(400)
    expect(await me(access)).toBe(200)
    expect((await post(town, '/auth/jwt/logout/', { refresh: renewing }, withToken('ran.out.token'))).status).toBe(204)
  })

  test('deletes the stored session after its last token expires', async () => {
    const { refresh: renewing } = await begin()
    await logOut(renewing)
    expect((await rows()).length).toBeGreaterThan(0)
    pass(LIFETIME.refresh * 1000 + 1000)
    await logOut((await begin()).refresh)
    expect(await rows()).toHaveLength(1)
  })
})

describe('refresh tokens', () => {
  test('are not rotated for clients of the spec, and nothing is written', async () => {
    const { refresh: renewing } = await begin()
    const before = await rows()
    for (let at = 0; at < 5; at++) {
      pass(24 * 60 * 60 * 1000)
      const answer = await refresh(renewing)
      expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['access']])
    }
    expect(await rows()).toEqual(before)
  })

  test('are rotated on request; the old one is valid for 60 s and until the new one is used', async () => {
    const first = await begin()
    const second = await rotated(first.refresh)
    expect(second.refresh).not.toBe(first.refresh)
    pass(GRACE_PERIOD * 5)
    // The answer may have been lost.
    const retried = await rotated(first.refresh)
    expect((await refresh(retried.refresh)).status).toBe(200)
    expect(await verify(second.refresh)).toBe(200)
    expect(await verify(first.refresh)).toBe(401)
  })

  test('reusing an old one ends its session', async () => {
    const first = await begin()
    const second = await rotated(first.refresh)
    const third = await rotated(second.refresh)
    pass(GRACE_PERIOD - 1)
    expect((await refresh(first.refresh)).status).toBe(200)
    pass(2)
    expect((await refresh(first.refresh)).status).toBe(401)
    for (const token of [third.refresh, third.access, second.refresh]) expect(await verify(token)).toBe(401)
    expect((await refresh(third.refresh, true)).status).toBe(401)
  })

  test('two tabs can rotate the same one concurrently', async () => {
    const first = await begin()
    const both = await Promise.all([rotated(first.refresh), rotated(first.refresh)])
    pass(GRACE_PERIOD * 2)
    for (const pair of both) expect(await verify(pair.refresh)).toBe(200)
  })

  test.each(['another program', 'this one'])('are not rotated while %s writes for long', async (writer) => {
    const first = await begin()
    const rotate = () => refresh(first.refresh, true)
    const writes = writer === 'this one' ? inTransaction : whileAnotherWrites
    const answer = await writes(town.db, rotate)
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['access']])
    expect((await rotated(first.refresh)).refresh).toBeDefined()
  })
})

/** A token with its user, its session and the serial number at the time. */
interface Held {
  account: 'volunteer' | 'staff'
  session: number
  serial: number
  pair: TokenPair
  issuedAt: number
}

test('no token works for another user or after its end, in any order of events', async () => {
  const step = fc.record({
    kind: fc.constantFrom('login', 'refresh', 'rotate', 'rotate', 'rotate', 'logout', 'end', 'restore'),
    account: fc.constantFrom('volunteer' as const, 'staff' as const),
    which: fc.nat(50),
    wait: fc.constantFrom(0, 1000, GRACE_PERIOD - 5000, GRACE_PERIOD + 1000, 11 * 60_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const held: Held[] = []
      const over = new Set<number>()
      let sessions = 0
      for (const { kind, account, which, wait } of steps) {
        pass(wait)
        const one = held[which % Math.max(1, held.length)]
        if (kind === 'login') {
          held.push({ account, session: ++sessions, serial: 1, pair: await begin(account), issuedAt: Date.now() })
        } else if (kind === 'end' || kind === 'restore') {
          // A restore changes the archive's id.
          if (kind === 'restore')
            await town.db
              .updateTable('archive_state')
              .set({ archive: `r${Math.random()}` })
              .execute()
          else
            await town.send('/auth/users/end_sessions/', {
              method: 'POST',
              as: account,
              headers: await freshly(account),
            })
          for (const each of held) if (kind === 'restore' || each.account === account) over.add(each.session)
        } else if (one && kind === 'logout') {
          if ((await logOut(one.pair.refresh)).status === 204) over.add(one.session)
        } else if (one) {
          const answer = await refresh(one.pair.refresh, kind === 'rotate')
          if (over.has(one.session)) expect(answer.status).toBe(401)
          else if (answer.status === 401) over.add(one.session)
          else {
            const { access, refresh: next = one.pair.refresh } = answer.json as Partial<TokenPair> & { access: string }
            held.push({ ...one, pair: { access, refresh: next }, issuedAt: Date.now() })
          }
        }
        for (const { account: whose, session, pair, issuedAt } of held) {
          const answer = await town.get('/auth/users/me/', withToken(pair.access))
          const isOver = over.has(session) || Date.now() >= issuedAt + LIFETIME.access * 1000
          if (isOver) expect(answer.status).toBe(401)
          else expect(answer.json).toMatchObject({ id: TEST_ACCOUNTS[whose].id })
          if (over.has(session)) expect(await verify(pair.refresh)).toBe(401)
        }
      }
    }),
    { numRuns: runs(15) },
  )
  async function freshly(account: 'volunteer' | 'staff') {
    return withToken((await begin(account)).access)
  }
}, 120_000)
