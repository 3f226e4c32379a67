import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { OpenApiDocument } from '#server/http/openapi.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()
let document: OpenApiDocument
beforeAll(async () => {
  document = (await town.get('/api/openapi.json')).json
})

test('every call of the contract is mounted', () => {
  expect([...town.app.mountedCalls].sort()).toEqual(Object.keys(endpoints).sort())
})

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test('describes exactly the mounted calls', () => {
  const described = Object.values(document.paths).flatMap((operations) => Object.values(operations))
  expect(described.map(({ operationId }) => operationId).sort()).toEqual([...town.app.mountedCalls].sort())
})

test('has the parameters of the contract', () => {
  const items = document.paths['/api/items/']!.get as { parameters: { name: string; in: string }[] }
  expect(items.parameters.map(({ name }) => name).sort()).toEqual(Object.keys(endpoints.items.query.entries).sort())
  expect(document.paths['/api/item/{id}/']!.get).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
  })
})
