import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { society } from '#society'
import { API } from '#contract/messages.ts'
import { readSecretKey, LIFETIME, createTokens, type Claims } from '#server/accounts/tokens.ts'
import { claimsOf } from '../claims.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import { OTHER_PASSWORD, PASSWORD, emailOf, givePassword, letters, logIn, post, tokensOf, withToken } from './people.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
let secret: string
beforeAll(async () => {
  staff = await claimsOf(town.db, staffId)
  secret = readSecretKey({ dataDir: town.folder, secretKey: undefined })
  for (const account of ['volunteer', 'society', 'staff', 'administrator'] as const) await givePassword(town, account)
})
afterAll(() => vi.useRealTimers())

const verify = (token: string) => post(town, '/auth/jwt/verify/', { token })
const refresh = (token: string) => post(town, '/auth/jwt/refresh/', { refresh: token })
const staffId = TEST_ACCOUNTS.staff.id
let staff: Claims

test('a login returns two tokens that identify the user, can be verified and refreshed', async () => {
  const answer = await logIn(town, emailOf('staff'))
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { access, refresh: renewing } = tokensOf(answer)
  expect(Object.keys(answer.json)).toEqual(['access', 'refresh'])
  const me = await town.get('/auth/users/me/', withToken(access))
  expect(me.status).toBe(200)
  expect(me.headers['cache-control']).toContain('no-store')
  expect(me.json).toEqual({
    id: TEST_ACCOUNTS.staff.id,
    email: 'staff@example.org',
    name: 'staff',
    organization: society.organizationId,
    role: 'staff',
    may: ['submit', 'credit', 'describe_archivally', 'add_collections', 'review'],
  })
  for (const token of [access, renewing]) expect(await verify(token)).toMatchObject({ status: 200, json: {} })
  const renewed = await refresh(renewing)
  expect(renewed.status).toBe(200)
  expect(Object.keys(renewed.json)).toEqual(['access'])
  expect((await town.get('/auth/users/me/', withToken(tokensOf(renewed).access))).status).toBe(200)
  const row = await town.db.selectFrom('account').select('last_login_at').where('id', '=', staffId).execute()
  expect(row[0]!.last_login_at).not.toBeNull()
})

test.each([
  ['volunteer', null, 'volunteer', ['submit', 'credit']],
  ['society', society.organizationId, 'society', ['submit', 'credit', 'describe_archivally', 'add_collections']],
] as const)('me says what a %s may', async (account, organization, role, may) => {
  const { access } = tokensOf(await logIn(town, emailOf(account)))
  expect((await town.get('/auth/users/me/', withToken(access))).json).toMatchObject({ organization, role, may })
})

