import { describe, expect, test } from 'vitest'
import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type ApiError, ContractError } from '#client/errors.ts'

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const clientOf = (answer: Answer) => {
  const fetch = (input: unknown, init: RequestInit = {}) => Promise.resolve(answer(new URL(input as string), init))
  return createClientOf(endpoints, { base: 'http://api.test', fetch })
}

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
