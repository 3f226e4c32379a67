import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OtherWords, ResultList } from '#islands/search/ResultList.tsx'
import type { ResultPage } from '#islands/search/results.ts'

const page: ResultPage = {
  request: { words: 'mill', kind: 'item', type: 'postcard', page: 2 },
  total: 50,
  count: 41,
  kinds: [{ value: 'item', count: 45 }],
  types: [{ value: 'postcard', count: 41 }],
  found: [
    {
      url: '/itemview/7/',
      kind: 'item',
      title: 'The mill <b>',
      type: 'Postcard',
      years: '1906',
      image: '/picture.jpg',
      description: '',
      excerpt: [
        { text: 'By the ', marked: false },
        { text: 'mill', marked: true },
      ],
    },
  ],
  unknown: [],
  correction: '',
  pages: 3,
}

test('results are links with their words marked; a text never becomes markup', () => {
  const html = renderToStaticMarkup(<ResultList page={page} />)
  expect(html).toContain('<h3><a href="/itemview/7/">The <mark>mill</mark> &lt;b&gt;</a></h3>')
  expect(html).toContain('<p>By the <mark>mill</mark></p>')
  expect(html).toContain('Postcard · 1906')
  expect(html).toMatch(/<a class="result-picture" href="\/itemview\/7\/" tabindex="-1" aria-hidden="true">/)
})

test('without results, similar and single words are offered', () => {
  const none = { ...page, request: { ...page.request, words: 'old mlil' }, total: 0 }
  const html = renderToStaticMarkup(<OtherWords page={{ ...none, unknown: ['mlil'], correction: 'old mill' }} />)
  expect(html).toContain('<p>Did you mean:</p><ul class="chips"><li><a href="/search/?q=old+mill">old mill</a>')
  expect(html).toContain('<p>One word at a time:</p><ul class="chips"><li><a href="/search/?q=old">old</a></li></ul>')
})
