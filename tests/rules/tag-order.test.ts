import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittest } from '#rules/tag-order.ts'

const rows = ['Harbour', 'Old Harbour', 'Harbours', 'Unharboured', 'Hàrbour'].map((name, id) => ({ id, name }))

test('the name itself, then what begins with it, then a word of it, then anything else', () => {
  const names = fittest(rows, ' HARBOUR', 4).tags.map(({ name }) => name)
  expect(names).toEqual(['Harbour', 'Hàrbour', 'Harbours', 'Old Harbour'])
  expect(fittest(rows, 'harbour', 4).more).toBe(1)
  expect(fittest([], 'harbour', 4)).toEqual({ tags: [], more: 0 })
})

test('no row is lost or told twice, whatever the order they come in', () => {
  const some = fc.uniqueArray(fc.record({ id: fc.nat(99), name: fc.string() }), { selector: ({ id }) => id })
  fc.assert(
    fc.property(some, fc.string(), fc.integer({ min: 1, max: 9 }), (given, typed, most) => {
      const { tags, more } = fittest(given, typed, most)
      expect(tags.length + more).toBe(given.length)
      expect(new Set(tags).size).toBe(tags.length)
      expect(fittest([...given].reverse(), typed, most)).toEqual({ tags, more })
    }),
  )
})
