import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walk, type TreePlace, type TreeRow, type TreeShape } from '#islands/behaviours/tree-walk.ts'

/** Two parents, six siblings (the first four visible), two spouses, three children. */
const FAMILY: TreeShape = {
  count: { parents: 2, siblings: 6, self: 1, spouses: 2, children: 3 },
  seen: { siblings: [0, 3], spouses: [0, 1] },
}
const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const at = (row: TreeRow, place = 0): TreePlace => ({ row, at: place })

describe('arrow keys in a family tree', () => {
  test.each([
    ['ArrowUp', at('self'), at('parents')],
    ['ArrowUp', at('siblings', 2), at('parents')],
    ['ArrowUp', at('children', 2), at('self')],
    ['ArrowUp', at('spouses'), undefined],
    ['ArrowUp', at('parents'), undefined],
    ['ArrowDown', at('parents', 1), at('self')],
    ['ArrowDown', at('self'), at('children')],
    ['ArrowDown', at('spouses', 1), at('children')],
    ['ArrowDown', at('siblings'), undefined],
    ['ArrowLeft', at('self'), at('siblings', 3)],
    ['ArrowRight', at('siblings', 3), at('siblings', 4)],
    ['ArrowRight', at('siblings', 5), at('self')],
    ['ArrowRight', at('self'), at('spouses')],
    ['ArrowLeft', at('spouses'), at('self')],
    ['ArrowRight', at('spouses', 1), undefined],
    ['ArrowLeft', at('siblings'), undefined],
    ['ArrowRight', at('children'), at('children', 1)],
    ['ArrowRight', at('children', 2), undefined],
    ['Home', at('children'), undefined],
  ])('%s from %o leads to %o', (key, from, to) => {
    expect(walk(key, from, FAMILY)).toEqual(to)
  })

  test('spouses are entered at the first visible one', () => {
    const turned = { ...FAMILY, seen: { ...FAMILY.seen, spouses: [1, 1] as const } }
    expect(walk('ArrowRight', at('self'), turned)).toEqual(at('spouses', 1))
  })

  /** A family, how its viewers stand, and somebody of it. */
  const families = fc
    .record({ parents: fc.nat(3), siblings: fc.nat(12), spouses: fc.nat(4), children: fc.nat(12) })
    .chain((counts) => {
      const count = { ...counts, self: 1 }
      const seen = (many: number) =>
        fc
          .tuple(fc.nat(Math.max(0, many - 1)), fc.nat(Math.max(0, many - 1)))
          .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
      const places = Object.entries(count).flatMap(([row, many]) =>
        Array.from({ length: many }, (_, each) => at(row as TreeRow, each)),
      )
      return fc.record({
        shape: fc.record({
          count: fc.constant(count),
          seen: fc.record({ siblings: seen(counts.siblings), spouses: seen(counts.spouses) }),
        }),
        from: fc.constantFrom(...places),
      })
    })

  test('they lead only to people, and everyone can be reached from everyone', () => {
    fc.assert(
      fc.property(families, ({ shape, from }) => {
        const key = ({ row, at }: TreePlace) => `${row} ${at}`
        const reached = new Set([key(from)])
        const queue = [from]
        for (let place = queue.pop(); place; place = queue.pop())
          for (const to of KEYS.map((each) => walk(each, place!, shape)))
            if (to && !reached.has(key(to))) {
              expect(to.at).toBeLessThan(shape.count[to.row])
              reached.add(key(to))
              queue.push(to)
            }
        expect(reached.size).toBe(Object.values(shape.count).reduce((sum, each) => sum + each, 0))
      }),
    )
  })
})
