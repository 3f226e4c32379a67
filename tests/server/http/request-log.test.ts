import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'
import { hideTable } from '../raw-sql.ts'

let town: TestArchive
let lines: string[]
beforeEach(async () => {
  lines = []
  town = await openTestArchive(undefined, { log: { write: (line) => lines.push(line) } })
})
afterEach(() => town.close())

interface Line {
  level: number
  reqId: string
  method: string
  path: string
  status: number
  ms: number
  err?: { message: string }
}
const logged = () => lines.map((line) => JSON.parse(line) as Line)

test('each request is one line: request, result and id', async () => {
  const { headers } = await town.get('/api/items/?search=mill')
  await town.get('/elsewhere?x=1')
  await town.get('/%zz')
  const [first, second, third] = logged()
  expect(first).toMatchObject({
    level: 30,
    reqId: headers['x-request-id'],
    method: 'GET',
    path: '/api/items/',
    status: 200,
  })
  expect(first!.ms).toBeGreaterThanOrEqual(0)
  expect(second).toMatchObject({ path: '/elsewhere', status: 404 })
  expect(third).toMatchObject({ status: 400 })
  expect(lines).toHaveLength(3)
})

/** What must never be logged. */
const SECRET = {
  address: 'ann.secret@example.org',
  password: 'Correct-Horse-9-Battery',
  token: 'tok-5cb1a4e7b2f04f3c',
  search: 'a-very-private-search',
}

test('it contains no secrets of any call', async () => {
  const { authorization } = (await town.signIn('staff')) as { authorization: string }
  const everywhere = {
    authorization,
    cookie: `session=${SECRET.token}`,
    'user-agent': SECRET.address,
    'idempotency-key': SECRET.token,
    referer: `https://archive.example.org/activate/MQ/${SECRET.token}`,
  }
  const { address, password, token } = SECRET
  const body = {
    email: address,
    password,
    token,
    uid: 'MQ',
    new_password: password,
    re_new_password: password,
    refresh: authorization.slice(4),
  }
  const posts = [
    '/auth/jwt/create/',
    '/auth/jwt/verify/',
    '/auth/jwt/refresh/',
    '/auth/users/reset_password/',
    '/auth/users/reset_password_confirm/',
    '/auth/users/activation/',
    '/auth/users/set_password/',
    '/api/accounts/',
    '/api/items/',
    '/api/nothing/',
  ]
  for (const url of posts) {
    await town.send(url, { method: 'POST', body, headers: everywhere })
    await town.send(url, {
      method: 'POST',
      body: `{"email":"${address}","password":"${password}"`,
      headers: { 'content-type': 'application/json' },
    })
  }
  const paths = [
    `/activate/MQ/${token}`,
    `/activate/MQ/${token}/?email=${address}`,
    `/%61ctivate/MQ/${token}`,
    `/%2561ctivate%252FMQ%252F${token}`,
    `/activate/MQ/${token}%zz`,
    `//activate//MQ//${token}`,
    `/password/reset/confirm/MQ/${token}`,
    `/Password/Reset/Confirm/MQ/${token}`,
    `/api/items/?search=${SECRET.search}`,
    `/api/people/?search=${address}`,
    `/api/item/${address}/`,
    `/api/item/${encodeURIComponent(address)}/`,
    `/api/item/${authorization.slice(4)}/`,
  ]
  for (const path of paths) await town.get(path, everywhere)
  const log = lines.join('')
  for (const secret of [...Object.values(SECRET), authorization.slice(4), 'ann.secret'])
    expect(log).not.toContain(secret)
  expect(lines).toHaveLength(2 * posts.length + paths.length)
  expect(log).toContain('"path":"/activate/…"')
  expect(log).toContain('"path":"/password/reset/confirm/…"')
})

test('failures are logged with their request and redacted', async () => {
  const { address, token } = SECRET
  await hideTable(town.db, 'person')
  expect((await town.get('/api/people/?search=a')).status).toBe(500)
  const failure = logged().find(({ level }) => level === 50)
  expect(failure?.err?.message).toMatch(/no such table|does not exist/)
  expect(failure?.reqId).toBe(logged().at(-1)!.reqId)
  town.app.log.error(
    { err: new Error(`<${address}> at https://x/activate/MQ/${token} eyJhbGciOi.eyJzdWIi.c2ln`) },
    `to ${address}`,
  )
  expect(lines.at(-1)).not.toContain('ann')
  expect(lines.at(-1)).not.toContain(token)
  expect(lines.at(-1)).not.toContain('eyJ')
})
