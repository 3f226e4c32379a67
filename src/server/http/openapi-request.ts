import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoints.ts'
import { wireSchema, type JsonSchema } from '../json/json.ts'

const isOfRecord = ({ path, method }: Endpoint) => path.startsWith('/api/records/:kind/:key/') && method !== 'GET'
/** True for calls that take an If-Match header: on a record of the review desk, and on others that require it. */
export const takesVersion = (endpoint: Endpoint) => isOfRecord(endpoint) || needsVersion(endpoint)
/** True if the If-Match header is required. */
export const needsVersion = ({ requiresVersion }: Endpoint) => requiresVersion === true

const entriesOf = (schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> =>
  (schema as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}

/** Parameters of a path: as the contract defines them, else an id, or the numbers of a tile, which start at 0. */
function pathParameters({ path, params, response }: Endpoint): JsonSchema[] {
  const declared = response === 'tile' ? {} : entriesOf(params)
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const number = { type: 'integer', minimum: name === 'id' ? 1 : 0 }
    return { name, in: 'path', required: true, schema: declared[name] ? wireSchema(declared[name]) : number }
  })
}

function headerParameters(endpoint: Endpoint): JsonSchema[] {
  const headers: JsonSchema[] = []
  if (endpoint.idempotent) {
    headers.push({
      name: 'Idempotency-Key',
      description: 'Any text of your choice. A repeated call with the same key returns the response of the first.',
      schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
    })
  }
  if (takesVersion(endpoint)) {
    headers.push({
      name: 'If-Match',
      description: 'The ETag of the record as it was read, with its quotation marks.',
      ...(needsVersion(endpoint) && { required: true }),
      schema: { type: 'string' },
    })
  }
  return headers.map((header) => ({ ...header, in: 'header' }))
}

/** The path, query and header parameters of a call. */
export function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const query = Object.entries(entriesOf(endpoint.query)).map(([name, schema]) => {
    return { name, in: 'query', schema: wireSchema(schema) }
  })
  return [...pathParameters(endpoint), ...query, ...headerParameters(endpoint)]
}

/** The fields of a form, with its file. */
function formSchema(body: v.GenericSchema): JsonSchema {
  const { properties = {}, required = [], ...rest } = wireSchema(body) as { properties?: object; required?: string[] }
  const image = { type: 'string', format: 'binary', description: 'The picture: JPEG, PNG, WebP, AVIF, TIFF or GIF.' }
  return { ...rest, properties: { ...properties, image }, required: [...required, 'image'] }
}

/** Bodies by the kind in the path. `anyOf`, since a change of a field that several kinds share is valid for each. */
const schemaByKind = (bodies: Record<string, v.GenericSchema>): JsonSchema => ({
  anyOf: Object.entries(bodies).map(([kind, schema]) => ({ title: kind, ...wireSchema(schema) })),
})

/** The request body of a call; undefined if it has none. */
export function requestBodyOf({ body, bodies, multipart }: Endpoint): JsonSchema | undefined {
  if (!body) return undefined
  const [type, schema] = multipart
    ? ['multipart/form-data', formSchema(body)]
    : ['application/json', bodies ? schemaByKind(bodies) : wireSchema(body)]
  const optional = !multipart && v.safeParse(body, undefined).success
  return { required: !optional, content: { [type as string]: { schema } } }
}
