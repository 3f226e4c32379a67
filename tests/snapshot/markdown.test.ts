import { expect, test } from 'vitest'
import { htmlOfMarkdown } from '#snapshot/markdown.ts'

test('paragraphs, emphasis, lists, links, and headings below that of the page', () => {
  const html = htmlOfMarkdown('# Who we are\n\nA **small** [society](https://perth.example) & friends.\n\n- one\n- two')
  expect(html).toContain('<h2>Who we are</h2>')
  expect(html).toContain(
    '<p>A <strong>small</strong> <a href="https://perth.example">society</a> &#x26; friends.</p>'.replace(
      '&#x26;',
      html.includes('&#x26;') ? '&#x26;' : '&amp;',
    ),
  )
  expect(html).toMatch(/<ul>\s*<li>one<\/li>\s*<li>two<\/li>\s*<\/ul>/)
})

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '<div>\n\n**x**\n\n</div>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x]( java\nscript:alert(1))',
  '[x](data:text/html,x)',
  '[x](//evil.example)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '![x](https://evil.example/pixel.gif)',
  '![x][y]\n\n[y]: https://evil.example/pixel.gif',
  '<javascript:alert(1)>',
  '<https://a.example/"onmouseover="alert(1)>',
])('what is dangerous is text: %s', (text) => {
  const html = htmlOfMarkdown(text)
  expect(html).not.toMatch(/<(?:script|img|div|iframe|svg)|<[^>]*\son\w+=|href="(?!https?:\/\/|mailto:|\/(?!\/)|#)/i)
})
