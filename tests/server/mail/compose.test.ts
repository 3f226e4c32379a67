import fc from 'fast-check'
import { expect, test } from 'vitest'
import { society } from '#society'
import { withSiteUrl, compose, type Letter } from '#server/mail/letters.ts'
import { runs } from '../../setup/length.ts'

const SITE = 'https://archive.example.org'
const written = (letter: Letter) => withSiteUrl(compose(letter), SITE)
const person = { to: 'ann@example.org', name: 'Ann' }

test.each([
  [{ ...person, kind: 'invitation', uid: 'MQ', token: 'a-b_c' } as const, '/activate/MQ/a-b_c'],
  [{ ...person, kind: 'reset', uid: 'MQ', token: 'a-b_c' } as const, '/password/reset/confirm/MQ/a-b_c'],
  [{ ...person, kind: 'published', title: 'A mill', path: '/itemview/12/' } as const, '/itemview/12/'],
  [
    { ...person, kind: 'returned', title: 'A mill', note: 'Which?', path: '/add-item/?draft=12' } as const,
    '/add-item/?draft=12',
  ],
])('a letter has the same content as text and HTML, with links to the site: %o', (letter, path) => {
  const { subject, text, html } = written(letter)
  expect(subject).not.toBe('')
  expect(text).toContain(`\n${SITE}${path}\n`)
  expect(html).toContain(`<a href="${SITE}${path}"`)
  for (const part of [text, html]) {
    expect(part).toContain('Dear Ann,')
    expect(part).toContain(society.name)
    expect(part).toContain(society.email)
    expect(part).not.toContain('\u001a')
  }
  expect(html).toContain(`<html lang="${society.language}">`)
})

test('a note is quoted with its line breaks', () => {
  const { text, html } = written({
    ...person,
    kind: 'returned',
    title: 'x',
    note: 'Which mill?\r\n\r\nThe <old> one?',
    path: '/',
  })
  expect(text).toContain('\n> Which mill?\n>\n> The <old> one?\n')
  expect(html).toContain('Which mill?<br>\n<br>\nThe &lt;old&gt; one?</blockquote>')
})

test('works without name, title and note', () => {
  const { subject, text } = written({
    to: 'x@example.org',
    kind: 'returned',
    name: ' ',
    title: '',
    note: ' \n',
    path: '/',
  })
  expect(subject).toBe('A question about your item')
  expect(text).toMatch(/^Hello,\n/)
  expect(text).not.toContain('>')
  expect(text).not.toContain('wrote:')
})

const typed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\r', '\n', '\u2028', '\u001a', '\0', '<', '>', '"', "'", '&', 'a', '\u202e', '\ud800'),
  }),
  fc.constantFrom(
    'a\r\nBcc: all@example.org',
    '</p><script>alert(1)</script>',
    '" onclick="x',
    '\u001a/activate/MQ/stolen',
    '<!--',
    '&lt;',
  ),
)

test('typed text cannot inject anything', () => {
  const plain = written({ ...person, kind: 'returned', title: 'x', note: 'x', path: '/' })
  const tags = (html: string) => html.replaceAll('<br>\n', '').match(/<[^>]*>/g)
  fc.assert(
    fc.property(typed, typed, typed, (name, title, note) => {
      const { subject, text, html } = written({
        to: 'x@example.org',
        kind: 'returned',
        name,
        title,
        note: `x${note}`,
        path: '/',
      })
      expect(subject).not.toMatch(/\p{Cc}|[\u2028\u2029\u202a-\u202e]/u)
      expect(subject.length).toBeLessThan(300)
      expect(tags(html)).toEqual(tags(plain.html))
      expect(text).not.toMatch(/(?!\n|\t)\p{Cc}/u)
      expect(text.match(/https?:[^\s]*/g)).toEqual(plain.text.match(/https?:[^\s]*/g))
      // Every line of a note is quoted; names and titles are single lines.
      const own = (letter: string) => letter.split('\n').filter((line) => !line.startsWith('>')).length
      expect(own(text)).toBe(own(plain.text))
      for (const part of [subject, text, html]) expect(part.isWellFormed()).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})
