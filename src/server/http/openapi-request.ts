import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoints.ts'
import { wireSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** True for a call that works on a record of the review desk, which has a version. */
const isVersioned = ({ path, method }: Endpoint) => path.startsWith('/api/records/:kind/:key/') && method !== 'GET'
/** True where a call is refused unless it names the version; a step of the review may name one. */
export const needsVersion = (endpoint: Endpoint) => isVersioned(endpoint) && endpoint.method !== 'POST'
export const takesVersion = isVersioned

const entriesOf = (schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> =>
  (schema as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}

/** Parts of a path are what the contract says of them; else an id, or the numbers of a tile, which begin at 0. */
function pathParameters({ path, params, response }: Endpoint): JsonSchema[] {
  const said = response === 'tile' ? {} : entriesOf(params)
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const number = { type: 'integer', minimum: name === 'id' ? 1 : 0 }
    return { name, in: 'path', required: true, schema: said[name] ? wireSchema(said[name]) : number }
  })
}

function headerParameters(endpoint: Endpoint): JsonSchema[] {
  const headers: JsonSchema[] = []
  if (endpoint.once) {
    headers.push({
      name: 'Idempotency-Key',
      description:
        'Any text of your own for this call. Sent again with the same key, it answers what the first one did.',
      schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
    })
  }
  if (takesVersion(endpoint)) {
    headers.push({
      name: 'If-Match',
      description: 'The ETag of the record as it was read, in its quotation marks.',
      ...(needsVersion(endpoint) && { required: true }),
      schema: { type: 'string' },
    })
  }
  return headers.map((header) => ({ ...header, in: 'header' }))
}

/** What a call takes in its path, its query and its headers. */
export function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const query = Object.entries(entriesOf(endpoint.query)).map(([name, schema]) => {
    return { name, in: 'query', schema: wireSchema(schema) }
  })
  return [...pathParameters(endpoint), ...query, ...headerParameters(endpoint)]
}

/** The fields of a form beside its file. */
function formSchema(body: v.GenericSchema): JsonSchema {
  const { properties = {}, required = [], ...rest } = wireSchema(body) as { properties?: object; required?: string[] }
  const image = { type: 'string', format: 'binary', description: 'The picture: JPEG, PNG, WebP, AVIF, TIFF or GIF.' }
  return { ...rest, properties: { ...properties, image }, required: [...required, 'image'] }
}

/**
 * Bodies by the kind that the path names, each under its name. It is `anyOf`, since a change of one field that several kinds have is right for
 * each of them.
 */
const schemaByKind = (bodies: Record<string, v.GenericSchema>): JsonSchema => ({
  anyOf: Object.entries(bodies).map(([kind, schema]) => ({ title: kind, ...wireSchema(schema) })),
})

/** The body of a call; undefined where it has none. */
export function requestBodyOf({ body, bodies, multipart }: Endpoint): JsonSchema | undefined {
  if (!body) return undefined
  const [type, schema] = multipart
    ? ['multipart/form-data', formSchema(body)]
    : ['application/json', bodies ? schemaByKind(bodies) : wireSchema(body)]
  const optional = !multipart && v.safeParse(body, undefined).success
  return { required: !optional, content: { [type as string]: { schema } } }
}