test('e-mail addresses ignore case and surrounding spaces', async () => {
  expect((await logIn(town, `  ${emailOf('staff').toUpperCase()} `)).status).toBe(200)
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from
const claims = () => {
  const { account, ...said } = staff
  return { token_type: 'access', ...said, sub: String(account), exp: seconds(600) }
}
const signed = (header: object, payload: object, hash = 'sha256', key = secret) => {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const HS256 = { alg: 'HS256', typ: 'JWT' }
const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))

const BAD: [string, () => string | Promise<string>][] = [
  ['of no algorithm', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
  ['of no algorithm, with a signature', () => signed({ alg: 'none' }, claims())],
  ['of HS512', () => signed({ alg: 'HS512' }, claims(), 'sha512')],
  ['that says RS256', () => signed({ alg: 'RS256' }, claims())],
  ['of another secret', () => signed(HS256, claims(), 'sha256', 'x'.repeat(43))],
  ['of an empty secret', () => signed(HS256, claims(), 'sha256', '')],
  [
    'whose claims were changed',
    () => signed(HS256, claims()).replace(/\.[^.]+\./, `.${part({ ...claims(), sub: '5' })}.`),
  ],
  ['that has expired', () => signed(HS256, { ...claims(), exp: seconds(-1) })],
  ['that never expires', () => signed(HS256, without('exp'))],
  ['of nobody', () => signed(HS256, without('sub'))],
  ['of an account that there is not', () => signed(HS256, { ...claims(), sub: '999' })],
  ['of no number', () => signed(HS256, { ...claims(), sub: '4 or 1=1' })],
  ['without an epoch', () => signed(HS256, without('epoch'))],
  ['of another epoch', () => signed(HS256, { ...claims(), epoch: 2 })],
  ['of an epoch in words', () => signed(HS256, { ...claims(), epoch: '1' })],
  ['without an archive, as before the ids of archives were named', () => signed(HS256, without('archive'))],
  ['of another archive', () => signed(HS256, { ...claims(), archive: 'f00f00f00f00' })],
  ['without a session', () => signed(HS256, without('session'))],
  ['without a number', () => signed(HS256, without('serial'))],
  ['of a known device', () => signed(HS256, { ...claims(), token_type: 'device' })],
  ['of no kind', () => signed(HS256, without('token_type'))],
  ['that is to be valid later', () => signed(HS256, { ...claims(), nbf: seconds(600) })],
  ['with a critical extension', () => signed({ ...HS256, crit: ['b64'], b64: false }, claims())],
  ['that is cut off', () => signed(HS256, claims()).slice(0, -2)],
  ['that is no token', () => 'garbage'],
]

test('a token that ran out and is still sent along keeps nobody from another one, or from a new password', async () => {
  const old = withToken(await createTokens(secret).sign('access', staff, Date.now() - (LIFETIME.access + 60) * 1000))
  expect((await town.get('/api/items/', old)).status).toBe(401)
  const send = async (path: string, body: object, headers = old) => (await post(town, path, body, headers)).status
  for (const headers of [old, { authorization: 'JWT null' }]) {
    const answer = await post(town, '/auth/jwt/create/', { email: emailOf('staff'), password: PASSWORD }, headers)
    expect(answer.status).toBe(200)
    const { access, refresh: renewing } = tokensOf(answer)
    expect(await send('/auth/jwt/refresh/', { refresh: renewing }, headers)).toBe(200)
    expect(await send('/auth/jwt/verify/', { token: access }, headers)).toBe(200)
  }
  expect(await send('/auth/users/reset_password/', { email: emailOf('staff') })).toBe(204)
  const { uid, token } = (await letters(town)).at(-1)!
  const password = { new_password: OTHER_PASSWORD, re_new_password: OTHER_PASSWORD }
  expect(await send('/auth/users/reset_password_confirm/', { uid: 'x', token: 'y', ...password })).toBe(400)
  expect(await send('/auth/users/activation/', { uid, token })).toBe(400)
})

describe('a token is refused', () => {
  test('but a good one made the same way is not', async () => {
    expect((await town.get('/auth/users/me/', withToken(signed(HS256, claims())))).status).toBe(200)
    const own = await new SignJWT(without('sub'))
      .setProtectedHeader(HS256)
      .setSubject('4')
      .setExpirationTime('1m')
      .sign(new TextEncoder().encode(secret))
    expect((await town.get('/api/items/', withToken(own))).status).toBe(200)
  })

  test.each(BAD)('%s: by every call, public reads as well', async (_, make) => {
    const token = await make()
    for (const url of ['/auth/users/me/', '/api/items/', '/api/health/']) {
      const answer = await town.get(url, withToken(token))
      expect(answer).toMatchObject({ status: 401, json: { detail: API.badToken } })
      expect(answer.headers['www-authenticate']).toMatch(/^JWT/)
    }
    expect(await verify(token)).toMatchObject({ status: 401, json: { detail: API.badToken } })
    expect(await refresh(token)).toMatchObject({ status: 401, json: { detail: API.badToken } })
  })

  test('that renews, where one is wanted that opens; and the other way round', async () => {
    const tokens = createTokens(secret)
    expect((await town.get('/api/items/', withToken(await tokens.sign('refresh', staff)))).status).toBe(401)
    expect((await refresh(await tokens.sign('access', staff))).status).toBe(401)
  })

  test.each(['Bearer', 'jwt', 'Token', ''])('that comes as "%s"', async (scheme) => {
    const token = await createTokens(secret).sign('access', staff)
    const answer = await town.get('/api/items/', { authorization: `${scheme} ${token}` })
    expect(answer.status).toBe(401)
  })

  test.each([{}, { token: 7 }, { token: null }, []])('by verify, as no text at all: %j', async (body) => {
    expect((await post(town, '/auth/jwt/verify/', body)).status).toBe(400)
  })
})

test('an access token lives minutes, a refresh token days', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { access, refresh: renewing } = tokensOf(await logIn(town, emailOf('volunteer')))
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  pass((LIFETIME.access - 2) * 1000)
  expect((await verify(access)).status).toBe(200)
  pass(4000)
  expect((await verify(access)).status).toBe(401)
  expect((await refresh(renewing)).status).toBe(200)
  pass((LIFETIME.refresh - LIFETIME.access - 10) * 1000)
  expect((await refresh(renewing)).status).toBe(200)
  pass(20_000)
  expect((await refresh(renewing)).status).toBe(401)
  vi.useRealTimers()
  expect(LIFETIME.access).toBeLessThanOrEqual(15 * 60)
  expect(LIFETIME.refresh).toBeGreaterThan(24 * 60 * 60)
})

test('every session ends at once: everywhere, by an administrator, with another role, when disabled', async () => {
  const id = TEST_ACCOUNTS.volunteer.id
  const ends: (() => Promise<unknown>)[] = [
    async () => town.send('/auth/users/end_sessions/', { method: 'POST', as: undefined, headers: withToken(access) }),
    async () => town.send(`/api/accounts/${id}/end_sessions/`, { method: 'POST', as: 'administrator' }),
    async () => town.send(`/api/accounts/${id}/`, { method: 'PATCH', body: { role: 'staff' }, as: 'administrator' }),
    async () => town.send(`/api/accounts/${id}/`, { method: 'PATCH', body: { disabled: true }, as: 'administrator' }),
  ]
  let access = ''
  for (const end of ends) {
    const pair = tokensOf(await logIn(town, emailOf('volunteer'), PASSWORD))
    access = pair.access
    expect((await verify(pair.refresh)).status).toBe(200)
    expect([200, 204]).toContain(((await end()) as { status: number }).status)
    for (const token of [pair.access, pair.refresh]) expect((await verify(token)).status).toBe(401)
    expect((await town.get('/api/items/', withToken(access))).status).toBe(401)
    expect((await refresh(pair.refresh)).status).toBe(401)
  }
  expect((await logIn(town, emailOf('volunteer'))).status).toBe(401)
})
