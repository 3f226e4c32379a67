import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { RECORD_KINDS, REVIEWED_KINDS } from '#contract/record.ts'
import type { JsonSchema } from '#server/json/json.ts'
import { describeApi } from '#server/http/openapi.ts'
import { openTestArchive } from '../fixtures.ts'
import type { Sent, TestArchive } from '../fixtures.ts'

interface Operation {
  operationId: EndpointName
  parameters: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { headers?: object }>
  security?: object[]
}
const names = Object.keys(endpoints) as EndpointName[]
const document = describeApi(names, '0')
const operations = new Map(
  Object.values(document.paths).flatMap((methods) =>
    (Object.values(methods) as unknown as Operation[]).map((each) => [each.operationId, each]),
  ),
)
const described = (name: EndpointName) => operations.get(name)!
const parameter = (name: EndpointName, wanted: string) =>
  described(name).parameters.find((each) => each.name.toLowerCase() === wanted)

test('path parameters are described as in the contract', () => {
  expect(parameter('item', 'id')!.schema).toEqual({ type: 'integer', minimum: 1 })
  expect(parameter('record', 'kind')!.schema).toMatchObject({ enum: [...RECORD_KINDS] })
  expect(parameter('publish', 'kind')!.schema).toMatchObject({ enum: [...REVIEWED_KINDS] })
  expect(parameter('record', 'key')!.schema).toMatchObject({ type: 'string', minLength: 1, maxLength: 100 })
  expect(['z', 'x', 'y'].map((name) => parameter('tile', name)!.schema)).toEqual(
    Array(3).fill({ type: 'integer', minimum: 0 }),
  )
})

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

test.each(names)('%s: headers, responses and security follow the endpoint table', (name) => {
  const endpoint: Endpoint = endpoints[name]
  const { responses, security } = described(name)
  const ofRecord = endpoint.path.startsWith('/api/records/:kind/:key/') && endpoint.method !== 'GET'
  const versioned = ofRecord || endpoint.requiresVersion === true
  expect(parameter(name, 'idempotency-key') !== undefined).toBe(endpoint.idempotent === true)
  expect('422' in responses).toBe(endpoint.idempotent === true)
  expect(parameter(name, 'if-match') !== undefined).toBe(versioned)
  expect(['412' in responses, '428' in responses]).toEqual([versioned, endpoint.requiresVersion === true])
  expect('429' in responses).toBe(endpoint.method !== 'GET' || endpoint.costly === true)
  expect('503' in responses).toBe(endpoint.costly === true)
  expect('413' in responses && '415' in responses).toBe(endpoint.body !== undefined)
  expect('304' in responses && endpoint.method !== 'GET').toBe(false)
  if (endpoint.who !== 'anonymous') expect(security).toEqual([{ token: [] }])
  else expect(security ?? [{}]).toContainEqual({})
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
