import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { BODY } from '#contract/limits.ts'
import { readJson } from '#server/http/api-hooks.ts'
import { openTestArchive } from '../fixtures.ts'

const read = (text: string | Buffer) => readJson(Buffer.from(text))
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

test.each([
  ['cut off', '{"a":1'],
  ['more than one value', '{} {}'],
  ['a trailing comma', '{"a":1,}'],
  ['a byte order mark', '\ufeff{}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['half a surrogate pair in bytes', Buffer.from('7b2261223a22eda080227d', 'hex')],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
  ['a prototype', '{"__proto__":{"role":"staff"}}'],
  ['a prototype within', '{"a":[{"__proto__":1}]}'],
  ['a prototype, escaped', '{"\\u005f_proto__":{}}'],
  ['the prototype of a constructor', '{"constructor":{"prototype":{}}}'],
])('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ kind: 'invalid', body: { detail: 'The request body is not valid JSON in UTF-8.' } }),
  )
})

test.each([
  ['twice', '{"a":1,"a":2}'],
  ['twice, escaped', '{"a":1,"\\u0061":2}'],
  ['twice, within', '{"x":[{"a":1,"b":"}","a" \n: 2}]}'],
])('a duplicate key %s is refused', (_, text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ kind: 'invalid', body: { detail: 'The request body contains the same field twice.' } }),
  )
})

const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`
const LARGE: [string, string][] = [
  ['100,000 keys', keys(100_000)],
  ['keys of many objects', `{"a":[${Array.from({ length: 20_000 }, () => '{"a":1}').join(',')}]}`],
  ['a million numbers', `{"a":[${'0,'.repeat(1_000_000)}0]}`],
  ['700,000 empty lists', `{"a":[${'[],'.repeat(700_000)}[]]}`],
  ['700,000 empty objects', `{"a":[${'{},'.repeat(700_000)}{}]}`],
  ['a depth of nothing of ours', nested(32)],
  ['a depth that no stack holds', nested(500_000)],
  // Not JSON, but detected before parsing.
  ['a million opened lists', '['.repeat(1_000_000)],
]
test.each(LARGE)('%s: refused before it is parsed', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse')
  const sentence = 'The request body has too many fields or values, or is nested too deeply.'
  expect(() => read(text)).toThrow(expect.objectContaining({ kind: 'too-large', body: { detail: sentence } }))
  // At most the names of allowed fields, never the text.
  expect(parse.mock.calls.length).toBeLessThanOrEqual(BODY.fields)
  expect(parse.mock.calls.every(([part]) => part.length < 20)).toBe(true)
  parse.mockRestore()
})

// Quadratic time would be longer than a test may take.
test('an unterminated string is detected in linear time', () => {
  expect(() => read(`{"${'\\"'.repeat(1_000_000)}`)).toThrow('The request body is not valid JSON')
})

test('the largest valid record is accepted: an outline of 30,000 corners', () => {
  const corners = Array.from({ length: 30_000 }, (_, at) => [-81.7 + at / 1e6, 43.7])
  const text = JSON.stringify({ geometry: { type: 'Polygon', coordinates: [corners] }, altnames: Array(500).fill('x') })
  expect(read(text)).toEqual(JSON.parse(text))
  expect(read(keys(BODY.fields))).toEqual(JSON.parse(keys(BODY.fields)))
})

test.each(['null', '1', '"a"', '[]', '[{}]', 'true'])('%s is not an object', (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ kind: 'invalid', body: { detail: 'The request body must be a JSON object.' } }),
  )
})

test('valid JSON is parsed unchanged', () => {
  expect(read('')).toBeUndefined()
  expect(read(nested(31))).toEqual(JSON.parse(nested(31)))
  // The same key in two objects, or as a value, is not a duplicate.
  const text = '{"a":{"a":"a"},"b":[{"a":1},{"a":"\\"a\\": {"}],"c":"a"}'
  expect(read(text)).toEqual(JSON.parse(text))
  const ours = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }))
  fc.assert(
    fc.property(ours, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      fc.pre(!/__proto__|constructor/.test(text))
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('over HTTP: readable errors for large, broken and non-JSON bodies', async () => {
  const town = await openTestArchive({})
  const post = async (payload: string | Buffer, type: string | undefined, url = '/auth/jwt/verify/') => {
    const headers = { ...(await town.signIn('volunteer')), ...(type !== undefined && { 'content-type': type }) }
    const answer = await town.app.inject({ method: 'POST', url, headers, payload })
    return [answer.statusCode, answer.json()] as unknown
  }
  const json = 'application/json'
  const padded = (bytes: number) => `{"token":"${'x'.repeat(bytes - 12)}"}`
  const tooLarge = [
    413,
    { detail: 'The request is too large. Text can have up to 2 MB in total; send pictures one at a time.' },
  ]
  const subjects = '/api/subjects/'
  expect(await post(padded(2 * 1024 * 1024), json, subjects)).not.toEqual(tooLarge)
  expect(await post(padded(2 * 1024 * 1024 + 1), json, subjects)).toEqual(tooLarge)
  // For anonymous calls: unfinished bodies must not fill the memory.
  expect(await post(padded(16 * 1024), json)).not.toEqual(tooLarge)
  expect(await post(padded(16 * 1024 + 1), json)).toEqual(tooLarge)
  const otherKind = [415, { detail: 'Send the request body as JSON, with Content-Type: application/json.' }]
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    undefined,
  ]) {
    expect(await post('{}', type)).toEqual(otherKind)
  }
  expect(await post('{', json)).toEqual([400, { detail: 'The request body is not valid JSON in UTF-8.' }])
  expect(await post('[]', `${json}; charset=utf-8`)).toEqual([
    400,
    { detail: 'The request body must be a JSON object.' },
  ])
  expect(await post('', json)).toMatchObject([400, {}])
  await town.close()
})
