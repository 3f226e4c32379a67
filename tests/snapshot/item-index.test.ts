import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ITEM_TYPES, type Item } from '#contract/item.ts'
import { indexItems, replaceInIndex } from '#snapshot/item-index.ts'
import { anItem } from './pages/archive-of.ts'

const id = fc.integer({ min: 1, max: 3 })
const some = fc.uniqueArray(id, { maxLength: 2 })
const named = (each: number) => ({ id: each, first_name: 'Ada', surname: `Calder ${each}` })
const row = fc.record({
  type: fc.constantFrom(...ITEM_TYPES.slice(0, 2)),
  // Few dates, so that many items have the same.
  date_start: fc.option(fc.integer({ min: 189, max: 192 }).map((decade) => decade * 100_000)),
  location: fc.option(id.map((each) => ({ id: each, name: '' }))),
  people: some.map((each) => each.map(named)),
  creator: fc.option(id.map(named)),
  subject: some.map((each) => each.map((one) => ({ id: one, subject_name: '' }))),
  organizations: some.map((each) => each.map((one) => ({ id: one, name: '' }))),
  collection: fc.option(id.map((each) => ({ id: each, collection_name: '' }))),
})
/** Items by id; null for one that is not there. */
const rows = fc.array(fc.option(row, { freq: 3 }), { minLength: 12, maxLength: 12 })
const changes = fc.dictionary(fc.integer({ min: 0, max: 11 }).map(String), fc.option(row), { maxKeys: 4 })

test('an index whose items are replaced is the index of the items then, and shares the lists that are as they were', () => {
  fc.assert(
    fc.property(rows, changes, (before, changed) => {
      const toItem = (at: number, of: (typeof before)[number]) => (of ? [anItem(at + 1, of)] : [])
      const was = before.map((each, at) => toItem(at, each))
      const is = was.map((each, at) => (String(at) in changed ? toItem(at, changed[String(at)]!) : each))
      const touched = (items: Item[][]) => Object.keys(changed).flatMap((at) => items[Number(at)]!)
      const index = indexItems(was.flat())
      const replaced = replaceInIndex(index, { before: touched(was), after: touched(is) })

      const expected = indexItems(is.flat())
      expect(replaced.byDate).toEqual(expected.byDate)
      // Their order is not that of a new index, and means nothing.
      expect(new Map([...replaced.byId].sort(([a], [b]) => a - b))).toEqual(expected.byId)
      for (const [name, lists] of Object.entries(expected.groups)) {
        const own = replaced.groups[name as keyof typeof expected.groups]
        expect(new Set(own.keys())).toEqual(new Set(lists.keys()))
        for (const [key, list] of lists) {
          expect(own.get(key)).toEqual(list)
          const earlier = index.groups[name as keyof typeof expected.groups].get(key)
          const isSame = earlier?.length === list.length && list.every((item, at) => item === earlier[at])
          if (isSame && !touched(is).some((item) => list.includes(item))) expect(own.get(key)).toBe(earlier)
        }
      }
    }),
    { seed: 20261126 },
  )
})
