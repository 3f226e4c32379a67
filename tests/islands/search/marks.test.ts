import { expect, test } from 'vitest'
import { markWords, readExcerpt, withoutStart } from '#islands/search/marks.ts'

const marked = (pieces: { text: string; marked: boolean }[]) =>
  pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')

test('words that begin with a word of the search are marked, whatever their case and accents', () => {
  expect(marked(markWords('The Old Mill on Mill Pond', 'mill'))).toBe('The Old [Mill] on [Mill] Pond')
  expect(marked(markWords('Café Élan, Windmill', 'cafe elan mill'))).toBe('[Café] [Élan], Windmill')
  expect(marked(markWords('Churches of the bay', 'church'))).toBe('[Churches] of the bay')
  expect(marked(markWords('A church', 'churches'))).toBe('A [church]')
})

test('nothing searched for marks nothing, and no text is lost', () => {
  expect(markWords('Plain', '  ')).toEqual([{ text: 'Plain', marked: false }])
  expect(markWords('', 'mill')).toEqual([])
  const text = '“Odd” <b>text</b> — (c. 1890)…'
  expect(
    markWords(text, 'odd text 1890')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('an excerpt is read as text: only the marks of the index count', () => {
  expect(readExcerpt('the <mark>mill</mark> &amp; &lt;script&gt;alert(1)&lt;/script&gt;')).toEqual([
    { text: 'the ', marked: false },
    { text: 'mill', marked: true },
    { text: ' & <script>alert(1)</script>', marked: false },
  ])
  expect(readExcerpt('<img src=x onerror=alert(1)> <mark>a')).toEqual([
    { text: '<img src=x onerror=alert(1)> <mark>a', marked: false },
  ])
})

test('a mark ends with the word, before its full stop', () => {
  expect(marked(readExcerpt('On the <mark>(harbour).</mark> <mark>Knox’s</mark> <mark>—</mark> end'))).toBe(
    'On the ([harbour]). [Knox’s] — end',
  )
})

test('an excerpt does not repeat the title above it', () => {
  const pieces = readExcerpt('Old <mark>Mill</mark>. 1890. A <mark>mill</mark> by the pond')
  expect(marked(withoutStart(pieces, 'Old Mill'))).toBe('1890. A [mill] by the pond')
  expect(marked(withoutStart(pieces, 'Other'))).toBe('Old [Mill]. 1890. A [mill] by the pond')
  expect(withoutStart(readExcerpt('Old Mill'), 'Old Mill')).toEqual([])
})
