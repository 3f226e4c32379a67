import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerCache } from '#server/http/answer-cache.ts'

const answer = (bytes: number) => ({ body: Buffer.alloc(bytes), encoding: 'identity' as const })

test('what was used longest ago leaves first', () => {
  const cache = createAnswerCache(1000)
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    cache.get('1', key)
    cache.set('1', key, answer(120))
    cache.get('1', 'a')
  }
  cache.set('1', 'i', answer(120))
  expect(cache.get('1', 'a')).toBeDefined()
  expect(cache.get('1', 'b')).toBeUndefined()
})
test('another edition drops everything', () => {
  const cache = createAnswerCache(1000)
  cache.get('1', 'a')
  cache.set('1', 'a', answer(10))
  expect(cache.get('2', 'a')).toBeUndefined()
  expect(cache.size()).toBe(0)
})
test('an answer of an edition that is over is not kept', () => {
  const cache = createAnswerCache(1000)
  cache.get('1', 'a')
  cache.get('2', 'a')
  cache.set('1', 'a', answer(10))
  expect(cache.get('2', 'a')).toBeUndefined()
})
test('it never holds more than it may', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat(300))), (given) => {
      const cache = createAnswerCache(1000)
      for (const [key, bytes] of given) {
        cache.get('1', key)
        cache.set('1', key, answer(bytes))
        expect(cache.size()).toBeLessThanOrEqual(1000)
      }
    }),
  )
})
