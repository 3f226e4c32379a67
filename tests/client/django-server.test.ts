import { afterEach, describe, expect, test } from 'vitest'
import { createSessionClientOf } from '#client/session-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ApiError, UnreachableError } from '#client/errors.ts'
import { createStoredSession } from '#client/stored-session.ts'
import {
  EMAIL,
  PASSWORD,
  page,
  startDjangoServer,
  type DjangoOptions,
  type DjangoServer,
} from '../fixtures/django-server/django-server.ts'

let server: DjangoServer
afterEach(() => server.close())

async function setUp(options: Partial<DjangoOptions> = {}, timeout = 20_000) {
  server = await startDjangoServer(options)
  const storage = new Map<string, string>()
  const session = createStoredSession({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  })
  const client = createSessionClientOf(endpoints, { base: server.base, tokens: session, timeout })
  const logIn = async () =>
    session.start(await client.call('login', { body: { email: EMAIL, password: PASSWORD, device: '' } }))
  return { client, session, logIn }
}
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (problem: unknown) => problem,
  )

test('login, verification, the user and a refresh, as simplejwt and djoser answer', async () => {
  const { client, session, logIn } = await setUp()
  expect(await problemOf(client.call('login', { body: { email: EMAIL, password: 'Wrong-1835' } }))).toMatchObject({
    status: 401,
    detail: 'No active account found with the given credentials',
    fields: {},
  })
  await logIn()
  await client.call('verifyToken', { body: { token: session.access()! } })
  expect(await client.call('me')).toEqual({ id: 1, email: EMAIL, organization: 2 })
  const [access, refresh] = [session.access(), session.refresh()]
  expect(await client.refreshSession()).toBe(true)
  expect(session.access()).not.toBe(access)
  expect(session.refresh(), 'the refresh answers an access token alone').toBe(refresh)
})

test('an organization that comes as an object is read as its id', async () => {
  const { client, logIn } = await setUp({ organizationAs: 'object' })
  await logIn()
  expect(await client.call('me')).toMatchObject({ id: 1, organization: 2 })
})

describe.each([{ forbids: false }, { forbids: true }])('a server that answers $forbids with 403', ({ forbids }) => {
  test('an expired access token is refreshed once, and the calls are sent again', async () => {
    const { client, logIn } = await setUp({ accessSeconds: 60, forbids })
    await logIn()
    server.clock.ahead = 61_000
    await Promise.all([client.call('me'), client.call('me'), client.call('people')])
    expect(server.count('POST /auth/jwt/refresh/')).toBe(1)
  })
  test('an ended session: the refusal comes through and the tokens are gone', async () => {
    const { client, session, logIn } = await setUp({ accessSeconds: 60, forbids })
    await logIn()
    server.clock.ahead = 61_000
    server.blacklist(session.refresh()!)
    expect(await problemOf(client.call('me'))).toMatchObject({ status: forbids ? 403 : 401 })
    expect([session.access(), session.refresh()]).toEqual([null, null])
  })
  test('without any credentials', async () => {
    const { client } = await setUp({ forbids })
    expect(await problemOf(client.call('me'))).toMatchObject({
      status: forbids ? 403 : 401,
      detail: 'Authentication credentials were not provided.',
    })
  })
})

test('errors of fields, a page past the last one, and calls that it does not have', async () => {
  const { client, logIn } = await setUp()
  await logIn()
  const item = {
    type: 'photograph' as const,
    general_description: 'x',
    people: [9],
    user_author: 1,
    visibility: 'draft',
  }
  expect(await problemOf(client.call('createItem', { body: item }))).toMatchObject({
    status: 400,
    fields: { people: ['Invalid pk "9" - object does not exist.'] },
  })
  server.tables.items.push({ id: 1, type: 'event', visibility: 'published' })
  expect(await client.call('items', { query: { page: 4 } })).toMatchObject({ count: 1, results: [] })
  for (const name of ['health', 'changes', 'submissions', 'itemFacets'] as const)
    expect(await problemOf(client.read(name))).toMatchObject({ status: 404, detail: '', fields: {} })
})

test.each([500, 502, 413] as const)(
  'an HTML page with %i is an error of that status, without its text',
  async (status) => {
    const { client } = await setUp()
    server.next('GET /api/people/', page(status))
    const problem = await problemOf(client.call('people'))
    expect(problem).toBeInstanceOf(ApiError)
    expect(problem).toMatchObject({ status, detail: '', fields: {} })
  },
)

test('a broken connection and an answer that comes too late', async () => {
  const { client } = await setUp({}, 150)
  server.next('GET /api/people/', 'drop', 'drop answer', { late: 400 })
  for (const timedOut of [false, false, true]) {
    const problem = await problemOf(client.call('people'))
    expect(problem).toBeInstanceOf(UnreachableError)
    expect(problem).toMatchObject({ timedOut })
  }
  expect(await client.call('people')).toEqual([])
})

test('a server that is busy does not end the session', async () => {
  const { client, session, logIn } = await setUp({ accessSeconds: 60 })
  await logIn()
  server.clock.ahead = 61_000
  server.next('POST /auth/jwt/refresh/', page(502))
  await expect(client.call('me')).rejects.toMatchObject({ status: 502 })
  expect(session.refresh()).not.toBeNull()
  expect(await client.call('me')).toMatchObject({ id: 1 })
})
