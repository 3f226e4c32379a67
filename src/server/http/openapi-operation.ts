import * as v from 'valibot'
import { endpoints, type Endpoint, type EndpointName } from '#contract/endpoints.ts'
import { conflict, record } from '#contract/record.ts'
import { IMAGE_FORMATS } from '#contract/scan.ts'
import { anyError, detailError } from '#contract/status.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import { FORM } from './api-hooks.ts'
import { wireSchema, type JsonSchema } from '../json/json.ts'

const json = (schema: v.GenericSchema) => ({ 'application/json': { schema: wireSchema(schema) } })
const failure = (description: string, schema: v.GenericSchema = detailError) => ({ description, content: json(schema) })
const BINARY = { schema: { type: 'string', format: 'binary' } }

function successResponse({ response, status }: Endpoint): JsonSchema {
  if (response === 'file') return { description: 'The uploaded file', content: { 'application/octet-stream': BINARY } }
  if (response === 'information') {
    const document = { schema: { type: 'object' } }
    return {
      description: 'The image information document',
      content: { 'application/json': document, 'application/ld+json': document },
    }
  }
  if (response === 'xml') return { description: 'An answer of OAI-PMH', content: { 'text/xml': BINARY } }
  if (response === 'jpeg') return { description: 'The picture', content: { 'image/jpeg': BINARY } }
  if (response === 'image' || response === 'tile') {
    const formats = response === 'tile' ? ['png', 'webp'] : IMAGE_FORMATS
    const content = Object.fromEntries(formats.map((format) => [`image/${format}`, BINARY]))
    return { description: 'The picture', content }
  }
  const etag = { ETag: { description: 'The version of the record, for If-Match', schema: { type: 'string' } } }
  return {
    description: 'Done',
    ...(response === record && { headers: etag }),
    ...(status !== 204 && { content: json(response) }),
  }
}

/** Calls that every account may make, but that are forbidden for records of others. */
const OF_OWN_RECORDS: readonly EndpointName[] = [
  ...(['editRecord', 'removeRecord', 'resubmit', 'createScan', 'sendRecording'] as const),
]
function mayForbid(name: EndpointName): boolean {
  const { anonymous: _, ...signedIn } = PERMISSIONS[name]
  return OF_OWN_RECORDS.includes(name) || Object.values(signedIn).includes('none')
}

const PICTURE = /^\/(?:api\/(?:scan\/(?:image|iiif)|people\/images)|media)\/:/

/** The possible responses of a call, by status. */
export function responsesOf(name: EndpointName): Record<string, JsonSchema> {
  const endpoint: Endpoint = endpoints[name]
  const { status, who, method, path, query, body, idempotent, costly, multipart, form } = endpoint
  const changes = method !== 'GET'
  const changed = name === 'editSettings' ? detailError : conflict
  const retry = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } }
  const possible: [number, boolean, JsonSchema][] = [
    [status, true, successResponse(endpoint)],
    [304, !changes && who === 'anonymous', { description: 'Not modified' }],
    [400, true, failure('A parameter or field is invalid', body || query ? anyError : detailError)],
    [401, true, failure('The call needs a login, or the token or password is invalid')],
    [403, mayForbid(name), failure('The caller may not do this')],
    [404, path.includes(':'), failure('No such record, or none that the caller may see')],
    [410, PICTURE.test(path), failure('The record was withdrawn')],
    [
      409,
      takesVersion(endpoint) && !name.startsWith('edit'),
      failure("The record's state, or a record that refers to it, does not allow this"),
    ],
    [412, takesVersion(endpoint), failure('Somebody else has changed it since it was read', changed)],
    [413, Boolean(body), failure('The request is too large')],
    [415, Boolean(body), failure(multipart || form ? 'The body is not a form' : 'The body is not JSON')],
    [422, idempotent === true, failure('The Idempotency-Key was used for another request')],
    [428, needsVersion(endpoint), failure('If-Match does not name the version that was read')],
    [429, changes || costly === true, { ...failure('Too many calls; see Retry-After'), headers: retry }],
    [503, costly === true, { ...failure('Too busy at the moment; see Retry-After'), headers: retry }],
  ]
  const known = possible.flatMap(([code, can, answer]) => (can ? [[String(code), answer]] : []))
  return { ...Object.fromEntries(known), default: failure('Any other error', anyError) }
}

const isOfRecord = ({ path, method }: Endpoint) => path.startsWith('/api/records/:kind/:key/') && method !== 'GET'
/** True for calls that take an If-Match header: on a record of the review desk, and on others that require it. */
const takesVersion = (endpoint: Endpoint) => isOfRecord(endpoint) || needsVersion(endpoint)
/** True if the If-Match header is required. */
const needsVersion = ({ requiresVersion }: Endpoint) => requiresVersion === true

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
export function requestBodyOf({ body, bodies, multipart, form }: Endpoint): JsonSchema | undefined {
  if (!body) return undefined
  const [type, schema] = multipart
    ? ['multipart/form-data', formSchema(body)]
    : [form ? FORM : 'application/json', bodies ? schemaByKind(bodies) : wireSchema(body)]
  const optional = !multipart && v.safeParse(body, undefined).success
  return { required: !optional, content: { [type as string]: { schema } } }
}
