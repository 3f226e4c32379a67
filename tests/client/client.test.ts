import { describe, expect, test } from 'vitest'
import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ApiError, ContractError, UnreachableError } from '#client/errors.ts'
import { createSessionClientOf, type TokenStore } from '#client/session-client.ts'

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const clientOf = (answer: Answer, { tokens, ...others }: { tokens?: TokenStore; timeout?: number } = {}) => {
  const fetch = (input: unknown, init: RequestInit = {}) => Promise.resolve(answer(new URL(input as string), init))
  const options = { base: 'http://api.test', fetch, ...others }
  return tokens ? createSessionClientOf(endpoints, { ...options, tokens }) : createClientOf(endpoints, options)
}
const tokenStore = (): TokenStore & { now: string | null } => ({
  now: 'old',
  access() {
    return this.now
  },
  refresh: () => 'refresh',
  update(tokens) {
    this.now = tokens && tokens.access
  },
})
const authorization = (init: RequestInit) => (init.headers as Record<string, string>).authorization

describe('a call', () => {
  test('fills in path and query, and omits missing values', async () => {
    const asked: string[] = []
    const client = clientOf((url) => {
      asked.push(url.pathname + url.search)
      return json({ count: 0, results: [] })
    })
    await client.call('items', { query: { page: 2, people_or: [3, 4], search: '', type: undefined } })
    expect(asked).toEqual(['/api/items/?page=2&people_or=3%2C4'])
    expect(client.address('scanImage', { path: { id: 7 }, query: { width: 320 } })).toBe(
      'http://api.test/api/scan/image/7/?width=320',
    )
  })

  test('parses the answer: drops unknown fields and adds defaults', async () => {
    const client = clientOf(() => json({ id: 4, first_name: ' Ann ', surname: 'Lee', extra: 1 }))
    const person = await client.call('person', { path: { id: 4 } })
    expect(person).toMatchObject({ id: 4, first_name: 'Ann', date_of_birth: null, spouses: [] })
    expect(person).not.toHaveProperty('extra')
  })

  test('sends If-Match with an edit', async () => {
    const sent: unknown[] = []
    const client = clientOf((url, init) => {
      sent.push(init.method, url.pathname, init.headers)
      return new Response(null, { status: 204 })
    })
    const path = { kind: 'plaques', key: 3 }
    await client.call('removeRecord', { path, headers: { 'If-Match': '"v1"' } })
    expect(sent).toEqual(['DELETE', '/api/records/plaques/3/', expect.objectContaining({ 'If-Match': '"v1"' })])
  })

  test('an answer that violates the contract is a ContractError', async () => {
    const broken = clientOf(() => json({ id: 'four' })).call('person', { path: { id: 4 } })
    await expect(broken).rejects.toThrow(ContractError)
    await expect(broken).rejects.toThrow(/person\/4.*id/)
    await expect(clientOf(() => new Response('<html>')).call('changes')).rejects.toThrow(ContractError)
  })

  test('reads the fields of a Django REST error', async () => {
    const client = clientOf(() => json({ archival_identifier: ['This archival ID is already in use!'] }, 400))
    const problem = await client.call('subjects').catch((each: unknown) => each)
    expect(problem).toBeInstanceOf(ApiError)
    expect(problem).toMatchObject({
      status: 400,
      fields: { archival_identifier: ['This archival ID is already in use!'] },
    })
  })

  test('times out', async () => {
    const client = clientOf(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
      { timeout: 5 },
    )
    const problem = await client.call('changes').catch((each: unknown) => each)
    expect(problem).toBeInstanceOf(UnreachableError)
    expect((problem as UnreachableError).timedOut).toBe(true)
  })
})

describe('a page of items past the end', () => {
  test('is empty, with the number of items that the first page tells', async () => {
    const client = clientOf(({ searchParams }) =>
      searchParams.get('page') === '1' ? json({ count: 12, results: [{}] }) : json({ detail: 'Invalid page.' }, 404),
    )
    expect(await client.read('items', { query: { page: 9 } })).toEqual({ count: 12, results: [] })
  })
  const client = clientOf(() => json({ detail: 'Invalid page.' }, 404))
  test('is an error where there is no list', async () =>
    expect(client.call('items', { query: { page: 9 } })).rejects.toThrow(ApiError))
  test('but a missing first page is an error', async () =>
    expect(client.call('items', { query: { page: 1 } })).rejects.toThrow(ApiError))
})

describe('on a 401', () => {
  test('refreshes the token once for concurrent calls and retries each', async () => {
    const tokens = tokenStore()
    let renewals = 0
    const client = clientOf(
      (url, init) => {
        if (url.pathname.endsWith('/refresh/')) {
          renewals++
          return json({ access: 'new' })
        }
        return authorization(init) === 'JWT new' ? json({ counter: 5 }) : json({ detail: 'no' }, 401)
      },
      { tokens },
    )
    const both = await Promise.all([client.call('changes'), client.call('changes')])
    expect(both).toEqual([{ counter: 5 }, { counter: 5 }])
    expect(renewals).toBe(1)
    expect(tokens.now).toBe('new')
  })

  test('retries once, and clears the tokens if the refresh fails', async () => {
    const tokens = tokenStore()
    let calls = 0
    const client = clientOf(
      (url) => {
        if (!url.pathname.startsWith('/auth')) calls++
        return json({ detail: 'no' }, 401)
      },
      { tokens },
    )
    await expect(client.call('changes')).rejects.toMatchObject({ status: 401 })
    expect(calls).toBe(1)
    expect(tokens.now).toBeNull()
  })

  test.each([503, 429])('a refresh that fails with %i does not end the session', async (status) => {
    const tokens = tokenStore()
    const client = clientOf((url) => json({}, url.pathname.endsWith('/refresh/') ? status : 401), { tokens })
    await expect(client.call('changes')).rejects.toMatchObject({ status })
    expect(tokens.now).toBe('old')
  })

  test('without a token store it is an error right away', async () =>
    expect(clientOf(() => json({ detail: 'no' }, 401)).call('me')).rejects.toMatchObject({ status: 401 }))
})

test.each([
  ['7', 7],
  [new Date(Date.now() + 30_500).toUTCString(), expect.closeTo(30, -1)],
  [new Date(Date.now() - 30_500).toUTCString(), 0],
  ['soon', null],
])('Retry-After: %s is parsed as seconds', async (header, seconds) => {
  const problem = await clientOf(() => json({ detail: 'Later.' }, 503, { 'retry-after': header }))
    .call('items')
    .catch((error: unknown) => error)
  expect((problem as ApiError).retryAfter).toEqual(seconds)
})
