import { expect, test } from 'vitest'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LinkedText } from '#components/LinkedText.tsx'

const markup = (text: string) => renderToStaticMarkup(createElement(LinkedText, { text }))
const link = (href: string, text = href) => `<a href="${href}" rel="nofollow ugc">${text}</a>`

test.each([
  ['See https://example.org/path?x=1 or www.example.org. Bye', `See ${link('https://example.org/path?x=1')} or ${link('https://www.example.org', 'www.example.org')}. Bye`], // prettier-ignore
  ['(HTTP://Example.org/a_(b)), “https://b.example/”', `(${link('HTTP://Example.org/a_(b)')}), “${link('https://b.example/')}”`], // prettier-ignore
  ['see (https://example.org/a).', `see (${link('https://example.org/a')}).`],
  ['https://example.org/?a=1&b=2', link('https://example.org/?a=1&amp;b=2')],
])('addresses in %j are links', (text, html) => expect(markup(text)).toBe(html))

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'http://localhost/',
  'www.',
  'www',
  'a.b@example.org',
  'https://[x]/',
])('%j is no link', (text) => expect(markup(text)).not.toContain('<a'))

test('hostile text stays text: no attribute and no tag comes out of it', () => {
  expect(markup('https://x.example/"onmouseover="alert(1) <script>')).toBe(
    `${link('https://x.example/')}&quot;onmouseover=&quot;alert(1) &lt;script&gt;`,
  )
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('https://', 'www.', 'a.example', '"', "'", '<', '>', ')', '(', '.', '\u202e'),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      const html = markup(text)
      expect(html.replaceAll(/<a href="https?:\/\/[^"<>\s]*" rel="nofollow ugc">|<\/a>/gi, '')).toBe(
        renderToStaticMarkup(createElement('p', null, text)).slice(3, -4),
      )
    }),
  )
})

test('a long run of addresses and points takes no time', () => {
  const start = performance.now()
  markup(`${'www.'.repeat(50_000)} ${'https://a.example/'.repeat(1000)}${'.'.repeat(100_000)}`)
  expect(performance.now() - start).toBeLessThan(1000)
})
