import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ITEM_TYPES } from '#contract/item.ts'
import { readRequest, writeRequest } from '#islands/search/request.ts'
import { SEARCH_KINDS } from '#rules/search/search-kinds.ts'

test('an address has the whole request', () => {
  expect(writeRequest({ words: 'mill & co', kind: '', type: '', page: 1 })).toBe('/search/?q=mill+%26+co')
  const words = fc.string({ maxLength: 60, unit: 'binary' }).map((text) => text.trim())
  const rest = fc.record({
    kind: fc.constantFrom('', ...SEARCH_KINDS),
    type: fc.constantFrom('', ...ITEM_TYPES),
    page: fc.integer({ min: 1, max: 99999 }),
  })
  fc.assert(
    fc.property(words, rest, (q, other) => {
      const request = readRequest(`?${new URLSearchParams({ q, ...other, page: String(other.page) })}`)
      expect(readRequest(new URL(writeRequest(request), 'https://archive.example').search)).toEqual(request)
      expect(request).toEqual({ words: q, kind: other.type ? 'item' : other.kind, type: other.type, page: other.page })
    }),
  )
})

test('invalid values of an address are ignored', () => {
  expect(readRequest('?q=%20mill%20&kind=nonsense&type=poster&page=-3')).toEqual({
    words: 'mill',
    kind: '',
    type: '',
    page: 1,
  })
  expect(readRequest('?q=%E0%A4%A&page=1e9')).toMatchObject({ page: 1 })
  expect(readRequest(`?q=${'a'.repeat(5000)}`).words).toHaveLength(200)
  expect(readRequest('')).toEqual({ words: '', kind: '', type: '', page: 1 })
})
