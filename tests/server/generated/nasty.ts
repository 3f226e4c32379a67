import fc from 'fast-check'

/** Unexpected input of people and programs. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202eevil',
  '\ufeff',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '1; drop table item',
  '%',
  '_',
  '*',
  '"quoted" NEAR(',
  '../../../../etc/passwd',
  '..\\..\\windows\\system32',
  '/etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '%00',
  '%2e%2e%2f',
  '{{7*7}}',
  '${process.env}',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  '99999999999999999999',
  '18900231',
  '18900000',
  '99999999',
  '👩‍👩‍👧‍👦',
  'ﷺ',
  'Ａ１',
  '\r\nSet-Cookie: a=b',
  '\n\n',
  'a'.repeat(600),
  'ß'.repeat(3000),
  'word '.repeat(3000),
] as const

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  850,
  801,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  5e-324,
  18900000,
  18900231,
]

export const nastyText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

const deep = (depth: number): unknown => {
  let value: unknown = 'bottom'
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

/** Any JSON value, with likely mistakes more often. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [1, 1], [1, 850], ['1'], { id: 1 }, [{ id: 1 }]),
  fc.constantFrom<unknown>(
    deep(60),
    deep(1000),
    Array.from({ length: 2000 }, (_, at) => at + 1),
  ),
  fc.array(fc.oneof(nastyText, fc.integer()), { maxLength: 4 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Fields that clients may not set, and names that break careless programs. */
export const SURPLUS = [
  'id',
  'pk',
  'user_author',
  'author_id',
  'visibility',
  'state',
  'published_at',
  'created_at',
  'sha256',
  'role',
  'epoch',
  'password_hash',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a.b',
  '__proto__',
] as const
