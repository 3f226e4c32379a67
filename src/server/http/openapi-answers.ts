import type * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { conflict, record } from '#contract/record.ts'
import { IMAGE_FORMATS } from '#contract/scan.ts'
import { anyError, detailError } from '#contract/status.ts'
import { PERMISSIONS } from '#rules/permissions.ts'
import { wireSchema } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { needsVersion, takesVersion } from './openapi-request.ts'

const json = (schema: v.GenericSchema) => ({ 'application/json': { schema: wireSchema(schema) } })
const failure = (description: string, schema: v.GenericSchema = detailError) => ({ description, content: json(schema) })
const BINARY = { schema: { type: 'string', format: 'binary' } }

function successOf({ response, status }: Endpoint): JsonSchema {
  if (response === 'file') return { description: 'The file', content: { 'application/octet-stream': BINARY } }
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

/** Calls that everybody with an account may make, and that are refused for records that are not theirs to change. */
const OF_OWN_RECORDS: readonly EndpointName[] = ['editRecord', 'removeRecord', 'resubmit', 'createScan']
function mayForbid(name: EndpointName): boolean {
  const { anonymous: _, ...signedIn } = PERMISSIONS[name]
  return OF_OWN_RECORDS.includes(name) || Object.values(signedIn).includes('none')
}

/** What a call may answer, by status. */
export function answersOf(name: EndpointName): Record<string, JsonSchema> {
  const endpoint: Endpoint = endpoints[name]
  const { status, who, method, path, query, body, once, multipart } = endpoint
  const changes = method !== 'GET'
  const retry = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } }
  const possible: [number, boolean, JsonSchema][] = [
    [status, true, successOf(endpoint)],
    [304, !changes && who === 'anonymous', { description: 'What the visitor has still holds' }],
    [400, true, failure('A parameter or field is malformed', body || query ? anyError : detailError)],
    [401, true, failure('Nobody is logged in who has to be, or the token or the password is not good')],
    [403, mayForbid(name), failure('This is not for the caller to do')],
    [404, path.includes(':'), failure('There is no such record, or none that the caller may see')],
    [409, takesVersion(endpoint) && name !== 'editRecord', failure('Where the record stands, or another one that names it, is in the way')], // prettier-ignore
    [412, takesVersion(endpoint), failure('Somebody else has changed the record since it was read', conflict)],
    [413, Boolean(body), failure('The request is too large')],
    [415, Boolean(body), failure(multipart ? 'The body is no form' : 'The body is not JSON')],
    [422, once === true, failure('The Idempotency-Key was used for another request')],
    [428, needsVersion(endpoint), failure('If-Match does not name the version that was read')],
    [429, changes, { ...failure('Too many calls; the header says when to come back'), headers: retry }],
  ]
  const known = possible.flatMap(([code, can, answer]) => (can ? [[String(code), answer]] : []))
  return { ...Object.fromEntries(known), default: failure('Anything else', anyError) }
}
