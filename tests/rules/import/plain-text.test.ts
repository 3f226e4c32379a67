import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '#rules/import/plain-text.ts'

test.each([
  ['<p>At the <em>mill</em>.</p>', 'At the mill.'],
  ['One<br />Two', 'One\nTwo'],
  ['<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
  ['<a href="https://example.org/x" target="_blank">The letter</a>', 'The letter (https://example.org/x)'],
  ["<a href='https://example.org/x'>https://example.org/x</a>", 'https://example.org/x'],
  ['Smith &amp; Co.&nbsp;&#8217;s &quot;mill&quot; &eacute;', 'Smith & Co. ’s "mill" é'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['a < b & c > d', 'a < b & c > d'],
  ['&unknown; and &#99999999;', '&unknown; and &#99999999;'],
  ['<p></p>', ''],
])('%s', (cell, plain) => {
  expect(plainText(cell)).toBe(plain)
})

test('a text without formatting stays as it is, in linear time', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }).filter((text) => !/[<&]/.test(text)),
      (text) => {
        expect(plainText(text)).toBe(text)
      },
    ),
  )
  expect(plainText('<a '.repeat(20_000))).toBe('<a '.repeat(20_000))
})
