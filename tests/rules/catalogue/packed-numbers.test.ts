import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packNumbers, packValues, unpackNumbers, unpackValues } from '#rules/catalogue/packed-numbers.ts'

const numbers = fc.array(fc.oneof(fc.nat(70), fc.maxSafeNat()), { maxLength: 30 })

test('packing round-trips through JSON', () => {
  fc.assert(
    fc.property(numbers, (list) => {
      const through = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T
      expect([...unpackNumbers(through(packNumbers(list)), list.length)!]).toEqual(list)
      expect([...unpackValues(through(packValues(list)), list.length)!]).toEqual(list)
    }),
  )
})

test('rejects invalid columns', () => {
  for (const broken of [null, 'abc', ['ab'], ['abé'], ['ab"'], [7], Array.from({ length: 10 }, () => 'abc')])
    expect(unpackNumbers(broken, 3)).toBeUndefined()
  const column = packValues([5, 9, 5])
  expect(unpackValues({ ...column, different: 4 }, 3)).toBeUndefined()
  expect(unpackValues({ ...column, different: 1.5 }, 3)).toBeUndefined()
  expect(unpackValues({ ...column, at: ['090'] }, 3)).toBeUndefined()
  expect(unpackValues({ ...column, steps: ['5'] }, 3)).toBeUndefined()
})

test('an empty column packs to nothing', () => {
  expect(packNumbers([])).toEqual([])
  expect(packNumbers([0, 0])).toEqual([])
  expect([...unpackNumbers([], 2)!]).toEqual([0, 0])
})
