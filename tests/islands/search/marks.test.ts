import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markExcerpt, markWords, readExcerpt, withoutStart } from '#islands/search/marks.ts'

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

test('the index tells one place of a word: the others, and words that begin so, are marked as well', () => {
  const excerpt = 'On the <mark>Mill</mark> pond, mill by mill. Windmill, MILLERS; a pond'
  expect(marked(markExcerpt(readExcerpt(excerpt), 'mill'))).toBe(
    'On the [Mill] pond, [mill] by [mill]. Windmill, [MILLERS]; a pond',
  )
  // Only the index knows what “happiness” also finds; the same word is marked wherever it stands.
  expect(marked(markExcerpt(readExcerpt('A <mark>happy</mark> day, Happy people'), 'happiness'))).toBe(
    'A [happy] day, [Happy] people',
  )
  expect(marked(markExcerpt(readExcerpt('The <mark>Café</mark>, a cafe and CAFÉS'), 'café'))).toBe(
    'The [Café], a [cafe] and [CAFÉS]',
  )
})

test('a phrase is marked where it stands, not word by word', () => {
  const excerpt = 'An old church. The <mark>old</mark> <mark>mill</mark> by a mill'
  expect(marked(markExcerpt(readExcerpt(excerpt), '"old mill"'))).toBe('An old church. The [old] [mill] by a mill')
})

test('marks lose and add no text, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
      const pieces = readExcerpt(`${escaped} <mark>mill</mark> &lt;mark>${escaped}`)
      const plain = (some: typeof pieces) => some.map((piece) => piece.text).join('')
      expect(plain(markExcerpt(pieces, query))).toBe(plain(pieces))
      expect(plain(pieces)).toBe(`${text} mill <mark>${text}`)
    }),
  )
  const hostile = readExcerpt('&lt;script&gt;mill()&lt;/script&gt; <mark>mill</mark>')
  expect(marked(markExcerpt(hostile, '<script>'))).toBe(
    '<[script]>mill()</[script]> [mill]'.replace('>mill(', '>[mill]('),
  )
})
