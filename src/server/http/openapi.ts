import type * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { IMAGE_FORMATS } from '#contract/scan.ts'
import { anyError, detailError, fieldErrors } from '#contract/status.ts'
import { society } from '#society'
import { wireSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, JsonSchema>>
  [key: string]: unknown
}

const json = (schema: v.GenericSchema) => ({ 'application/json': { schema: wireSchema(schema) } })
const failure = (description: string, schema: v.GenericSchema) => ({ description, content: json(schema) })

function parametersOf({ path, query }: Endpoint): JsonSchema[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))
  const entries = (query as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}
  const inQuery = Object.entries(entries).map(([name, schema]) => ({ name, in: 'query', schema: wireSchema(schema) }))
  return [...inPath, ...inQuery]
}

function successOf({ response, status }: Endpoint): JsonSchema {
  if (response === 'file') {
    const file = { schema: { type: 'string', format: 'binary' } }
    return { description: 'The file', content: { 'application/octet-stream': file } }
  }
  if (response !== 'image') return { description: 'Done', ...(status !== 204 && { content: json(response) }) }
  const picture = { schema: { type: 'string', format: 'binary' } }
  return {
    description: 'The picture',
    content: Object.fromEntries(IMAGE_FORMATS.map((format) => [`image/${format}`, picture])),
  }
}

function operation(name: EndpointName, endpoint: Endpoint): JsonSchema {
  const { summary, status, body, multipart, path } = endpoint
  return {
    operationId: name,
    summary,
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: true,
        content: { [multipart ? 'multipart/form-data' : 'application/json']: { schema: wireSchema(body) } },
      },
    }),
    responses: {
      [status]: successOf(endpoint),
      304: { description: 'What the visitor has still holds' },
      400: failure('A parameter or field is malformed', body || endpoint.query ? fieldErrors : detailError),
      401: failure('The Authorization header is not good', detailError),
      ...(path.includes(':') && { 404: failure('There is no such record', detailError) }),
      default: failure('Anything else', anyError),
    },
  }
}

/** Describes the calls that are served, from the contract's table and nothing else. */
export function describeApi(names: readonly EndpointName[], version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: society.siteName,
      version,
      description: `${society.tagline} Dates are whole numbers YYYYMMDD, with 00 for an unknown month or day.`,
    },
    paths,
  }
}
