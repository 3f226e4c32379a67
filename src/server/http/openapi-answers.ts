import type * as v from 'valibot'
import { endpoints, type Endpoint, type EndpointName } from '#contract/endpoints.ts'
import { conflict, record } from '#contract/record.ts'
import { IMAGE_FORMATS } from '#contract/scan.ts'
import { anyError, detailError } from '#contract/status.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import { wireSchema, type JsonSchema } from '../json/json.ts'
import { needsVersion, takesVersion } from './openapi-request.ts'

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
const OF_OWN_RECORDS: readonly EndpointName[] = ['editRecord', 'removeRecord', 'resubmit', 'createScan']
function mayForbid(name: EndpointName): boolean {
  const { anonymous: _, ...signedIn } = PERMISSIONS[name]
  return OF_OWN_RECORDS.includes(name) || Object.values(signedIn).includes('none')
}

const PICTURE = /^\/api\/(?:scan\/(?:image|iiif)|people\/images)\/:/

/** The possible responses of a call, by status. */
export function responsesOf(name: EndpointName): Record<string, JsonSchema> {
  const endpoint: Endpoint = endpoints[name]
  const { status, who, method, path, query, body, idempotent, costly, multipart } = endpoint
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
    [415, Boolean(body), failure(multipart ? 'The body is not a form' : 'The body is not JSON')],
    [422, idempotent === true, failure('The Idempotency-Key was used for another request')],
    [428, needsVersion(endpoint), failure('If-Match does not name the version that was read')],
    [429, changes || costly === true, { ...failure('Too many calls; see Retry-After'), headers: retry }],
    [503, costly === true, { ...failure('Too busy at the moment; see Retry-After'), headers: retry }],
  ]
  const known = possible.flatMap(([code, can, answer]) => (can ? [[String(code), answer]] : []))
  return { ...Object.fromEntries(known), default: failure('Any other error', anyError) }
}
