import crypto from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_PAUSE } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import { OTHER_PASSWORD, PASSWORD, emailOf, givePassword, logIn, post, tokensOf, withToken } from './people.ts'
import { whileAnotherWrites } from '../raw-sql.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
beforeAll(async () => {
  for (const account of ['volunteer', 'otherVolunteer', 'society', 'staff'] as const) await givePassword(town, account)
  const set = (values: object, account: keyof typeof TEST_ACCOUNTS) =>
    town.db.updateTable('account').set(values).where('id', '=', TEST_ACCOUNTS[account].id).execute()
  await set({ disabled_at: '2026-01-02T00:00:00.000Z' }, 'otherVolunteer')
  await set({ activated_at: null }, 'society')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** An address without earlier attempts. */
let address = ''
let counter = 0
beforeEach(() => (address = `203.0.113.${++counter}`))

describe('a failed login does not reveal the reason', () => {
  const reasons = [
    ['an account that there is not', 'nobody@example.org', PASSWORD],
    ['a wrong password', emailOf('staff'), OTHER_PASSWORD],
    ['a disabled account', emailOf('otherVolunteer'), PASSWORD],
    ['an account that was not activated', emailOf('society'), PASSWORD],
    ['an account without a password', emailOf('administrator'), PASSWORD],
  ] as const

  test.each(reasons)('%s: same answer after the same work', async (_, email, password) => {
    const derive = vi.spyOn(crypto, 'argon2')
    const answer = await logIn(town, email, password, address)
    expect(answer).toMatchObject({ status: 401, json: { detail: API.badLogin } })
    expect(
      derive.mock.calls.map(([kind, { memory, passes, parallelism, tagLength }]) => [
        kind,
        memory,
        passes,
        parallelism,
        tagLength,
      ]),
    ).toEqual([['argon2id', 19 * 1024, 2, 1, 32]])
  })

  test('not in the headers', async () => {
    const shapes = new Set<string>()
    for (const [, email, password] of reasons) {
      const { headers } = await logIn(town, email, password, address)
      shapes.add(JSON.stringify({ ...headers, date: '', 'x-request-id': '' }))
    }
    expect(shapes.size).toBe(1)
  })

  test('not by throttling', async () => {
    for (const [at, email] of ['nobody2@example.org', emailOf('volunteer')].entries()) {
      const statuses: number[] = []
      for (let tries = 0; tries < LOGIN_PAUSE.account.free + 2; tries++) {
        statuses.push((await logIn(town, email, OTHER_PASSWORD, `${address}${at}`)).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
      const refused = await logIn(town, email, PASSWORD, `${address}${at}`)
      const seconds = Number(refused.headers['retry-after'])
      expect(refused).toMatchObject({ status: 429, json: { detail: API.throttled(seconds) } })
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(LOGIN_PAUSE.account.first)
    }
  })
})

test('at most two passwords are hashed at once, the others wait', async () => {
  let running = 0
  let most = 0
  const original = crypto.argon2
  vi.spyOn(crypto, 'argon2').mockImplementation((kind, parameters, done) => {
    most = Math.max(most, ++running)
    original(kind, parameters, (...result) => {
      running -= 1
      done(...result)
    })
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => logIn(town, `crowd${at}@example.org`, PASSWORD, `${address}${at % 10}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401))
  expect(most).toBe(2)
})

test('a login rehashes a password with outdated parameters', async () => {
  const salt = crypto.randomBytes(16)
  const nonce = { message: PASSWORD, nonce: salt, memory: 8 * 1024, passes: 1, parallelism: 1, tagLength: 32 }
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(crypto.argon2Sync('argon2id', nonce))}`
  const id = TEST_ACCOUNTS.staff.id
  await town.db.updateTable('account').set({ password_hash: old }).where('id', '=', id).execute()
  const kept = async () =>
    (await town.db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst())!
      .password_hash!
  expect((await logIn(town, emailOf('staff'), OTHER_PASSWORD, address)).status).toBe(401)
  expect(await kept()).toBe(old)
  const { access } = tokensOf(await logIn(town, emailOf('staff'), PASSWORD, address))
  expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect((await town.get('/auth/users/me/', withToken(access))).status).toBe(200)
  expect((await logIn(town, emailOf('staff'), PASSWORD, address)).status).toBe(200)
})

test('a login works while another program writes', async () => {
  const answer = await whileAnotherWrites(town.db, () => logIn(town, emailOf('staff'), PASSWORD, address))
  expect(answer.status).toBe(200)
})

test('a full queue does not count as a failed login, and known devices still get in', async () => {
  const send = (body: object) => post(town, '/auth/jwt/create/', body, { 'x-forwarded-for': address })
  const body = { email: emailOf('staff'), password: PASSWORD }
  const { device } = (await send({ ...body, device: '' })).json as { device: string }
  // An unknown address.
  address = `203.0.113.2${counter}`
  const STRANGERS = 'Strangers-1'
  const held: (() => void)[] = []
  let holding = true
  const original = crypto.argon2
  vi.spyOn(crypto, 'argon2').mockImplementation((kind, parameters, done) => {
    const isStranger = String(parameters.message) === STRANGERS
    const go = () => (isStranger ? done(null, crypto.randomBytes(32)) : original(kind, parameters, done))
    if (holding) held.push(go)
    else go()
  })
  const statuses: number[] = []
  const strangers = Array.from({ length: 200 }, async (_, at) => {
    statuses.push((await logIn(town, `flood${at}@example.org`, STRANGERS, `10.8.${at}.1`)).status)
  })
  await expect.poll(() => statuses).toHaveLength(50)
  expect(new Set(statuses)).toEqual(new Set([503]))
  for (let at = 0; at < LOGIN_PAUSE.account.free + 3; at++) {
    const refused = await send({ ...body, password: OTHER_PASSWORD })
    expect(refused).toMatchObject({ status: 503, json: { detail: API.manyLogins } })
    expect(refused.headers['retry-after']).toBe('5')
  }
  const known = send({ ...body, device })
  holding = false
  for (const go of held) go()
  expect((await known).status).toBe(200)
  await Promise.all(strangers)
  expect(statuses.filter((status) => status === 401)).toHaveLength(150)
  expect((await send(body)).status).toBe(200)
})

describe('a device', () => {
  const send = (body: object, from = address) => post(town, '/auth/jwt/create/', body, { 'x-forwarded-for': from })
  const body = { email: emailOf('staff'), password: PASSWORD }
  const newDevice = async () => ((await send({ ...body, device: '' })).json as { device: string }).device
  const lockOut = async (email: string) => {
    for (let at = 0; at < LOGIN_PAUSE.account.free + 2; at++) {
      await send({ email, password: OTHER_PASSWORD }, `198.51.${counter}.${at}`)
    }
    expect((await send({ email, password: PASSWORD }, `198.51.${counter}.99`)).status).toBe(429)
  }

  test.each(['garbage', 'a.b.c', ''])('an invalid token (%j) is ignored', async (device) => {
    expect((await send({ ...body, device })).status).toBe(200)
  })

  test('does not authenticate anything by itself', async () => {
    const device = await newDevice()
    expect((await town.get('/api/items/', withToken(device))).status).toBe(401)
    for (const path of ['verify', 'refresh', 'logout']) {
      const answer = await post(town, `/auth/jwt/${path}/`, { token: device, refresh: device })
      expect(answer.status).toBe(401)
    }
    expect((await send({ ...body, password: OTHER_PASSWORD, device })).status).toBe(401)
    const email = emailOf('administrator')
    await givePassword(town, 'administrator')
    await lockOut(email)
    expect((await send({ email, password: PASSWORD, device }, `192.0.2.${counter}`)).status).toBe(429)
  })

  test('is returned on request, and can log in while others guess', async () => {
    expect(Object.keys((await send(body)).json)).toEqual(['access', 'refresh'])
    const device = await newDevice()
    await lockOut(emailOf('staff'))
    const answer = await send({ ...body, device }, `192.0.2.${counter}`)
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['access', 'refresh', 'device']])
  })
})
