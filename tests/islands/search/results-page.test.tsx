import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OtherWords, ResultList, resultLine } from '#islands/search/ResultList.tsx'
import type { ResultPage } from '#islands/search/results.ts'
import SearchPage from '#islands/search/SearchPage.tsx'

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

test('the results page renders at build, without a window', () => {
  const html = renderToStaticMarkup(
    <SearchPage siteName="Archive" api="">
      ways in
    </SearchPage>,
  )
  expect(html).toContain('<h1 tabindex="-1">Search</h1>')
  expect(html).toContain('<div class="search-ways">ways in</div>')
  expect(html).not.toContain(' style=')
})

test('results are links with their words marked; a text never becomes markup', () => {
  const html = renderToStaticMarkup(<ResultList page={page} />)
  expect(html).toContain('<h3><a href="/itemview/7/">The <mark>mill</mark> &lt;b&gt;</a></h3>')
  expect(html).toContain('<p>By the <mark>mill</mark></p>')
  expect(html).toContain('Postcard · 1906')
  expect(html).toMatch(/<a class="result-picture" href="\/itemview\/7\/" tabindex="-1" aria-hidden="true">/)
})

test('filters and pages are links; the chosen type leads back to all types', () => {
  const html = renderToStaticMarkup(<ResultList page={page} />)
  expect(html).toContain('<a href="/search/?q=mill">Everything <span class="figures">50</span></a>')
  expect(html).toContain('<a href="/search/?q=mill&amp;kind=item" aria-current="true">Items ')
  expect(html).toContain('<a href="/search/?q=mill&amp;kind=item" aria-current="true">Postcard ')
  expect(html).toContain('href="/search/?q=mill&amp;type=postcard" rel="prev">Previous')
  expect(html).toContain('<span class="figures">Page 2 of 3</span>')
  expect(html).toContain('href="/search/?q=mill&amp;type=postcard&amp;page=3" rel="next">Next')
})

test('the status line has the count and the range', () => {
  const { request } = page
  expect(resultLine({ phase: 'ready', request, page })).toBe('41 results: 21 to 40')
  expect(resultLine({ phase: 'loading', request, page })).toBe('Searching…')
  expect(resultLine({ phase: 'empty', request })).toBe('')
})

test('without results, similar and single words are offered', () => {
  const none = { ...page, request: { ...page.request, words: 'old mlil' }, total: 0 }
  const html = renderToStaticMarkup(<OtherWords page={{ ...none, unknown: ['mlil'], correction: 'old mill' }} />)
  expect(html).toContain('<p>Did you mean:</p><ul class="chips"><li><a href="/search/?q=old+mill">old mill</a>')
  expect(html).toContain('<p>One word at a time:</p><ul class="chips"><li><a href="/search/?q=old">old</a></li></ul>')
})
