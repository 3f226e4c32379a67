import fc from 'fast-check'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { MARK, draftOf } from '../walk/draft-town.ts'
import { form } from '../walk/form.ts'
import { SAMPLE_CALLS } from '../walk/sample-calls.ts'
import type { Request } from '../walk/sample-calls.ts'
import { SURPLUS, nastyText, nastyValue } from './nasty.ts'
import { TOKENS } from './tokens.ts'
import type { TokenName } from './tokens.ts'

/** A generated request: how it is sent, and with which token. */
export interface Generated {
  name: EndpointName
  method: string
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
  token: TokenName
}

const IDS = [1, 2, draftOf('other'), draftOf('volunteer'), 999_999]
const table = Object.entries(endpoints) as [EndpointName, Endpoint][]

/** Values of path parameters: mostly plausible ones. */
const inPath = fc.oneof(
  { arbitrary: fc.constantFrom(...IDS.map(String)), weight: 4 },
  {
    arbitrary: nastyText.map((text) => encodeURIComponent(text.toWellFormed()) || '%20'),
    weight: 2,
  },
  { arbitrary: fc.constantFrom('%ff', '%00', '%', '..', '%2e%2e%2f1', '1%2f2', '-1', '0', '1.0', '01'), weight: 1 },
)

const encodeSloppily = (text: string, raw: boolean) =>
  raw ? text.replace(/[^\x21-\x7e]|[#?&]/g, '') : encodeURIComponent(text.toWellFormed())

const queryOf = ({ query }: Endpoint) => {
  const names = Object.keys((query as { entries?: object } | undefined)?.entries ?? {})
  if (names.length === 0) return fc.constantFrom('', '', '?x=1', '?__proto__[a]=1')
  const value = fc.oneof(
    nastyText,
    fc.constantFrom(...IDS.map(String), '1,2', '1,,2', 'draft', 'published', '1', 'parent', MARK.other),
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...names, 'surplus'), value, fc.boolean()), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, text, raw]) => `${key}=${encodeSloppily(text, raw)}`).join('&'))
    .map((text) => (text === '' ? '' : `?${text}`))
}

/** A valid body with up to three mistakes. */
const mistaken = (good: Record<string, unknown>) =>
  fc
    .array(
      fc.oneof(
        fc.tuple(fc.constant('set' as const), fc.constantFrom(...Object.keys(good), 'x'), nastyValue),
        fc.tuple(fc.constant('drop' as const), fc.constantFrom(...Object.keys(good), 'x'), fc.constant(undefined)),
        fc.tuple(fc.constant('set' as const), fc.constantFrom(...SURPLUS), nastyValue),
      ),
      { maxLength: 3 },
    )
    .map((changes) => {
      const body = new Map(Object.entries(good))
      for (const [what, key, value] of changes) {
        if (what === 'set') body.set(key, value)
        else body.delete(key)
      }
      // Written by hand, so that a key such as __proto__ survives.
      return `{${[...body].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`
    })

const RAW_BODIES: (string | Buffer)[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '42',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"title":"\\ud800","type":"photograph","general_description":"x"}',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.concat([
    Buffer.from('{"type":"photograph","general_description":"'),
    Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]),
  `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  `${'['.repeat(100_000)}`,
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
  '',
]

function jsonBody(good: unknown): fc.Arbitrary<{ payload: string | Buffer; type: string }> {
  const fields = typeof good === 'object' && good !== null ? (good as Record<string, unknown>) : {}
  return fc.oneof(
    { arbitrary: mistaken(fields).map((payload) => ({ payload, type: 'application/json' })), weight: 8 },
    {
      arbitrary: fc.constantFrom(...RAW_BODIES).map((payload) => ({ payload, type: 'application/json' })),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(mistaken(fields), fc.constantFrom(...TYPES)).map(([payload, type]) => ({ payload, type })),
      weight: 1,
    },
  )
}

const PICTURES = [
  Buffer.alloc(0),
  Buffer.from('not a picture'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  Buffer.from('%PDF-1.7'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
  Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]
const FILE_NAMES = ['a.jpg', '../../../etc/passwd', 'a\\b.png', 'x'.repeat(400), '', '.htaccess', 'ü.tif']

/** A form with fields and file, valid or not, complete or cut off. */
const formBody = (name: EndpointName) => {
  const owner = name === 'createScan' ? 'item' : 'person'
  const field = fc.tuple(
    fc.constantFrom(owner, owner, 'order', 'color', 'position', 'watermark', 'id', '__proto__', 'x'),
    fc.oneof(fc.constantFrom(...IDS.map(String), 'black', 'top left', '1'), nastyText),
  )
  return fc
    .record({
      fields: fc.array(field, { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
      owner: fc.constantFrom(...IDS.map(String), undefined),
      file: fc.option(
        fc.record({
          name: fc.constantFrom('image', 'image', 'image', 'file', ''),
          file: fc.constantFrom(...FILE_NAMES),
          type: fc.constantFrom('image/jpeg', 'text/html', ''),
          content: fc.constantFrom(...PICTURES),
        }),
        { nil: undefined },
      ),
      fileFirst: fc.boolean(),
      end: fc.constantFrom(
        '--lotline-test-boundary--\r\n',
        '--lotline-test-boundary--\r\n',
        '',
        '--lotline',
        '\r\n\r\n',
      ),
      boundary: fc.constantFrom('lotline-test-boundary', 'lotline-test-boundary', 'another', ''),
    })
    .map(({ fields, owner: id, file, ...how }) =>
      form(id === undefined ? fields : { ...fields, [owner]: id }, file, how),
    )
}

const token = fc.oneof(
  { arbitrary: fc.constantFrom<TokenName>('anonymous', 'volunteer', 'society', 'staff', 'administrator'), weight: 6 },
  { arbitrary: fc.constantFrom<TokenName>(...TOKENS), weight: 1 },
)
const versions = fc.constantFrom('{version}', '"x"', '*', 'W/"x"', '', '"', '"a","b"')
const keys = fc.constantFrom(undefined, undefined, undefined, 'key-1', '', 'x'.repeat(300), 'ü', ' ')

/** Requests for a call of the table. */
function requestsFor([name, endpoint]: [EndpointName, Endpoint]): fc.Arbitrary<Generated> {
  return fc
    .record({
      target: fc.constantFrom(...IDS),
      token,
      query: queryOf(endpoint),
      part: inPath,
      keep: fc.nat(3),
      ifMatch: versions,
      key: keys,
    })
    .chain(({ target, token: sentToken, query, part, keep, ifMatch, key }): fc.Arbitrary<Generated> => {
      const sample: Request = SAMPLE_CALLS[name]({ id: target })
      const path = sample.url.split('?')[0]!
      const asked = keep === 0 ? endpoint.path.replace(/:\w+/g, () => part) : path
      const headers: Record<string, string> = {}
      if (endpoint.requiresVersion) headers['if-match'] = ifMatch
      if (key !== undefined) headers['idempotency-key'] = key
      const base = { name, method: endpoint.method, url: asked + query, token: sentToken }
      if (endpoint.multipart) {
        return formBody(name).map((body) => ({
          ...base,
          headers: { ...headers, ...body.headers },
          payload: body.payload,
        }))
      }
      if (!endpoint.body) return fc.constant({ ...base, headers, payload: undefined })
      return jsonBody(sample.payload).map(({ payload, type }) => ({
        ...base,
        headers: { ...headers, 'content-type': type },
        payload,
      }))
    })
}

/** Requests for all calls of the table, equally likely. */
export const generatedRequest: fc.Arbitrary<Generated> = fc.constantFrom(...table).chain((entry) => requestsFor(entry))
