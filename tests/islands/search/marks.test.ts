import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markWords, readExcerpt } from '#islands/search/marks.ts'

const marked = (pieces: { text: string; marked: boolean }[]) =>
  pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

test('words that begin with a word of the search are marked, ignoring case and accents', () => {
  expect(marked(markWords('The Old Mill on Mill Pond', 'mill'))).toBe('The Old [Mill] on [Mill] Pond')
  expect(marked(markWords('Café Élan, Windmill', 'cafe elan mill'))).toBe('[Café] [Élan], Windmill')
  expect(marked(markWords('Churches of the bay', 'church'))).toBe('[Churches] of the bay')
  expect(marked(markWords('A church', 'churches'))).toBe('A [church]')
})

test('an empty search marks nothing, and no text is lost', () => {
  expect(markWords('Plain', '  ')).toEqual([{ text: 'Plain', marked: false }])
  expect(markWords('', 'mill')).toEqual([])
  const text = '“Odd” <b>text</b> — (c. 1890)…'
  expect(
    markWords(text, 'odd text 1890')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('an excerpt is parsed as text: <mark> is its only markup', () => {
  expect(readExcerpt('the <mark>mill</mark> &amp; &lt;script&gt;alert(1)&lt;/script&gt;')).toEqual([
    { text: 'the ', marked: false },
    { text: 'mill', marked: true },
    { text: ' & <script>alert(1)</script>', marked: false },
  ])
  expect(readExcerpt('<img src=x onerror=alert(1)> <mark>a')).toEqual([
    { text: '<img src=x onerror=alert(1)> <mark>a', marked: false },
  ])
})

test('a mark leaves out the punctuation around the word', () => {
  expect(marked(readExcerpt('On the <mark>(harbour).</mark> <mark>Knox’s</mark> <mark>—</mark> end'))).toBe(
    'On the ([harbour]). [Knox’s] — end',
  )
})

test('marking changes no text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const plain = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join('')
      expect(plain(markWords(text, query))).toBe(text)
      const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
      expect(plain(readExcerpt(`${escaped} <mark>mill</mark> &lt;mark>${escaped}`))).toBe(`${text} mill <mark>${text}`)
    }),
  )
})
