import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { RECORD_KINDS } from '#contract/record.ts'
import type { JsonSchema } from '#server/json/json.ts'
import { describeApi } from '#server/http/openapi.ts'
import { openTestArchive } from '../fixtures.ts'
import type { Sent, TestArchive } from '../fixtures.ts'

interface Operation {
  operationId: EndpointName
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: object
}
const names = Object.keys(endpoints) as EndpointName[]
const document = describeApi(names, '0')
const operations = new Map(
  Object.values(document.paths).flatMap((methods) =>
    (Object.values(methods) as unknown as Operation[]).map((each) => [each.operationId, each]),
  ),
)
const described = (name: EndpointName) => operations.get(name)!

test('bodies are described by kind, forms with their file', () => {
  const byKind = described('createRecord').requestBody!.content['application/json']!.schema['anyOf'] as JsonSchema[]
  expect(byKind.map(({ title }) => title)).toEqual([...RECORD_KINDS])
  expect(byKind.find(({ title }) => title === 'plaques')).toMatchObject({
    type: 'object',
    required: expect.arrayContaining(['location', 'text']),
    additionalProperties: false,
  })
  const changes = described('editRecord').requestBody!.content['application/json']!.schema['anyOf'] as JsonSchema[]
  expect(changes.find(({ title }) => title === 'plaques')!['required'] ?? []).toEqual([])
  const form = described('createScan').requestBody!
  expect(form).toMatchObject({ required: true })
  expect(form.content['multipart/form-data']!.schema).toMatchObject({
    properties: { image: { type: 'string', format: 'binary' }, item: {}, watermark: {} },
    required: ['item', 'image'],
  })
  expect(described('publish').requestBody!.required).toBe(false)
  expect(described('returnDraft').requestBody!.required).toBe(true)
})

test('the token goes into the Authorization header after “JWT”', () => {
  expect(document['components']).toMatchObject({
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
  })
  expect(JSON.stringify(document['components'])).toContain('`JWT ')
})

describe('actual responses match the description', () => {
  let town: TestArchive
  beforeAll(async () => void (town = await openTestArchive()))
  afterAll(() => town.close())

  const version = { 'if-match': '"of-old"' }
  const key = { 'idempotency-key': 'one' }
  const plaque = { location: 2, text: 'Ships.' }
  test.each([
    ['createRecord', 403, '/api/records/plaques/', { as: 'society', body: plaque }],
    ['createCollection', 403, '/api/collections/', { as: 'volunteer', body: { collection_name: 'x' } }],
    ['editRecord', 403, '/api/records/items/1/', { method: 'PATCH', as: 'volunteer', body: {}, headers: version }],
    ['editRecord', 412, '/api/records/items/1/', { method: 'PATCH', as: 'staff', body: {}, headers: version }],
    ['editRecord', 428, '/api/records/items/1/', { method: 'PATCH', as: 'staff', body: {} }],
    ['record', 404, '/api/records/items/77/', { method: 'GET', as: 'staff' }],
    ['publish', 412, '/api/records/items/901/publish/', { as: 'staff', headers: version }],
    ['publish', 428, '/api/records/items/901/publish/', { as: 'staff' }],
    ['returnDraft', 409, '/api/records/items/1/return/', { as: 'staff', body: { note: 'No' }, headers: version }],
    ['returnDraft', 428, '/api/records/items/901/return/', { as: 'staff', body: { note: 'No' } }],
    ['discard', 428, '/api/records/items/901/discard/', { as: 'staff' }],
    ['createRecord', 201, '/api/records/plaques/', { as: 'staff', body: plaque, headers: key }],
    ['createRecord', 422, '/api/records/plaques/', { as: 'staff', body: { location: 2, text: 'x' }, headers: key }],
    ['createPerson', 413, '/api/people/', { as: 'staff', body: { biography: 'x'.repeat(3_000_000) } }],
    ['createPerson', 415, '/api/people/', { as: 'staff', body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['createScan', 415, '/api/scans/create/', { as: 'staff', body: {} }],
    ['login', 401, '/auth/jwt/create/', { body: { email: 'nobody@example.org', password: 'Lighthouse-1' } }],
    ['queue', 403, '/api/review/', { method: 'GET', as: 'volunteer' }],
    ['me', 401, '/auth/users/me/', { method: 'GET' }],
  ] as [EndpointName, number, string, Sent][])('%s: %i', async (name, status, url, sent) => {
    expect((await town.send(url, { method: 'POST', ...sent })).status).toBe(status)
    expect(Object.keys(described(name).responses)).toContain(String(status))
  })
})
