import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from '#server/http/read-json.ts'
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
  ['a key twice', '{"a":1,"a":2}'],
  ['a key twice, escaped', '{"a":1,"\\u0061":2}'],
  ['a key twice, within', '{"x":[{"a":1,"b":"}","a" \n: 2}]}'],
  ['a depth of nothing of ours', nested(32)],
  ['a depth that no stack holds', nested(500_000)],
])('%s is not read', (_, text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ status: 400, body: { detail: 'The body is not JSON in UTF-8.' } }),
  )
})

test.each(['null', '1', '"a"', '[]', '[{}]', 'true'])('%s is no object', (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ status: 400, body: { detail: 'The body must be a JSON object.' } }),
  )
})

test('what is well-formed is read as it is', () => {
  expect(read('')).toBeUndefined()
  expect(read(nested(31))).toEqual(JSON.parse(nested(31)))
  // The same key in two objects, and as a value, is not twice.
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

test('a key that is doubled anywhere is found', () => {
  const key = fc.string({ minLength: 1 }).filter((each) => each !== '__proto__')
  fc.assert(
    fc.property(key, fc.jsonValue({ maxDepth: 3 }), fc.nat(4), (name, value, depth) => {
      const written = JSON.stringify(name)
      const twice = `{${written}:${JSON.stringify(value)},${written}:0}`
      expect(() => read(`{"outer":${'['.repeat(depth)}${twice}${']'.repeat(depth)}}`)).toThrow()
    }),
  )
})

test('over HTTP: what is too large, of another kind, or broken is told in a sentence', async () => {
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
    { detail: 'The request is too large. Text may have 2 MB in all; pictures are sent one by one.' },
  ]
  const subjects = '/api/subjects/'
  expect(await post(padded(2 * 1024 * 1024), json, subjects)).not.toEqual(tooLarge)
  expect(await post(padded(2 * 1024 * 1024 + 1), json, subjects)).toEqual(tooLarge)
  // Where anybody may send one: a thousand that never end must not fill the memory.
  expect(await post(padded(16 * 1024), json)).not.toEqual(tooLarge)
  expect(await post(padded(16 * 1024 + 1), json)).toEqual(tooLarge)
  const otherKind = [415, { detail: 'The body must be JSON, sent with Content-Type: application/json.' }]
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', undefined]) {
    expect(await post('{}', type)).toEqual(otherKind)
  }
  expect(await post('{', json)).toEqual([400, { detail: 'The body is not JSON in UTF-8.' }])
  expect(await post('[]', `${json}; charset=utf-8`)).toEqual([400, { detail: 'The body must be a JSON object.' }])
  expect(await post('', json)).toMatchObject([400, {}])
  await town.close()
})
