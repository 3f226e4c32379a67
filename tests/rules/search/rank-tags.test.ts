import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankTags } from '#rules/search/rank-tags.ts'

const rows = ['Harbour', 'Old Harbour', 'Harbours', 'Unharboured', 'Hàrbour'].map((name, id) => ({ id, name }))

test('ranks equal names, then prefixes, then word prefixes, then other matches', () => {
  const names = rankTags(rows, ' HARBOUR', 4).tags.map(({ name }) => name)
  expect(names).toEqual(['Harbour', 'Hàrbour', 'Harbours', 'Old Harbour'])
  expect(rankTags(rows, 'harbour', 4).more).toBe(1)
  expect(rankTags([], 'harbour', 4)).toEqual({ tags: [], more: 0 })
})

test('returns each row once, whatever their order', () => {
  const some = fc.uniqueArray(fc.record({ id: fc.nat(99), name: fc.string() }), { selector: ({ id }) => id })
  fc.assert(
    fc.property(some, fc.string(), fc.integer({ min: 1, max: 9 }), (given, typed, most) => {
      const { tags, more } = rankTags(given, typed, most)
      expect(tags.length + more).toBe(given.length)
      expect(new Set(tags).size).toBe(tags.length)
      expect(rankTags([...given].reverse(), typed, most)).toEqual({ tags, more })
    }),
  )
})
