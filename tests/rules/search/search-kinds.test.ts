import { expect, test } from 'vitest'
import { SEARCH_KINDS, resultAddress } from '#rules/search/search-kinds.ts'

test('results of every kind lead to a page', () => {
  expect(SEARCH_KINDS.map((kind) => resultAddress(kind, 7))).toEqual([
    '/itemview/7/',
    '/person-overview/7/',
    '/org-overview/7/',
    '/zone-overview/7/',
    '/subjects/7/',
    '/collections/7/',
    '/stories/7/',
  ])
})
